import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Entered, IntegrationError } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { isPassing, withoutSecrets } from '../crm/vendor-errors.ts';
import { errorOf } from './errors.ts';
import { busySecondsOf, type DataCentre, dataCentreOf, orgOf, scopes, searchScope, type ZohoPlaces } from './places.ts';

/** What requests are sent with, and where to. */
export interface Session {
  readonly token: string;
  readonly api: string;
  /** By the clock of this server, in milliseconds. */
  readonly endsAt: number;
  /** What was entered may search, so that the next token is asked for with that as well. */
  readonly searches: boolean;
}

export interface Sessions {
  readonly centre: DataCentre;
  open(signal: AbortSignal): Promise<Session>;
  /** Gives up a session that is no longer taken; false where another one cannot be had here. */
  renew(session: Session): boolean;
  /** What must never be shown. */
  readonly secrets: () => readonly string[];
}

/** Zoho gives few tokens in ten minutes: each is used until it ends, by all connections of what was entered. */
export type KeptSessions = Map<string, Session>;
/** Sessions that are kept at most. */
const mostKept = 1_000;
const beforeEndMs = 60_000;

const granted = z.object({
  access_token: z.string().min(1).max(10_000),
  api_domain: z.string().max(1000),
  expires_in: z.number().positive().max(1_000_000).default(3600),
});
/** Zoho says that it refuses with a status of 200. */
const refused = z.object({ error: z.string().max(200) });

/**
 * Sessions of what was entered: of a sign-in, whose tokens are kept elsewhere, or of the id and the secret of a self client (OAuth 2, client
 * credentials). Throws an `IntegrationError` where neither was entered.
 */
export function sessionsOf(
  fetch: typeof globalThis.fetch,
  { places, kept }: { readonly places: ZohoPlaces; readonly kept: KeptSessions },
  entered: Entered,
): Sessions {
  const centre = dataCentreOf(places, entered.url ?? '');
  const { accessToken, key } = entered;
  let last = '';
  if (accessToken) {
    return {
      centre,
      secrets: () => [last],
      async open(signal) {
        last = await accessToken(signal);
        return { token: last, api: centre.api, endsAt: Infinity, searches: true };
      },
      renew: () => false,
    };
  }
  const at = key?.indexOf(':') ?? -1;
  if (key === null || at < 1) throw new IntegrationError('refresh', 'There is no key', { translationKey: 'signedOut' });
  const client = { id: key.slice(0, at), secret: key.slice(at + 1) };
  const place = createHash('sha256').update(`${entered.url}\n${key}`).digest('base64url');
  return {
    centre,
    secrets: () => [client.secret, last],
    async open(signal) {
      const before = kept.get(place);
      if (before !== undefined && before.endsAt > Date.now() + beforeEndMs) {
        last = before.token;
        return before;
      }
      const asked = { places, centre, client, org: orgOf(entered.url ?? ''), isNew: entered.origins === null };
      const session = await obtain(fetch, asked, before?.searches ?? true, signal);
      kept.delete(place);
      for (const oldest of kept.keys()) if (kept.size >= mostKept) kept.delete(oldest);
      kept.set(place, session);
      last = session.token;
      return session;
    },
    renew(session) {
      if (kept.get(place) === session) kept.delete(place);
      return true;
    },
  };
}

interface Obtaining {
  readonly places: ZohoPlaces;
  readonly centre: DataCentre;
  readonly client: { readonly id: string; readonly secret: string };
  /** The company, where the address names it. */
  readonly org: string | null;
  /** Somebody waits who has just entered it. */
  readonly isNew: boolean;
}

/** A self client that may have no searches gets a token without them. `searches`: it may have them, as far as is known. */
async function obtain(
  fetch: typeof globalThis.fetch,
  asked: Obtaining,
  searches: boolean,
  signal: AbortSignal,
): Promise<Session> {
  const session =
    (searches ? await obtainFor(fetch, asked, [...scopes, searchScope], signal) : null) ??
    (await obtainFor(fetch, asked, scopes, signal));
  if (session === null) throw notTaken('invalid_scope', asked.isNew);
  return session;
}

/** Null where these scopes are more than it may have. */
async function obtainFor(
  fetch: typeof globalThis.fetch,
  { places, centre, client, org, isNew }: Obtaining,
  scope: readonly string[],
  signal: AbortSignal,
): Promise<Session | null> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
    scope: scope.join(','),
  });
  if (org !== null) body.set('soid', `ZohoCRM.${org}`);
  const url = new URL('/oauth/v2/token', centre.accounts);
  const headers = { accept: 'application/json' };
  const response = await fetch(url, { method: 'POST', redirect: 'error', signal, headers, body });
  const text = await response.text();
  const no = refused.safeParse(jsonAnswer(text));
  if (no.data?.error === 'invalid_scope') return null;
  if (no.success && response.status < 500) throw notTaken(withoutSecrets(no.data.error, [client.secret]), isNew);
  const read = granted.safeParse(jsonAnswer(text));
  if (response.ok && read.success) {
    const { access_token: token, api_domain: api, expires_in: seconds } = read.data;
    return {
      token,
      api: dataCentreOf(places, api).api,
      endsAt: Date.now() + seconds * 1000,
      searches: scope.includes(searchScope),
    };
  }
  // Before there is a session, nothing is written: whatever went wrong, the request behind it was not sent.
  const { type, detail, retryAfterSeconds } = errorOf(response, text, [client.secret]);
  throw new IntegrationError(type === 'rate_limited' ? type : 'failed', detail, {
    translationKey: 'failed',
    retryAfterSeconds,
    provablyNotTaken: true,
  });
}

/** Too many tokens are asked for at times, which signs nobody out either. */
function notTaken(error: string, isNew: boolean): IntegrationError {
  const provablyNotTaken = true;
  if (isPassing(error)) {
    return new IntegrationError('failed', `Zoho: ${error}`, { translationKey: 'failed', provablyNotTaken });
  }
  const retryAfterSeconds = busySecondsOf(error);
  if (retryAfterSeconds !== null) {
    return new IntegrationError('rate_limited', 'Zoho issues no further tokens for a few minutes', {
      translationKey: 'limit',
      retryAfterSeconds,
      provablyNotTaken,
    });
  }
  return new IntegrationError('refresh', `Zoho: ${error}`, {
    translationKey: isNew ? 'wrongCredentials' : 'signedOut',
    provablyNotTaken,
  });
}
