import { createHash, randomBytes } from 'node:crypto';
import type { SignIn } from '../world/sign-in.ts';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly expires_in: number;
}

/** A signed-in program: goes through the authorization code flow with PKCE like the client, then calls the API. */
export class ApiSession {
  readonly #origin: string;
  #accessToken: string;
  #refreshToken: string;
  readonly #idToken: string;
  /** In seconds since 1970. */
  readonly #expiresAt: number;

  private constructor(origin: string, tokens: Tokens) {
    this.#origin = origin;
    this.#accessToken = tokens.access_token;
    this.#refreshToken = tokens.refresh_token;
    this.#idToken = tokens.id_token;
    this.#expiresAt = Math.floor(Date.now() / 1000) + tokens.expires_in;
  }

  /** Signs in as the browser that says this of itself, or as a program of no name. */
  static async signIn(origin: string, who: SignIn, userAgent = 'node'): Promise<ApiSession> {
    const verifier = randomBytes(32).toString('base64url');
    const redirectUri = `${origin}/signed-in`;
    const visit = cookieJar(origin, userAgent);
    const query = new URLSearchParams({
      client_id: 'sidetone',
      response_type: 'code',
      scope: 'openid offline_access',
      redirect_uri: redirectUri,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const begun = await visit(`/oidc/auth?${query}`);
    const uid = /\/sign-in\/([^/?]+)/.exec(begun.headers.get('location') ?? '')?.[1];
    if (!uid) throw new Error(`Sign-in did not begin: ${begun.status} ${await begun.text()}`);
    const proved = await visit(`/api/sign-in/${uid}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: who.email, password: who.password }),
    });
    if (!proved.ok) throw new Error(`Sign-in was refused: ${proved.status} ${await proved.text()}`);
    let next = ((await proved.json()) as { redirectTo: string }).redirectTo;
    for (let hop = 0; hop < 5 && !next.startsWith(redirectUri); hop += 1) {
      next = (await visit(next)).headers.get('location') ?? '';
    }
    const code = new URL(next, origin).searchParams.get('code');
    if (!code) throw new Error(`Sign-in gave no code: ${next}`);
    const tokens = await ApiSession.#tokens(origin, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
    return new ApiSession(origin, tokens);
  }

  /** The user id that the ID token names. */
  get webUserId(): string {
    return this.#claims.webuserId;
  }

  get #claims(): { webuserId: string } {
    return JSON.parse(Buffer.from(this.#idToken.split('.')[1] ?? '', 'base64url').toString()) as { webuserId: string };
  }

  /** What the client keeps in its local storage for someone who signed in: the name of the entry and its value. */
  static async signInForBrowser(
    origin: string,
    who: SignIn,
    userAgent: string,
  ): Promise<{ key: string; value: string }> {
    const session = await ApiSession.signIn(origin, who, userAgent);
    const user = {
      id_token: session.#idToken,
      access_token: session.#accessToken,
      refresh_token: session.#refreshToken,
      token_type: 'Bearer',
      scope: 'openid',
      profile: session.#claims,
      expires_at: session.#expiresAt,
    };
    return { key: `sidetone.user:${origin}/oidc:sidetone`, value: JSON.stringify(user) };
  }

  get accessToken(): string {
    return this.#accessToken;
  }

  async refresh(): Promise<void> {
    const tokens = await ApiSession.#tokens(this.#origin, {
      grant_type: 'refresh_token',
      refresh_token: this.#refreshToken,
    });
    this.#accessToken = tokens.access_token;
    this.#refreshToken = tokens.refresh_token;
  }

  /** One request to `/api…`, given up after `limitMs`; the caller looks at the status. */
  request(method: string, path: string, body?: unknown, limitMs = 5_000): Promise<Response> {
    return fetch(`${this.#origin}/api${path}`, {
      method,
      signal: AbortSignal.timeout(limitMs),
      headers: {
        authorization: `Bearer ${this.#accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  static async #tokens(origin: string, form: Record<string, string>) {
    const reply = await fetch(`${origin}/oidc/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: 'sidetone', ...form }),
    });
    if (!reply.ok) throw new Error(`No tokens: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Tokens;
  }
}

/** Requests that keep cookies with their paths, as far as signing in needs them; redirects are left to the caller. */
const cookieJar = (origin: string, userAgent: string) => {
  const cookies = new Map<string, { value: string; path: string }>();
  return async (target: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(target, origin);
    const cookie = [...cookies]
      .filter(([, { path }]) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const reply = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie, 'user-agent': userAgent },
    });
    for (const line of reply.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const at = pair.indexOf('=');
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
      cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), path });
    }
    return reply;
  };
};
