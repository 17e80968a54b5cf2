import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { z } from 'zod';
import { type EndedSession, endedSession } from './logout-token.ts';
import { asProviderError, ProviderError, UnexpectedStatus } from './provider-error.ts';

/** The client of a company at its provider. */
export interface ProviderClient {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: the client has none. */
  readonly secret: string | null;
}

/** What a sign-in is sent with, and what it has to come back with. */
interface Proofs {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** One provider of OpenID Connect. Everything rejects with a `ProviderError`. */
export interface SignOnProvider {
  /** Where a browser signs in; `email` is whom the provider suggests. */
  wayTo(proofs: Proofs, given: { readonly redirect: string; readonly email: string | null }): Promise<string>;
  /** What the provider says of who came back, checked as OpenID Connect Core §3.1.3.7 has it. */
  redeem(url: URL, proofs: Proofs, groupClaim: string): Promise<Readonly<Record<string, unknown>>>;
  /** Whose session has ended, as a logout token says that the provider signed for this client. */
  endedBy(logoutToken: string): Promise<EndedSession>;
  /** Where a browser signs out at the provider, and from where it comes back to `backTo`; null where there is no such page. */
  wayOut(backTo: string): string | null;
  /** Asks for its keys, and whether it knows the client, with a code that nobody was given. */
  tryClient(redirect: string): Promise<void>;
}

const timeoutSeconds = 10;
/** Clocks of two machines may differ by so much. */
const skewSeconds = 120;
const keyLifeMs = 10 * 60_000;
/** Of a logout token, in seconds: it is sent as it is made. */
const mostTokenAge = 300;
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

interface Ways {
  readonly fetch: typeof globalThis.fetch;
  /** How long keys are not asked for again after they were, though one is missing. */
  readonly keyPauseMs: number;
}

/** Asks a provider for its settings. Rejects with a `ProviderError`. */
export async function openProvider(client: ProviderClient, ways: Ways): Promise<SignOnProvider> {
  try {
    return await opened(client, ways);
  } catch (error) {
    const named = otherIssuer.safeParse(error);
    throw named.success ? new OtherIssuer(named.data.cause.body.issuer) : asProviderError(error);
  }
}

/** What the library throws for a provider that names another issuer than the one it was asked by. */
const otherIssuer = z.object({
  code: z.literal('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'),
  cause: z.object({ attribute: z.literal('issuer'), body: z.object({ issuer: z.string() }) }),
});

async function opened({ issuer, clientId, secret }: ProviderClient, ways: Ways): Promise<SignOnProvider> {
  const stays = staying(ways.fetch);
  // Hosts without TLS are those that the operator named; `fetch` refuses all others.
  const isPlain = new URL(issuer).protocol === 'http:';
  const found = await openid.discovery(new URL(issuer), clientId, undefined, undefined, {
    [openid.customFetch]: stays,
    timeout: timeoutSeconds,
    execute: isPlain ? [openid.allowInsecureRequests] : [],
  });
  const server = found.serverMetadata();
  // The library lets providers of many companies name another one. Then anybody of them could come.
  if (trimmed(server.issuer) !== trimmed(issuer)) throw new OtherIssuer(server.issuer);
  const { authorization_endpoint: page, token_endpoint: tokens, jwks_uri: keysAt } = server;
  if (!page || !tokens || !isOfWeb(page, isPlain)) throw new NoCode();
  if (!keysAt) throw new ProviderError('fault', 'The provider names no keys');
  const basic = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
  const configuration = new openid.Configuration(
    server,
    clientId,
    { [openid.clockTolerance]: skewSeconds, ...(secret === null ? {} : { client_secret: secret }) },
    secret === null ? openid.None() : basic ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret),
  );
  configuration[openid.customFetch] = stays;
  configuration.timeout = timeoutSeconds;
  if (isPlain) openid.allowInsecureRequests(configuration);
  const keys = createRemoteJWKSet(new URL(keysAt), {
    timeoutDuration: timeoutSeconds * 1000,
    cooldownDuration: ways.keyPauseMs,
    cacheMaxAge: keyLifeMs,
    [customFetch]: async (url, options) => {
      const answer = await stays(url, options as never);
      if (answer.status !== 200) throw new UnexpectedStatus(answer.status);
      return answer;
    },
  });
  const provider = { configuration, keys, server, clientId };
  return {
    wayTo: (proofs, given) => wayTo(provider, proofs, given),
    redeem: (...given) => redeem(provider, ...given).catch(rethrow),
    endedBy: (token) => endedBy(provider, token).catch(rethrow),
    wayOut: (backTo) => wayOut(provider, backTo, isPlain),
    tryClient: (redirect) => tryClient(provider, redirect).catch(rethrow),
  };
}

