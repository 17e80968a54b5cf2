import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { problem, type Reply } from './replies.ts';

/** An app of the vendor's, as its maker registered it. */
interface App {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Grant {
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly challenge: string | null;
}

const knownScope = /^(oauth|tickets|crm\.(objects|schemas)\.[a-z]+\.(read|write))$/;
const accessSeconds = 1800;
const codeMs = 10 * 60_000;

const asked = z.object({
  client_id: z.string(),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  scope: z.string(),
  state: z.string().max(2000).optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.literal('S256').optional(),
});
const decided = asked.extend({ decision: z.enum(['connect', 'cancel']) });
type Asked = z.infer<typeof asked>;

const client = z.object({ client_id: z.string(), client_secret: z.string() });
const exchanged = z.discriminatedUnion('grant_type', [
  client.extend({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    redirect_uri: z.string(),
    code_verifier: z.string().optional(),
  }),
  client.extend({ grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
]);

/** What the vendor keeps of an app: codes, and tokens with the scopes that they are good for. */
interface Kept {
  readonly app: App;
  readonly portalId: number;
  readonly codes: Map<string, Grant & { readonly until: number }>;
  readonly access: Map<string, { readonly scopes: readonly string[]; readonly until: number }>;
  readonly refresh: Map<string, readonly string[]>;
  now(): Date;
}
type Form = Readonly<Record<string, string>>;

/**
 * The vendor's sign-in page and its tokens: codes are good once, PKCE is checked where it was begun, a refresh token is good
 * once as well.
 */
export function hubSpotSignIn(app: App, portalId: number, now: () => Date) {
  const kept: Kept = { app, portalId, now, codes: new Map(), access: new Map(), refresh: new Map() };
  return {
    /** Scopes of an access token; null for one that is none, or no longer. */
    scopesOf(token: string): readonly string[] | null {
      const found = kept.access.get(token);
      return found && found.until > now().getTime() ? found.scopes : null;
    },
    /** Ends all access, as someone who takes the app out of the portal does. */
    endAll(): void {
      kept.access.clear();
      kept.refresh.clear();
    },
    /** The answer to a request of the sign-in; null for any other path. */
    reply(method: string, { pathname, searchParams }: URL, form: Form): Reply | null {
      switch (`${method} ${pathname}`) {
        case 'GET /oauth/authorize':
          return ask(kept, Object.fromEntries(searchParams));
        case 'POST /oauth/authorize':
          return decide(kept, form);
        case 'POST /oauth/2026-09/token':
          return redeem(kept, form);
        case 'POST /oauth/2026-09/token/introspect':
          return introspect(kept, form);
        case 'POST /oauth/2026-09/token/revoke':
          return end(kept, form);
        default:
          return null;
      }
    },
  };
}

const notSetUp = problem(400, 'VALIDATION_ERROR', 'this app is not set up so');

function ask({ app }: Kept, query: Form): Reply {
  const read = asked.safeParse(query);
  return read.success && !isWrong(app, read.data) ? { status: 200, html: consentPage(read.data) } : notSetUp;
}

function decide({ app, codes, now }: Kept, form: Form): Reply {
  const read = decided.safeParse(form);
  if (!read.success || isWrong(app, read.data)) return notSetUp;
  const { redirect_uri, state, scope, code_challenge, decision } = read.data;
  const back = new URL(redirect_uri);
  if (decision === 'connect') {
    const code = secret();
    const grant = { scopes: scope.split(' '), redirectUri: redirect_uri, challenge: code_challenge ?? null };
    codes.set(code, { ...grant, until: now().getTime() + codeMs });
    back.searchParams.set('code', code);
  } else back.searchParams.set('error', 'access_denied');
  if (state !== undefined) back.searchParams.set('state', state);
  return { status: 302, location: back.href };
}

function redeem(kept: Kept, form: Form): Reply {
  const read = exchanged.safeParse(form);
  if (!read.success) return refusal('invalid_request');
  if (!isApp(kept.app, read.data)) return refusal('invalid_client', 401);
  if (read.data.grant_type === 'refresh_token') {
    const scopes = kept.refresh.get(read.data.refresh_token);
    kept.refresh.delete(read.data.refresh_token);
    return scopes ? tokensFor(kept, scopes) : refusal('invalid_grant');
  }
  const { code, redirect_uri, code_verifier } = read.data;
  const grant = kept.codes.get(code);
  kept.codes.delete(code);
  const isRight =
    grant !== undefined &&
    grant.until > kept.now().getTime() &&
    grant.redirectUri === redirect_uri &&
    (grant.challenge === null || grant.challenge === challengeOf(code_verifier ?? ''));
  return isRight ? tokensFor(kept, grant.scopes) : refusal('invalid_grant');
}

function tokensFor({ access, refresh, portalId, now }: Kept, scopes: readonly string[]): Reply {
  const [access_token, refresh_token] = [`at-${secret()}`, `rt-${secret()}`];
  access.set(access_token, { scopes, until: now().getTime() + accessSeconds * 1000 });
  refresh.set(refresh_token, scopes);
  const tokens = { access_token, refresh_token, token_type: 'bearer', expires_in: accessSeconds };
  return { status: 200, body: { ...tokens, hub_id: portalId, scopes } };
}

function introspect({ app, access, now }: Kept, form: Form): Reply {
  if (!isApp(app, form)) return refusal('invalid_client', 401);
  const found = access.get(form['token'] ?? '');
  return { status: 200, body: { active: found !== undefined && found.until > now().getTime() } };
}

function end({ app, access, refresh }: Kept, form: Form): Reply {
  if (!isApp(app, form)) return refusal('invalid_client', 401);
  const { token = '' } = form;
  access.delete(token);
  refresh.delete(token);
  return { status: 200, body: {} };
}

const secret = () => randomBytes(24).toString('base64url');

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

const refusal = (error: string, status = 400): Reply => ({
  status,
  body: { error, error_description: error, status: 'BAD_REQUEST', message: error },
});

function isApp(app: App, { client_id = '', client_secret = '' }: Partial<Record<string, string>>): boolean {
  const [given, own] = [`${client_id}\n${client_secret}`, `${app.clientId}\n${app.clientSecret}`].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return given !== undefined && own !== undefined && timingSafeEqual(given, own);
}

/** Redirects need TLS, except to the same machine. A scope that the app cannot do without has to be named. */
const isWrong = (app: App, { client_id, redirect_uri, scope }: Asked): boolean => {
  const { protocol, hostname } = new URL(redirect_uri);
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
  const scopes = scope.split(' ');
  const isWhole = scopes.includes('oauth') && scopes.every((each) => knownScope.test(each));
  return client_id !== app.clientId || !isSafe || !isWhole;
};

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? letter);

function consentPage(given: Asked): string {
  const fields = Object.entries(given).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(String(value))}">`,
  );
  const scopes = given.scope.split(' ').map((scope) => `<li>${escaped(scope)}</li>`);
  return `<!doctype html><html lang="en"><title>Connect app</title><main><h1>Sidetone wants to connect to your account</h1>
<ul>${scopes.join('')}</ul><form method="post" action="/oauth/authorize">${fields.join('')}
<button name="decision" value="connect">Connect app</button> <button name="decision" value="cancel">Cancel</button>
</form></main></html>`;
}
