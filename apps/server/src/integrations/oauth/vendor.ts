import * as openid from 'openid-client';
import { z } from 'zod';
import { busyFor } from '../busy-for.ts';
import { IntegrationError, type SignIn } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';

/** What an operator has registered at a vendor, by the name of the integration. */
export type OAuthClients = ReadonlyMap<string, { readonly id: string; readonly secret: string }>;

/** What a vendor gave for a sign-in. */
export interface Tokens {
  readonly access: string;
  /** Null where the vendor gives none: then the sign-in ends with its token. */
  readonly refresh: string | null;
  readonly expiresAt: Date;
  /** Everything that the token endpoint said, for `apiUrlOf`. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** The sign-in at one vendor, by OAuth 2. Everything rejects with an `IntegrationError`. */
export interface Vendor {
  /** Where a browser signs in. RFC 6749 §4.1.1, RFC 7636. */
  authorizeUrl(given: {
    readonly redirect: string;
    readonly state: string;
    readonly verifier: string;
  }): Promise<string>;
  /** Changes a code for tokens; `url` is the whole address that the browser came back to. */
  redeem(url: URL, given: { readonly state: string; readonly verifier: string }): Promise<Tokens>;
  renew(refresh: string): Promise<Tokens>;
  /** Tells the vendor that the sign-in is over, where it can be told. */
  revoke(token: string): Promise<void>;
}

/** For how long a token is good whose vendor does not say so: Salesforce's least. */
const usualSeconds = 15 * 60;
const timeoutSeconds = 20;

interface VendorParts {
  readonly fetch: typeof globalThis.fetch;
  readonly signIn: SignIn;
  readonly client: { readonly id: string; readonly secret: string };
  readonly accountUrl: string | null;
}

/** Throws an `IntegrationError` (invalid_url) for an account address that is not the vendor's. */
export function vendorOf({ fetch, signIn, client, accountUrl }: VendorParts): Vendor {
  const { authorizeUrl, tokenUrl, revokeUrl } = signIn.pages(accountUrl);
  const configuration = new openid.Configuration(
    {
      issuer: new URL(authorizeUrl).origin,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
      ...(revokeUrl === null ? {} : { revocation_endpoint: revokeUrl }),
    },
    client.id,
    { client_secret: client.secret },
    signIn.clientAuthentication === 'basic' ? basicOf(client) : openid.ClientSecretPost(client.secret),
  );
  configuration[openid.customFetch] = async (url, options) =>
    asRefusal(await fetch(url, { ...options, redirect: 'error' } as RequestInit));
  configuration.timeout = timeoutSeconds;
  // The vendor's own addresses are https; what else there is an operator named, such as a simulator.
  if (new URL(tokenUrl).protocol === 'http:') openid.allowInsecureRequests(configuration);
  return {
    async authorizeUrl({ redirect, state, verifier }) {
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirect,
        scope: signIn.scopes.join(' '),
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    redeem: async (url, { state, verifier }) =>
      tokensOf(
        await told(
          signIn,
          openid.authorizationCodeGrant(configuration, url, { expectedState: state, pkceCodeVerifier: verifier }),
        ),
        null,
      ),
    renew: async (refresh) => tokensOf(await told(signIn, openid.refreshTokenGrant(configuration, refresh)), refresh),
    async revoke(token) {
      if (revokeUrl !== null) await told(signIn, openid.tokenRevocation(configuration, token));
    },
  };
}

/** Vendors take id and secret as they are, where RFC 6749 §2.3.1 would have some of their letters encoded. */
export const basicHeader = ({ id, secret }: VendorParts['client']): string =>
  `Basic ${Buffer.from(`${id}:${secret}`, 'utf8').toString('base64')}`;

const basicOf =
  (client: VendorParts['client']): openid.ClientAuth =>
  (_server, _client, _body, headers) =>
    headers.set('authorization', basicHeader(client));

const refusal = z.object({ error: z.string() });
const refusalOfHubSpot = z.object({ status: z.enum(['BAD_REFRESH_TOKEN', 'BAD_AUTH_CODE', 'EXPIRED_AUTH_CODE']) });

/** Refusals as RFC 6749 §5.2 has them: Zoho's come with the status of success, and some of HubSpot's without an error. */
async function asRefusal(response: Response): Promise<Response> {
  if (response.status !== 200 && response.status !== 400) return response;
  const text = await response.text();
  const said = jsonAnswer(text);
  const isRefusal = refusal.safeParse(said).success;
  if (!isRefusal && refusalOfHubSpot.safeParse(said).success)
    return Response.json({ error: 'invalid_grant' }, { status: 400 });
  const { status, headers } = response;
  return new Response(text, { status: isRefusal ? 400 : status, headers });
}

/** What says that a grant is no longer valid; the second one is Zoho's, the others are Microsoft's. */
const endsSignIn: readonly string[] = ['invalid_grant', 'invalid_code', 'interaction_required', 'consent_required'];

/** A vendor that does not rotate the token which renews gives none with a renewal. */
function tokensOf(answer: openid.TokenEndpointResponse, refresh: string | null): Tokens {
  const seconds = Number(answer.expires_in ?? usualSeconds);
  return {
    access: answer.access_token,
    refresh: answer.refresh_token ?? refresh,
    expiresAt: new Date(Date.now() + (Number.isFinite(seconds) ? seconds : usualSeconds) * 1000),
    answer: { ...answer },
  };
}

/**
 * What a token endpoint did not do. Only a grant that is no longer valid ends a sign-in; all else may be over in a minute.
 */
async function told<T>(signIn: SignIn, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof openid.ResponseBodyError && endsSignIn.includes(error.error)) {
      throw new IntegrationError('refresh', 'The sign-in is no longer valid', {
        translationKey: 'signedOut',
        provablyNotTaken: true,
        cause: error,
      });
    }
    if (error instanceof IntegrationError) throw error;
    if (error instanceof Error && error.cause instanceof IntegrationError) throw error.cause;
    const detail =
      error instanceof openid.ResponseBodyError
        ? `The sign-in page answered ${error.status} (${error.error.slice(0, 60)})`
        : 'The sign-in page did not answer as it should';
    const retryAfterSeconds = error instanceof openid.ResponseBodyError ? busyAfter(signIn, error) : null;
    const type = retryAfterSeconds === null ? 'failed' : 'rate_limited';
    throw new IntegrationError(type, detail, { provablyNotTaken: true, retryAfterSeconds, cause: error });
  }
}

const busyAfter = (signIn: SignIn, { error, status, response }: openid.ResponseBodyError): number | null =>
  signIn.busySecondsOf?.(error) ?? busyFor(status, response.headers);
