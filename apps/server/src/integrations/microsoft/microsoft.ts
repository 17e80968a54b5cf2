import { z } from 'zod';
import { busyFor } from '../busy-for.ts';
import { IntegrationError, type SignIn } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { vendorOf } from '../oauth/vendor.ts';

/** Where Microsoft answers, and what the operator has registered there. */
export interface MicrosoftPlaces {
  readonly client: { readonly id: string; readonly secret: string };
  /** Whose users may sign in: `organizations`, or one company's id or domain. Personal accounts have no presence. */
  readonly tenant: string;
  readonly loginUrl: string;
  readonly graphUrl: string;
}

/** What Microsoft gave for a sign-in. */
interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly expiresAt: Date;
}

interface Presence {
  readonly availability: 'Busy' | 'DoNotDisturb';
  readonly activity: 'InACall' | 'Presenting';
  /** ISO 8601, from PT5M to PT4H. */
  readonly expirationDuration: string;
}

/** Who has whose presence. */
interface Of {
  readonly accessToken: string;
  readonly userId: string;
}

/** `setPresence` wants the first, `GET /me/presence` the second, `GET /me` the third; the last gives the token that renews. */
const scopes = ['Presence.ReadWrite', 'Presence.Read', 'User.Read', 'offline_access'] as const;
const longestToken = 16_384;
/** How long Microsoft is left alone that does not say how long. */
const usualPauseSeconds = 30;

const ownRecord = z.object({
  id: z.string().regex(/^[\w.@-]{1,200}$/),
  userPrincipalName: z.string().max(400).nullish(),
  mail: z.string().max(400).nullish(),
});
const ownPresence = z.object({ availability: z.string().max(100), activity: z.string().max(100) });
const granted = z.object({ scope: z.string().max(4000).optional() });

/**
 * Microsoft's sign-in and the presence of its users, by the Microsoft identity platform and Graph v1.0. Everything rejects with
 * an `IntegrationError`: `refresh` where a token is no longer taken, `forbidden`, `rate_limited`, `unreachable`, `failed`.
 */
export function microsoft(fetch: typeof globalThis.fetch, { client, tenant, loginUrl, graphUrl }: MicrosoftPlaces) {
  const vendor = vendorOf({ fetch, signIn: signInAt(loginUrl, tenant), client, accountUrl: null });
  const ask = graphAt(fetch, graphUrl);
  const presencePath = (userId: string, action: string) =>
    `/v1.0/users/${encodeURIComponent(userId)}/presence/${action}`;

  return {
    authorizeUrl: vendor.authorizeUrl,

    /** Changes a code for tokens. `forbidden` where the user allowed less than was asked for. */
    async redeem(code: string, given: { redirect: string; state: string; verifier: string }): Promise<Tokens> {
      const { redirect, ...proof } = given;
      const url = new URL(redirect);
      url.search = new URLSearchParams({ code, state: proof.state }).toString();
      const tokens = await vendor.redeem(url, proof);
      const { scope } = granted.parse(tokens.answer);
      if (scope !== undefined && !/(^|[\s/])Presence\.ReadWrite(\s|$)/i.test(scope))
        throw new IntegrationError('forbidden', 'The sign-in does not allow to show a presence');
      return whole(tokens);
    },

    renew: async (refresh: string): Promise<Tokens> => whole(await vendor.renew(refresh)),

    /** Who signed in. */
    async whoIs(accessToken: string, signal: AbortSignal): Promise<{ userId: string; name: string }> {
      const said = await ask('/v1.0/me?$select=id,userPrincipalName,mail', accessToken, undefined, signal);
      const read = ownRecord.safeParse(said);
      if (!read.success) throw new IntegrationError('failed', 'Microsoft answers otherwise than it should');
      const { id, mail, userPrincipalName } = read.data;
      return { userId: id, name: (userPrincipalName ?? mail ?? '').slice(0, 320) };
    },

    /** The presence session is that of our client; what users choose in Teams goes before it. */
    async setPresence({ accessToken, userId }: Of, presence: Presence, signal: AbortSignal): Promise<void> {
      await ask(presencePath(userId, 'setPresence'), accessToken, { sessionId: client.id, ...presence }, signal);
    },

    /** What the user does, of all that they use. */
    async readPresence(accessToken: string, signal: AbortSignal): Promise<z.infer<typeof ownPresence>> {
      const read = ownPresence.safeParse(await ask('/v1.0/me/presence', accessToken, undefined, signal));
      if (!read.success) throw new IntegrationError('failed', 'Microsoft answers otherwise than it should');
      return read.data;
    },

    /** Ends the presence session; one that is not there any more is no error. */
    async clearPresence({ accessToken, userId }: Of, signal: AbortSignal): Promise<void> {
      try {
        await ask(presencePath(userId, 'clearPresence'), accessToken, { sessionId: client.id }, signal);
      } catch (error) {
        if (!(error instanceof IntegrationError && error.type === 'not_found')) throw error;
      }
    },
  };
}

/** One request to Graph: a POST where it has a body. Gives what the answer says as JSON. */
const graphAt =
  (fetch: typeof globalThis.fetch, graphUrl: string) =>
  async (path: string, accessToken: string, body: unknown, signal: AbortSignal): Promise<unknown> => {
    const response = await fetch(new URL(path, graphUrl), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw refusalOf(response);
    return jsonAnswer(await response.text());
  };

function signInAt(loginUrl: string, tenant: string): SignIn {
  const at = (what: string) => new URL(`/${tenant}/oauth2/v2.0/${what}`, loginUrl).href;
  return {
    needsAccountUrl: false,
    scopes,
    clientAuthentication: 'post',
    // It can end all sign-ins of a user and not one, which is not ours to do.
    pages: () => ({ authorizeUrl: at('authorize'), tokenUrl: at('token'), revokeUrl: null }),
    apiUrlOf: () => null,
  };
}

function whole({ access, refresh, expiresAt }: { access: string; refresh: string | null; expiresAt: Date }): Tokens {
  if (refresh === null) throw new IntegrationError('forbidden', 'Microsoft gives no token that renews');
  if (Math.max(access.length, refresh.length) > longestToken)
    throw new IntegrationError('failed', 'Microsoft gives a token that is longer than this server takes');
  return { access, refresh, expiresAt };
}

function refusalOf({ status, headers }: Response): IntegrationError {
  const said = `Graph answers with ${status}`;
  if (status === 401) return new IntegrationError('refresh', said);
  if (status === 403) return new IntegrationError('forbidden', said);
  if (status === 404) return new IntegrationError('not_found', said);
  const seconds = busyFor(status, headers);
  if (status !== 429 && seconds === null) return new IntegrationError('failed', said);
  return new IntegrationError('rate_limited', said, { retryAfterSeconds: seconds ?? usualPauseSeconds });
}
