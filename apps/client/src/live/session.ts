import { type SignInClaims, signInClaims } from '@sidetone/contract/entities/user.ts';
import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { createStore } from 'zustand/vanilla';
import { ApiError } from './api-error.ts';

/**
 * `unknown` until the stored session was read; `ended` when the server refused to renew it, so that the
 * sign-in page can say so.
 */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'signedOut' }
  | { status: 'ended' }
  | { status: 'signedIn'; claims: SignInClaims };

export const session = createStore<SessionState>(() => ({ status: 'unknown' }));

/** A token with less than this left counts as expired, in seconds. */
const tokenMarginSeconds = 20;
const refreshLock = 'sidetone.session';

let manager: UserManager | null = null;
let refreshing: Promise<string> | null = null;

function users(): UserManager {
  manager ??= new UserManager({
    authority: `${location.origin}/oidc`,
    client_id: 'sidetone',
    redirect_uri: `${location.origin}/signed-in`,
    post_logout_redirect_uri: `${location.origin}/login`,
    scope: 'openid offline_access',
    userStore: new WebStorageStateStore({ store: localStorage, prefix: 'sidetone.' }),
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: 'sidetone.' }),
    // Renewing is ours: one refresh at a time over all tabs, since a refresh token is good only once.
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: 15,
  });
  return manager;
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

/** Goes to the sign-in page of the provider; after it, the browser comes back to `returnTo`. */
export async function signIn(returnTo: string, language: string): Promise<void> {
  await users().signinRedirect({ state: { returnTo }, ui_locales: language });
}

/** Finishes a sign-in from the address the provider sent the browser to; answers where to go on. */
export async function finishSignIn(): Promise<string> {
  const user = await users().signinRedirectCallback();
  adopt(user);
  const state = user.state as { returnTo?: unknown } | undefined;
  return safePath(state?.returnTo);
}

/** Forgets the session here and at the provider. Without a connection it is forgotten here at least. */
export async function signOut(): Promise<void> {
  const user = await users().getUser();
  await users().removeUser();
  session.setState({ status: 'signedOut' }, true);
  try {
    await users().signoutRedirect(user?.id_token === undefined ? {} : { id_token_hint: user.id_token });
  } catch {
    location.assign('/login');
  }
}

/** Forgets the session because the server no longer accepts it. */
async function endSession(): Promise<void> {
  await users().removeUser();
  session.setState({ status: 'ended' }, true);
}

/** A token the server accepts now; renewed when it is about to expire. Throws ApiError. */
export async function accessToken(): Promise<string> {
  const user = await users().getUser();
  if (!user) throw new ApiError('UNAUTHENTICATED', 'nobody is signed in');
  return isFresh(user) ? user.access_token : renewToken();
}

/** A new token, whatever the stored one looks like. One refresh runs at a time, over all tabs. */
export function renewToken(): Promise<string> {
  refreshing ??= refresh().finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refresh(): Promise<string> {
  const before = (await users().getUser())?.access_token;
  return navigator.locks.request(refreshLock, async () => {
    const user = await users().getUser();
    if (!user) {
      if (session.getState().status === 'signedIn') session.setState({ status: 'ended' }, true);
      throw new ApiError('UNAUTHENTICATED', 'nobody is signed in');
    }
    // Another tab was faster while this one waited for the lock: its token is the good one.
    if (user.access_token !== before && isFresh(user)) return user.access_token;
    try {
      const renewed = await users().signinSilent();
      if (!renewed) throw new ApiError('TOKEN_EXPIRED', 'the session could not be renewed');
      adopt(renewed);
      return renewed.access_token;
    } catch (cause) {
      if (!isRefusal(cause)) throw new ApiError('NETWORK', 'the session could not be renewed now', { cause });
      await endSession();
      throw new ApiError('TOKEN_EXPIRED', 'the session has ended', { cause });
    }
  });
}

/** Whether the provider said no, as opposed to not answering. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof ErrorResponse || (cause instanceof ApiError && cause.code === 'TOKEN_EXPIRED');
}

function isFresh(user: User): boolean {
  return user.expires_in === undefined || user.expires_in > tokenMarginSeconds;
}

function adopt(user: User | null): void {
  const claims = user ? signInClaims.safeParse(user.profile) : null;
  if (claims?.success) session.setState({ status: 'signedIn', claims: claims.data }, true);
  else session.setState({ status: 'signedOut' }, true);
}

/** A path of this page; anything else could lead a signed-in person to a foreign address. */
export function safePath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return '/';
  return /^\/(login|signed-in|sign-in|set-up)\b/.test(path) ? '/' : path;
}
