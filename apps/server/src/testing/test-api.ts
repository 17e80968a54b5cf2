import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase, type Route, type RouteReply, type RouteRequest } from '@sidetone/contract/http/route.ts';
import type { SignInLanguage } from '@sidetone/contract/http/sign-in/sign-in-language.ts';
import { pino } from 'pino';
import type { ApiDeps } from '../api-deps.ts';
import { readConfig } from '../config.ts';
import { notifyFeed } from '../documents/change-feed.ts';
import { factBoard } from '../events.ts';
import { noCalls } from '../features/call-control/testing/no-calls.ts';
import { noClassicCalls } from '../features/classic/testing/no-classic-calls.ts';
import { createAccount, createUser, type NewUser } from '../identity/accounts.ts';
import { hashPassword } from '../identity/passwords.ts';
import { openJobs } from '../jobs/jobs.ts';
import { startApi } from '../start-api.ts';
import { errorForLog } from '../storage/error-for-log.ts';
import { secretBox } from '../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';

export const password = 'correct horse battery';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** The API on a free port of loopback with its own database, which it drops in the end. */
export async function testApi({
  database: given,
  busy,
  ...more
}: Partial<ApiDeps> & { database?: TestDatabase; busy?: ApiDeps['exchange']['busy'] } = {}) {
  const database = given ?? (await testDatabase());
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent', serializers: { err: errorForLog } });
  const facts = factBoard((name, error) => log.error({ name, err: error }, 'facts: listener failed'));
  const feed = await notifyFeed(database.url, (error) => log.warn({ err: error }, 'changes are not heard of'));
  const box = more.box ?? secretBox(randomBytes(32));
  const jobs = more.jobs ?? (await openJobs({ db: database.db, log, node: 'n' }));
  const api = await startApi({
    // Files of an earlier run would be there in the usual folder.
    config: { ...readConfig({}), port: 0, dataDir: mkdtempSync(join(tmpdir(), 'data-')) },
    db: database.db,
    feed,
    facts,
    log,
    clientFolder: mkdtempSync(join(tmpdir(), 'client-')),
    exchange: {
      control: noCalls,
      classic: noClassicCalls,
      sipSocket: (socket) => socket.close(),
      ...(busy && { busy }),
    },
    ...more,
    box,
    jobs,
  });
  return {
    ...api,
    box,
    db: database.db,
    facts,
    feed,
    jobs,
    async stop() {
      await api.stop();
      await jobs.stop();
      await feed.stop();
      await database.drop();
    },
  };
}
export type TestApi = Awaited<ReturnType<typeof testApi>>;

let hashed: Promise<string> | undefined;

/** A person who can sign in with `password`; in a new account unless one is given. */
export async function person(api: TestApi, about: Partial<NewUser> & { firstName: string }) {
  hashed ??= hashPassword(password);
  const accountId =
    about.accountId ?? (await createAccount(api.db, { name: `${about.firstName} & Co`, areaCode: '30' }));
  const email = about.email ?? `${about.firstName.toLowerCase()}@${accountId}.example`;
  const made = await createUser(api.db, {
    lastName: 'Tester',
    passwordHash: await hashed,
    ...about,
    accountId,
    email,
  });
  return { ...made, accountId, email };
}

/** A browser as far as signing in needs one: it keeps cookies with their paths. */
export function browser(origin: string) {
  /** By name and path: two with one name live side by side on different paths. */
  const cookies = new Map<string, { name: string; value: string; path: string }>();
  const request = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(url, origin);
    const sent = [...cookies.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`);
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(sent.length > 0 ? { cookie: sent.join('; ') } : {}),
    };
    const response = await fetch(new URL(url, origin), { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(`${name} ${path}`);
      else cookies.set(`${name} ${path}`, { name, value, path });
    }
    return response;
  };
  return { request, cookies };
}
export type Browser = ReturnType<typeof browser>;

/** Which of our programs signs in, and where it is led back to. */
interface SigningIn {
  readonly clientId: string;
  readonly redirectUri: string;
}
export const byDesktop: SigningIn = { clientId: 'sidetone-desktop', redirectUri: 'http://127.0.0.1:49152/signed-in' };
const byBrowser = (origin: string): SigningIn => ({ clientId: 'sidetone', redirectUri: `${origin}/signed-in` });

/** Begins a sign-in; gives its uid, or the code at once when the browser is signed in already. */
export async function beginSignIn(
  at: Browser,
  origin: string,
  by: SigningIn = byBrowser(origin),
  more: Record<string, string> = {},
) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: by.clientId,
    response_type: 'code',
    redirect_uri: by.redirectUri,
    scope: 'openid offline_access',
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  const response = await at.request(`/oidc/auth?${query}`);
  const location = new URL(response.headers.get('location') ?? '', origin);
  return { verifier, location, uid: /^\/sign-in\/(.+)$/.exec(location.pathname)?.[1] };
}

export const sendCredentials = (
  at: Browser,
  uid: string,
  credentials: { email: string; password: string; language?: SignInLanguage },
) =>
  at.request(`/api/sign-in/${uid}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });

/** Exchanges the code at the end of a redirect for tokens. */
export async function takeTokens(
  at: Browser,
  origin: string,
  redirect: URL,
  verifier: string,
  by: SigningIn = byBrowser(origin),
): Promise<Response> {
  return await at.request('/oidc/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: by.clientId,
      code: redirect.searchParams.get('code') ?? '',
      redirect_uri: by.redirectUri,
      code_verifier: verifier,
    }),
  });
}

/** The whole authorization-code flow with PKCE, as the client does it. */
export async function signInAs(
  origin: string,
  email: string,
  at: Browser = browser(origin),
  by: SigningIn = byBrowser(origin),
): Promise<Tokens> {
  const { verifier, uid } = await beginSignIn(at, origin, by);
  const answer = await sendCredentials(at, uid ?? '', { email, password });
  const { redirectTo } = (await answer.json()) as { redirectTo: string };
  const resumed = await at.request(redirectTo);
  const redirect = new URL(resumed.headers.get('location') ?? '', origin);
  const tokens = await takeTokens(at, origin, redirect, verifier, by);
  return (await tokens.json()) as Tokens;
}

/** Calls a route of the contract; gives the status and the body, whatever they are. */
export async function callRoute<R extends Route>(
  origin: string,
  token: string | undefined,
  route: R,
  request: RouteRequest<R>,
): Promise<{ status: number; body: RouteReply<R> }> {
  const { params, query, body } = request as { params?: object; query?: Record<string, string>; body?: unknown };
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ''),
  );
  const search = query ? `?${new URLSearchParams(query)}` : '';
  const response = await fetch(`${origin}${apiBase}${path}${search}`, {
    method: route.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: (isJson ? await response.json() : await response.text()) as RouteReply<R> };
}
