import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type DigestAlgorithm,
  type DigestChallenge,
  type DigestCredentials,
  digestResponse,
  parseDigestCredentials,
  serializeDigestChallenge,
} from '@sidetone/sip/grammar/digest.ts';
import { parseUri } from '@sidetone/sip/grammar/uri.ts';
import { fromOf, type SipRequest } from '@sidetone/sip/messages/message.ts';
import type { Credentials, SipCredential } from '../../ports.ts';
import type { Flow, FlowOwner } from '../wires/flow.ts';
import type { SipGuard } from './guard.ts';
import { openNonces } from './nonces.ts';

/** MD5 as digest authentication wants it. */
export const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');
/** SHA-256 likewise (RFC 8760). */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/**
 * MD5 alone is offered: phones and libraries in the field break on a second challenge, each in its own way
 * (docs/decisions/0035-which-digests-are-offered.md). An answer with SHA-256 is taken.
 */
const offered: readonly DigestAlgorithm[] = ['MD5'];
const taken: readonly DigestAlgorithm[] = ['MD5', 'SHA-256'];
const hashOf: Record<DigestAlgorithm, (text: string) => string> = { MD5: md5, 'SHA-256': sha256 };

export type Identified =
  | ({ readonly known: true } & FlowOwner)
  /** The WWW-Authenticate values to answer with 401. */
  | { readonly known: false; readonly challenges: readonly string[]; readonly attempted: boolean }
  /** Proof for another request than this one: answered with 400. */
  | { readonly known: false; readonly isOfAnother: true };

export interface Authenticator {
  /** Tells who sent a request. Rejects only when the credentials cannot be read. */
  identify(request: SipRequest, flow: Flow): Promise<Identified>;
}

/** Digest authentication (RFC 7616 with qop=auth, MD5 and SHA-256; RFC 3261 §22, RFC 8760). */
export function openAuthenticator(given: {
  readonly realm: string;
  readonly credentials: Credentials;
  readonly clock: { now(): Date };
  readonly token: () => string;
  /** Whose attempts are counted: the address of the sender, past trusted proxies. */
  readonly addressOf: (request: SipRequest, flow: Flow) => string;
  readonly guard: Pick<SipGuard, 'check'>;
  readonly hashes?: Record<DigestAlgorithm, (text: string) => string>;
}): Authenticator {
  const { realm, credentials, clock, token, addressOf, guard, hashes = hashOf } = given;
  const nonces = openNonces(clock, token, `${token()}${token()}`);
  // Unknown users cost the same work as known ones, so that nobody learns from the time who exists.
  const dummyHa1 = md5(token());

  return {
    async identify(request, flow) {
      const address = addressOf(request, flow);
      const refuse = (attempted: boolean, stale = false): Identified => {
        const challenges = challengesOf({ realm, nonce: nonces.fresh(address), stale });
        return { known: false, attempted, challenges };
      };
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
      const algorithm = given && algorithmOf(given);
      if (!given || !algorithm) return refuse(given !== undefined);
      // Anybody can write the address of somebody else above a request, but only who reads there gets the nonces for it: of
      // what comes without one nobody knows who sent it, so it is neither looked at nor counted (RFC 7616 §3.3 on stale).
      if (!nonces.isOurs(given.nonce, address)) return refuse(false, true);
      if (!isFor(given.uri, request)) return { known: false, isOfAnother: true };
      // A client that guesses is told the same as ever, whatever it guesses.
      const check = guard.check(address, given.username);
      if (!check) return refuse(true);
      const { credential, known } = await proved({ given, request, credentials, hash: hashes[algorithm], dummyHa1 });
      if (!credential) {
        check.wrong(known[0]?.accountId ?? null);
        return refuse(true);
      }
      check.right();
      const count = given.qop === undefined ? 0 : Number.parseInt(given.nc ?? '', 16);
      // Only a client that knows the password learns that the count was the trouble.
      if (!Number.isInteger(count) || nonces.use(given.nonce, count) !== 'ok') return refuse(false, true);
      const { endpointId, accountId, userId, kind, ha1 } = credential;
      return { known: true, username: given.username, endpoint: { endpointId, accountId, userId, kind }, ha1 };
    },
  };
}

interface Proof {
  readonly given: DigestCredentials;
  readonly request: SipRequest;
  readonly credentials: Credentials;
  readonly hash: (text: string) => string;
  /** What is compared where nobody is known. */
  readonly dummyHa1: string;
}

/** Which credential proves this, and those that could have. */
async function proved({ given, request, credentials, hash, dummyHa1 }: Proof): Promise<{
  readonly credential: SipCredential | undefined;
  readonly known: readonly SipCredential[];
}> {
  const fits = (ha1: string): boolean => equal(digestResponse(given, request.method, ha1, hash), given.response);
  const isSha256 = algorithmOf(given) === 'SHA-256';
  const fitting = (some: readonly SipCredential[]) =>
    some.find(({ ha1, ha1Sha256 }) => fits(isSha256 ? ha1Sha256 : ha1));
  // A registration ends with its credentials, a call does not: only the former trusts what was read before.
  const before = request.method === 'REGISTER' ? credentials.remembered(given.username) : undefined;
  if (before?.length === 0) fits(dummyHa1);
  const remembered = before && fitting(before);
  if (remembered) return { credential: remembered, known: [remembered] };
  const known = await credentials.bySipUsername(given.username);
  if (known.length === 0) fits(dummyHa1);
  return { credential: fitting(known), known };
}

const challengesOf = (challenge: Omit<DigestChallenge, 'algorithm'>): readonly string[] =>
  offered.map((algorithm) => serializeDigestChallenge({ ...challenge, algorithm }));

/** Undefined where the credentials are made in a way that is not taken. */
const algorithmOf = ({ qop = 'auth', algorithm = 'MD5' }: DigestCredentials): DigestAlgorithm | undefined =>
  qop === 'auth' ? taken.find((one) => one === algorithm.toUpperCase()) : undefined;

/**
 * RFC 7616 §3.4.6: what was made for one request must not carry another. Phones write the same place in other ways, with
 * parameters, a port or capitals; some name the server alone, and who registers names themselves or nobody. A proxy may have
 * written another Request-URI since (RFC 3261 §22.4).
 */
function isFor(written: string, request: SipRequest): boolean {
  if (written === request.uri || request.headers.list('Via').length > 1) return true;
  const [proved, asked] = [parseUri(written) ?? parseUri(`sip:${written}`), parseUri(request.uri)];
  if (!proved || !asked) return false;
  const hosts = new Set([proved.host, asked.host].map((host) => host.toLowerCase()).filter((host) => host !== ''));
  const isOfUser = request.method === 'REGISTER' || proved.user === undefined || proved.user === asked.user;
  return hosts.size <= 1 && isOfUser;
}

/** The same as far as it was heard: for what a withdrawal that is on its way will end. */
export const fitsAsHeard = async (credentials: Credentials, who: FlowOwner): Promise<boolean> =>
  credentials.remembered(who.username).some((one) => isOf(who, one)) || (await fitsStill(credentials, who));

const isOf = ({ endpoint, ha1 }: FlowOwner, one: SipCredential): boolean =>
  one.endpointId === endpoint.endpointId && one.ha1 === ha1;

/** Whether the credentials that somebody proved themselves with are still theirs, and still the same. */
async function fitsStill(credentials: Credentials, who: FlowOwner): Promise<boolean> {
  const now = await credentials.bySipUsername(who.username);
  return now.some((one) => isOf(who, one));
}

const equal = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(md5(left)), Buffer.from(md5(right))];
  return timingSafeEqual(a, b);
};
