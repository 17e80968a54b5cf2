import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What Microsoft answers: a status with JSON, a page, or an address to go to. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly html?: string;
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An app as its maker registered it. */
interface App {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Grant {
  readonly scopes: readonly string[];
  readonly redirectUri: string;
  readonly challenge: string;
}

const known = ['Presence.ReadWrite', 'Presence.Read', 'User.Read', 'offline_access'];
const codeMs = 10 * 60_000;

const asked = z.object({
  client_id: z.string(),
  response_type: z.literal('code'),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  scope: z.string(),
  state: z.string().max(2000),
  // Without a proof of who asks nobody is let in here.
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
});
const decided = asked.extend({ decision: z.enum(['accept', 'cancel']) });
const client = z.object({ client_id: z.string(), client_secret: z.string() });
const exchanged = z.discriminatedUnion('grant_type', [
  client.extend({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    redirect_uri: z.string(),
    code_verifier: z.string().min(43),
  }),
  client.extend({ grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
]);
type Form = Readonly<Record<string, string>>;

/** What Microsoft keeps of an app: codes, and tokens with the scopes that they are good for. */
interface Kept {
  readonly app: App;
  readonly codes: Map<string, Grant & { readonly until: number }>;
  readonly access: Map<string, { readonly scopes: readonly string[]; readonly until: number }>;
  readonly refresh: Map<string, readonly string[]>;
  /** Scopes that are granted to nobody. */
  readonly withheld: Set<string>;
  now(): Date;
}

const accessSeconds = 3600;

/**
 * The two addresses of the Microsoft identity platform: codes are good once and for ten minutes, PKCE is wanted, a refresh token
 * is good until all access is ended, and comes only with `offline_access`.
 */
export function microsoftSignIn({ app, tenant }: { app: App; tenant: string }, now: () => Date) {
  const kept: Kept = { app, now, codes: new Map(), access: new Map(), refresh: new Map(), withheld: new Set() };
  const { access, refresh, withheld } = kept;
  return {
    /** Scopes of an access token; null for one that is none, or no longer. */
    scopesOf(token: string): readonly string[] | null {
      const found = access.get(token);
      return found && found.until > now().getTime() ? found.scopes : null;
    },
    /** Every token that is good so far. */
    given: () => [...access.keys(), ...refresh.keys()],
    /** Grants all scopes but these from now on. */
    withhold(...scopes: string[]) {
      withheld.clear();
      for (const scope of scopes) withheld.add(scope);
    },
    /** Access tokens are no longer taken; those that renew them are. */
    endAccess: () => access.clear(),
    /** Ends all access, as someone does who takes the app out of their account. */
    endAll() {
      access.clear();
      refresh.clear();
    },
    /** The answer to a request of the sign-in; null for any other path. */
    reply(method: string, { pathname, searchParams }: URL, form: Form): Reply | null {
      switch (`${method} ${pathname}`) {
        case `GET /${tenant}/oauth2/v2.0/authorize`:
          return ask(kept, Object.fromEntries(searchParams), pathname);
        case `POST /${tenant}/oauth2/v2.0/authorize`:
          return decide(kept, form);
        case `POST /${tenant}/oauth2/v2.0/token`:
          return redeem(kept, form);
        default:
          return null;
      }
    },
  };
}

function ask({ app }: Kept, query: Form, pathname: string): Reply {
  const read = asked.safeParse(query);
  return read.success && !isWrong(app, read.data) ? { status: 200, html: consentPage(read.data, pathname) } : notSetUp;
}

function decide({ app, codes, withheld, now }: Kept, form: Form): Reply {
  const read = decided.safeParse(form);
  if (!read.success || isWrong(app, read.data)) return notSetUp;
  const { redirect_uri, state, scope, code_challenge, decision } = read.data;
  const back = new URL(redirect_uri);
  if (decision === 'accept') {
    const code = secret();
    const scopes = scope.split(' ').filter((each) => !withheld.has(each));
    codes.set(code, { scopes, redirectUri: redirect_uri, challenge: code_challenge, until: now().getTime() + codeMs });
    back.searchParams.set('code', code);
    back.searchParams.set('session_state', secret());
  } else {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'AADSTS65004: User declined to consent to access the app.');
  }
  back.searchParams.set('state', state);
  return { status: 302, location: back.href };
}

function redeem(kept: Kept, form: Form): Reply {
  const { app, codes, refresh, now } = kept;
  const read = exchanged.safeParse(form);
  if (!read.success) return refusal('invalid_request');
  const { client_id, client_secret } = read.data;
  if (client_id !== app.clientId || client_secret !== app.clientSecret) return refusal('invalid_client', 401);
  if (read.data.grant_type === 'refresh_token') {
    const scopes = refresh.get(read.data.refresh_token);
    return scopes ? tokensFor(kept, scopes) : refusal('invalid_grant');
  }
  const { code, redirect_uri, code_verifier } = read.data;
  const grant = codes.get(code);
  codes.delete(code);
  const isRight =
    grant !== undefined &&
    grant.until > now().getTime() &&
    grant.redirectUri === redirect_uri &&
    grant.challenge === createHash('sha256').update(code_verifier).digest('base64url');
  return isRight ? tokensFor(kept, grant.scopes) : refusal('invalid_grant');
}

function tokensFor({ access, refresh, now }: Kept, scopes: readonly string[]): Reply {
  const token = `at-${secret()}`;
  access.set(token, { scopes, until: now().getTime() + accessSeconds * 1000 });
  const given = { token_type: 'Bearer', scope: scopes.join(' '), expires_in: accessSeconds, access_token: token };
  if (!scopes.includes('offline_access')) return { status: 200, body: given };
  const renewing = `rt-${secret()}`;
  refresh.set(renewing, scopes);
  return { status: 200, body: { ...given, refresh_token: renewing } };
}

/** Redirects need TLS, except to the same machine. */
function isWrong(app: App, { client_id, redirect_uri, scope }: z.infer<typeof asked>): boolean {
  const { protocol, hostname } = new URL(redirect_uri);
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
  return client_id !== app.clientId || !isSafe || !scope.split(' ').every((each) => known.includes(each));
}

const secret = () => randomBytes(24).toString('base64url');

const refusal = (error: string, status = 400): Reply => ({
  status,
  body: { error, error_description: `AADSTS70000: ${error}`, error_codes: [70_000] },
});

const notSetUp: Reply = { status: 400, html: '<!doctype html><title>AADSTS50011</title>' };

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? letter);

function consentPage(given: z.infer<typeof asked>, action: string): string {
  const fields = Object.entries(given).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(String(value))}">`,
  );
  const scopes = given.scope.split(' ').map((scope) => `<li>${escaped(scope)}</li>`);
  return `<!doctype html><html lang="en"><title>Permissions requested</title><main><h1>Permissions requested</h1>
<ul>${scopes.join('')}</ul><form method="post" action="${escaped(action)}">${fields.join('')}
<button name="decision" value="accept">Accept</button> <button name="decision" value="cancel">Cancel</button>
</form></main></html>`;
}
