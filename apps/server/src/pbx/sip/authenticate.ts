import { createHash, timingSafeEqual } from 'node:crypto';
import { digestResponse, parseDigestCredentials, serializeDigestChallenge } from '@sidetone/sip/grammar/digest.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { fromOf, type SipRequest } from '@sidetone/sip/messages/message.ts';
import type { Credentials } from '../ports.ts';
import type { Flow, FlowOwner } from './flow.ts';
import type { SipGuard } from './guard.ts';
import { openNonces } from './nonces.ts';

/** MD5 as digest authentication wants it. */
export const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

export type Identified =
  | ({ readonly known: true } & FlowOwner)
  /** The WWW-Authenticate value to answer with 401. */
  | { readonly known: false; readonly challenge: string; readonly attempted: boolean };

export interface Authenticator {
  /** Tells who sent a request. Rejects only when the credentials cannot be read. */
  identify(request: SipRequest, flow: Flow): Promise<Identified>;
}

/** Digest authentication (RFC 2617 with MD5 and qop=auth; RFC 3261 §22). */
export function openAuthenticator(given: {
  readonly realm: string;
  readonly credentials: Credentials;
  readonly clock: { now(): Date };
  readonly token: () => string;
  /** Whose attempts are counted: the address of whoever sent the request, past trusted proxies. */
  readonly addressOf: (request: SipRequest, flow: Flow) => string;
  readonly guard: Pick<SipGuard, 'check'>;
  readonly hash?: (text: string) => string;
}): Authenticator {
  const { realm, credentials, clock, token, addressOf, guard, hash = md5 } = given;
  const nonces = openNonces(clock, token, `${token()}${token()}`);
  // Unknown users cost the same work as known ones, so that nobody learns from the time who exists.
  const dummyHa1 = md5(token());

  return {
    async identify(request, flow) {
      const address = addressOf(request, flow);
      const refuse = (attempted: boolean, stale = false): Identified => ({
        known: false,
        attempted,
        challenge: serializeDigestChallenge({ realm, nonce: nonces.fresh(address), stale }),
      });
      const owner = flow.owner;
      // A WebSocket belongs to one page, which proved itself when it registered; another sender name must prove itself.
      if (owner && request.method === 'INVITE' && parseUri(fromOf(request).uri)?.user === owner.username) {
        // Its credentials may have been withdrawn since, by another process too, and the notice of it lost.
        if (await fitsStill(credentials, owner)) return { known: true, ...owner };
        if (flow.owner === owner) delete flow.owner;
      }
      const given = request.headers
        .lines('Authorization')
        .map(parseDigestCredentials)
        .find((one) => one?.realm === realm);
      if (!given || (given.qop !== undefined && given.qop !== 'auth') || !/^MD5$/i.test(given.algorithm ?? 'MD5')) {
        return refuse(given !== undefined);
      }
      // Anybody can write the address of somebody else above a request, but only who reads there gets the nonces for it: of
      // what comes without one nobody knows who sent it, so it is neither looked at nor counted (RFC 7616 §3.3 on stale).
      if (!nonces.isOurs(given.nonce, address)) return refuse(false, true);
      // Whoever guesses is told the same as ever, whatever they guess.
      const check = guard.check(address, given.username);
      if (!check) return refuse(true);
      const credential = await credentials.bySipUsername(given.username);
      const wanted = digestResponse(given, request.method, credential?.ha1 ?? dummyHa1, hash);
      const right = equal(wanted, given.response) && credential !== null;
      if (!right) {
        check.wrong(credential?.accountId ?? null);
        return refuse(true);
      }
      check.right();
      const count = given.qop === undefined ? 0 : Number.parseInt(given.nc ?? '', 16);
      // Only whoever knows the password learns that the count was the trouble.
      if (!Number.isInteger(count) || nonces.use(given.nonce, count) !== 'ok') return refuse(false, true);
      const { endpointId, accountId, userId, kind, ha1 } = credential;
      return { known: true, username: given.username, endpoint: { endpointId, accountId, userId, kind }, ha1 };
    },
  };
}

/** Whether the credentials that somebody proved themselves with are still theirs, and still the same. */
export async function fitsStill(credentials: Credentials, { username, endpoint, ha1 }: FlowOwner): Promise<boolean> {
  const now = await credentials.bySipUsername(username);
  return now?.endpointId === endpoint.endpointId && now.ha1 === ha1;
}

const equal = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(md5(left)), Buffer.from(md5(right))];
  return timingSafeEqual(a, b);
};