interface Provider {
  readonly configuration: openid.Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
  readonly server: Readonly<openid.ServerMetadata>;
  readonly clientId: string;
}

async function wayTo(
  { configuration, server }: Provider,
  { state, nonce, verifier }: Proofs,
  { redirect, email }: { redirect: string; email: string | null },
): Promise<string> {
  // Some providers tell groups only who asks for that.
  const groups = server.scopes_supported?.includes('groups') ? ' groups' : '';
  return openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirect,
    scope: `openid profile email${groups}`,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email === null ? {} : { login_hint: email }),
  }).href;
}

async function redeem(
  { configuration, keys, server, clientId }: Provider,
  url: URL,
  { state, nonce, verifier }: Proofs,
  groupClaim: string,
) {
  const answer = await openid.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const { id_token: token, access_token: access } = answer;
  if (token === undefined) throw new ProviderError('fault', 'The provider gave no ID token');
  const { payload } = await jwtVerify(token, keys, {
    issuer: server.issuer,
    audience: clientId,
    clockTolerance: skewSeconds,
    algorithms,
  });
  return { ...(await moreOf(configuration, payload, { access, groupClaim })), ...payload };
}

/** Checked as OpenID Connect Back-Channel Logout 1.0 §2.6 has it; whether it was used before is for callers to check. */
async function endedBy({ keys, server, clientId }: Provider, token: string): Promise<EndedSession> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: server.issuer,
    audience: clientId,
    clockTolerance: skewSeconds,
    algorithms,
    maxTokenAge: mostTokenAge,
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
  });
  return endedSession(payload, protectedHeader);
}

function wayOut({ server, clientId }: Provider, backTo: string, isPlain: boolean): string | null {
  const page = server.end_session_endpoint;
  if (page === undefined || !isOfWeb(page, isPlain)) return null;
  const url = new URL(page);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('post_logout_redirect_uri', backTo);
  return url.href;
}

/** Many providers say addresses and groups only where they are asked for them. */
async function moreOf(
  configuration: openid.Configuration,
  { sub, ...payload }: JWTPayload,
  { access, groupClaim }: { access: string; groupClaim: string },
): Promise<object> {
  const isWhole = payload['email'] !== undefined && payload[groupClaim] !== undefined;
  if (isWhole || sub === undefined || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return await openid.fetchUserInfo(configuration, access, sub);
}

async function tryClient({ configuration, keys, server }: Provider, redirect: string): Promise<void> {
  // No token has this key, so the provider is asked for its keys in any case.
  await keys({ alg: 'RS256', kid: 'none' }, { payload: '', signature: '', protected: '' }).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw new NoKeys(error);
  });
  const state = openid.randomState();
  const issuer = new URLSearchParams({ code: 'a-code-that-nobody-was-given', state, iss: server.issuer });
  await openid
    .authorizationCodeGrant(configuration, new URL(`${redirect}?${issuer}`), {
      pkceCodeVerifier: openid.randomPKCECodeVerifier(),
      expectedState: state,
    })
    .catch((error: unknown) => {
      // The client was let in, and the code was not; providers have more than one word for that.
      const wasLetIn = error instanceof openid.ResponseBodyError && error.status < 500;
      if (!wasLetIn || asProviderError(error).kind === 'client') throw error;
    });
}

/** The provider calls itself by another name than the one that was entered. */
export class OtherIssuer extends ProviderError {
  readonly issuer: string;

  constructor(issuer: string) {
    super('fault', 'The provider names another issuer');
    this.name = 'OtherIssuer';
    this.issuer = issuer;
  }
}

/** The provider has no sign-in with codes. */
export class NoCode extends ProviderError {
  constructor() {
    super('fault', 'The provider has no sign-in with codes');
    this.name = 'NoCode';
  }
}

/** The keys of the provider did not come. */
export class NoKeys extends ProviderError {
  constructor(cause: unknown) {
    super('down', 'The keys of the provider did not come', { cause });
    this.name = 'NoKeys';
  }
}

function rethrow(error: unknown): never {
  throw asProviderError(error);
}

/** A provider does not send its clients to another host. */
const staying =
  (fetch: typeof globalThis.fetch): openid.CustomFetch =>
  (url, options) =>
    fetch(url, { ...options, redirect: 'error' } as RequestInit);

/** Browsers are sent there: to nothing but a page of the web. */
const isOfWeb = (address: string, isPlain: boolean): boolean => {
  const protocol = URL.parse(address)?.protocol;
  return protocol === 'https:' || (isPlain && protocol === 'http:');
};

const trimmed = (issuer: string): string => issuer.replace(/\/+$/, '');
