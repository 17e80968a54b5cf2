import { ownClientIds, type SignInClaims, signInClaims } from '@sidetone/contract/entities/user.ts';
import {
  ErrorResponse,
  type SigninRedirectArgs,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { createStore } from 'zustand/vanilla';
import type { DesktopBridge } from '#platform/bridge-parts.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { safePath } from './safe-path.ts';
import { tokenKeeper } from './session/token-keeper.ts';

/**
 * `unknown` until the stored session is read. `leaving` while the provider is asked to end the session: a sign-in
 * before that would be the same user again. `ended` when the server refused to renew it, so that the sign-in page can
 * say so.
 */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'leaving' }
  | { status: 'signedOut' }
  | { status: 'ended' }
  | { status: 'signedIn'; claims: SignInClaims };

export const session = createStore<SessionState>(() => ({ status: 'unknown' }));

/**
 * The user who is signed in here now. Followers of `onPersonChange` may have been loaded after the session was read.
 */
export function personHere(): string | null {
  return personOf(session.getState());
}

/**
 * Tells each time another user is signed in here than before, or nobody: what memory holds of the previous user has to
 * be forgotten. Returns the way to stop.
 */
export function onPersonChange(listener: (webUserId: string | null) => void): () => void {
  return session.subscribe((now, before) => {
    const person = personOf(now);
    if (person !== personOf(before)) listener(person);
  });
}

function personOf(state: SessionState): string | null {
  return state.status === 'signedIn' ? state.claims.webuserId : null;
}

const refreshLock = 'sidetone.session';

let manager: UserManager | null = null;

function users(): UserManager {
  manager ??= new UserManager(settings());
  return manager;
}

function settings(): UserManagerSettings {
  return {
    authority: `${location.origin}/oidc`,
    client_id: ownClientIds[bridge().kind],
    redirect_uri: `${location.origin}/signed-in`,
    post_logout_redirect_uri: `${location.origin}/login`,
    scope: 'openid offline_access',
    userStore: new WebStorageStateStore({ store: localStorage, prefix: 'sidetone.' }),
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: 'sidetone.' }),
    // The tokens are renewed here: one refresh at a time over all tabs, since a refresh token is valid only once.
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: 15,
  };
}

/** Reads the stored session, and from then on follows what other tabs do with it. */
export async function startSession(): Promise<void> {
  adopt(await users().getUser());
  addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith('sidetone.user:')) void followOtherTab();
  });
}

async function followOtherTab(): Promise<void> {
  const stored = await users().getUser();
  if (session.getState().status === 'ended' && !stored) return;
  adopt(stored);
}

/** Counts sign-ins in the system's browser: a new one gives up the one before. */
let begun = 0;

/**
 * Has the user sign in in the system's browser, and comes back to `returnTo`; `language` is one that they chose here.
 * Rejects when they did not sign in, unless another sign-in was begun in the meantime.
 */
export async function signInBeside(
  nativeSignIn: NonNullable<DesktopBridge['nativeSignIn']>,
  returnTo: string,
  language: string | null,
): Promise<void> {
  const asked = { state: { returnTo }, ...(language === null ? {} : { ui_locales: language }) };
  begun += 1;
  const mine = begun;
  try {
    const back = await nativeSignIn((redirect_uri) => addressOfSignIn({ ...asked, redirect_uri }));
    location.assign(`/signed-in${new URL(back).search}`);
  } catch (cause) {
    if (mine === begun) throw cause;
  }
}

/** The provider began no sign-in; `error` is its code (RFC 6749 §4.1.2.1), such as `access_denied`. */
class SignInRefused extends Error {
  readonly error: string;

  constructor(error: string) {
    super('the provider began no sign-in');
    this.name = 'SignInRefused';
    this.error = error;
  }
}

/**
 * Begins a sign-in that waits for a password in this browser, also where the provider knows a user already: users who
 * type a password are not signed in as somebody else. Gives the id of that sign-in; after it the browser comes back to
 * `returnTo`. Throws `SignInRefused`.
 */
export async function beginSignIn(returnTo: string): Promise<string> {
  const reply = await fetch(await addressOfSignIn({ state: { returnTo }, prompt: 'login' }));
  // The provider would send the browser to the page with its form; the answer stops there.
  const { pathname, searchParams } = new URL(reply.url);
  const uid = /^\/sign-in\/([^/]+)$/.exec(pathname)?.[1];
  if (uid === undefined) throw new SignInRefused(searchParams.get('error') ?? 'unknown');
  return uid;
}

/** Begins a sign-in without leaving the page; gives the address to go to. */
async function addressOfSignIn(asked: SigninRedirectArgs): Promise<string> {
  let address = '';
  const navigate = async ({ url }: { url: string }) => {
    address = url;
    return { url };
  };
  const nowhere = { prepare: async () => ({ navigate, close: () => {} }), callback: async () => {} };
  await new UserManager(settings(), nowhere).signinRedirect(asked);
  return address;
}

/** Finishes a sign-in from the address that the provider sent the browser to; gives the place to continue at. */
export async function finishSignIn(): Promise<string> {
  const user = await users().signinRedirectCallback();
  adopt(user);
  const state = user.state as { returnTo?: unknown } | undefined;
  return safePath(state?.returnTo);
}

/** Forgets the session here and at the provider; without a connection at least here. */
export async function signOut(): Promise<void> {
  const user = await users().getUser();
  await users().removeUser();
  session.setState({ status: 'leaving' }, true);
  // The provider ends the tokens that its own session in this browser knows of. The session of the desktop program is
  // in the system's browser, and a session may be over before the app is.
  if (user?.refresh_token) await revoke(user.refresh_token);
  try {
    await users().signoutRedirect(user?.id_token === undefined ? {} : { id_token_hint: user.id_token });
  } catch {
    session.setState({ status: 'signedOut' }, true);
    location.assign('/login');
  }
}

/**
 * Takes back a refresh token, as far as the provider answers: the browser's own sign-in there has to end in any case.
 */
async function revoke(token: string): Promise<void> {
  try {
    const { client_id } = settings();
    const endpoint = await users().metadataService.getRevocationEndpoint(false);
    const body = new URLSearchParams({ client_id, token, token_type_hint: 'refresh_token' });
    const signal = AbortSignal.timeout(5_000);
    // RFC 7009 §2.2: only the status counts, not the body.
    const { ok, status } = await fetch(endpoint, { method: 'POST', body, signal });
    if (!ok) throw new Error(`the provider answered ${status}`);
  } catch (cause) {
    console.warn('[session] revoking the refresh token failed', cause);
  }
}

const keeper = tokenKeeper({
  async read() {
    const user = await users().getUser();
    return user ? { token: user.access_token, secondsLeft: user.expires_in ?? null } : null;
  },
  async refresh() {
    const renewed = await users().signinSilent();
    if (!renewed) throw new Error('the provider sent nobody');
    adopt(renewed);
    return renewed.access_token;
  },
  // With any other error the provider did not answer.
  isRefusal: (cause) => cause instanceof ErrorResponse,
  alone: (work) => navigator.locks.request(refreshLock, work),
  async onEnded() {
    await users().removeUser();
    session.setState({ status: 'ended' }, true);
  },
});

export const { accessToken, renewToken } = keeper;

function adopt(user: User | null): void {
  const claims = user ? signInClaims.safeParse(user.profile) : null;
  if (claims?.success) session.setState({ status: 'signedIn', claims: claims.data }, true);
  else session.setState({ status: 'signedOut' }, true);
}
