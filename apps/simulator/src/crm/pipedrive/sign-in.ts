import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { problem, type Reply } from './replies.ts';

/** An app as its maker registered it: it has exactly one address to come back to. */
interface App {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string | null;
}

const accessSeconds = 3600;
const codeMs = 5 * 60_000;

const asked = z.object({
  client_id: z.string(),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  state: z.string().max(2000).optional(),
});
const decided = asked.extend({ decision: z.enum(['allow', 'cancel']) });
const exchanged = z.discriminatedUnion('grant_type', [
  z.object({ grant_type: z.literal('authorization_code'), code: z.string(), redirect_uri: z.string() }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
]);

/**
 * The vendor's sign-in page and its tokens. Apps show their secret with Basic; codes are good once; without its refresh token
 * nothing is left of a grant; the answer names the company's own address as `api_domain`.
 */
export function pipedriveSignIn(app: App, apiDomain: () => string, now: () => Date) {
  const codes = new Map<string, { readonly redirectUri: string; readonly until: number }>();
  const tokens = grantedTokens(apiDomain, now);

  const redeem = (form: Record<string, string>): Reply => {
    const read = exchanged.safeParse(form);
    if (!read.success) return refusal('invalid_request');
    if (read.data.grant_type === 'refresh_token') {
      return tokens.renew(read.data.refresh_token);
    }
    const { code: given, redirect_uri } = read.data;
    const code = codes.get(given);
    codes.delete(given);
    return code && code.until > now().getTime() && code.redirectUri === redirect_uri
      ? tokens.grant(secret())
      : refusal('invalid_grant');
  };
  const decide = (form: Record<string, string>): Reply => {
    const read = decided.safeParse(form);
    if (!read.success || isWrong(app, read.data)) return problem(400, 'this app is not set up so');
    const { redirect_uri: redirectUri, state, decision } = read.data;
    if (decision === 'cancel') return backTo(redirectUri, { error: 'user_denied' }, state);
    const code = secret();
    codes.set(code, { redirectUri, until: now().getTime() + codeMs });
    return backTo(redirectUri, { code }, state);
  };

  return {
    isAccess: tokens.isAccess,
    endAll: tokens.endAll,
    /** The answer to a request of the sign-in; null for any other path. */
    reply(method: string, url: URL, form: Record<string, string>, authorization: string): Reply | null {
      switch (`${method} ${url.pathname}`) {
        case 'GET /oauth/authorize':
          return consent(app, url);
        case 'POST /oauth/authorize':
          return decide(form);
        case 'POST /oauth/token':
          return isApp(app, authorization) ? redeem(form) : refusal('invalid_client', 401);
        case 'POST /oauth/revoke':
          return isApp(app, authorization) ? tokens.revoke(form['token'] ?? '') : refusal('invalid_client', 401);
        default:
          return null;
      }
    },
  };
}

const isWrong = (app: App, { client_id, redirect_uri }: z.infer<typeof asked>): boolean =>
  client_id !== app.clientId || (app.redirectUri !== null && redirect_uri !== app.redirectUri);

function consent(app: App, url: URL): Reply {
  const read = asked.safeParse(Object.fromEntries(url.searchParams));
  const isRight = read.success && !isWrong(app, read.data);
  return isRight ? { status: 200, html: consentPage(read.data) } : problem(400, 'this app is not set up so');
}

function backTo(redirectUri: string, words: Readonly<Record<string, string>>, state: string | undefined): Reply {
  const back = new URL(redirectUri);
  for (const [name, value] of Object.entries(words)) back.searchParams.set(name, value);
  if (state !== undefined) back.searchParams.set('state', state);
  return { status: 302, location: back.href };
}

/** Tokens that are good: of access for an hour, of refresh until they are revoked. */
function grantedTokens(apiDomain: () => string, now: () => Date) {
  const access = new Map<string, number>();
  const refresh = new Set<string>();
  const grant = (refreshToken: string): Reply => {
    const token = secret();
    access.set(token, now().getTime() + accessSeconds * 1000);
    refresh.add(refreshToken);
    return tokensReply({ access_token: token, refresh_token: refreshToken, api_domain: apiDomain() });
  };
  return {
    grant,
    renew: (token: string): Reply => (refresh.has(token) ? grant(token) : refusal('invalid_grant')),
    isAccess: (token: string): boolean => (access.get(token) ?? 0) > now().getTime(),
    revoke(token: string): Reply {
      if (refresh.delete(token)) access.clear();
      access.delete(token);
      return { status: 200, body: {} };
    },
    /** Ends all access, as someone who removes the app does. */
    endAll(): void {
      access.clear();
      refresh.clear();
    },
  };
}

const tokensReply = (tokens: object): Reply => ({
  status: 200,
  body: { ...tokens, token_type: 'Bearer', expires_in: accessSeconds, scope: 'base' },
});

const secret = () => randomBytes(24).toString('base64url');

const refusal = (error: string, status = 400): Reply => ({ status, body: { success: false, error, message: error } });

function isApp({ clientId, clientSecret }: App, authorization: string): boolean {
  const own = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const [left, right] = [authorization, own].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? letter);

function consentPage(given: z.infer<typeof asked>): string {
  const fields = Object.entries(given).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(String(value))}">`,
  );
  return `<!doctype html><html lang="en"><title>Install app</title><main><h1>Sidetone wants to access your data</h1>
<form method="post" action="/oauth/authorize">${fields.join('')}
<button name="decision" value="allow">Allow and install</button> <button name="decision" value="cancel">Cancel</button>
</form></main></html>`;
}
