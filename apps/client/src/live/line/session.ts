import { type SignInClaims, signInClaims } from '@sidetone/contract/entities/user.ts';
import { createStore } from 'zustand/vanilla';
import type { DesktopBridge } from '#platform/bridge-parts.ts';
import { safePath } from './safe-path.ts';
import { forgetStoredUser, isUserKey, type StoredUser, secondsLeft, storedUser } from './session/stored-user.ts';
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

type Provider = typeof import('./session/provider.ts');
let loaded: Provider | null = null;

/** What speaks with the provider. Where it does not come, what asked for it fails, and the next one asks again. */
async function provider(): Promise<Provider> {
  loaded ??= await import('./session/provider.ts');
  return loaded;
}

/** Loads what renews a sign-in and ends it, before that is needed. */
export function loadProvider(): void {
  provider().catch((cause: unknown) => console.warn('[session] what renews a sign-in was not loaded', cause));
}

/** Reads the stored session, and from then on follows what other tabs do with it. */
export function startSession(): void {
  adopt(storedUser());
  addEventListener('storage', ({ key }) => {
    if (isUserKey(key)) followOtherTab();
  });
}

function followOtherTab(): void {
  const stored = storedUser();
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
    const { addressOfSignIn } = await provider();
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
  const { addressOfSignIn } = await provider();
  const reply = await fetch(await addressOfSignIn({ state: { returnTo }, prompt: 'login' }));
  // The provider would send the browser to the page with its form; the answer stops there.
  const { pathname, searchParams } = new URL(reply.url);
  const uid = /^\/sign-in\/([^/]+)$/.exec(pathname)?.[1];
  if (uid === undefined) throw new SignInRefused(searchParams.get('error') ?? 'unknown');
  return uid;
}

/** Finishes a sign-in from the address that the provider sent the browser to; gives the place to continue at. */
export async function finishSignIn(): Promise<string> {
  const { takeSignIn } = await provider();
  const state = (await takeSignIn()) as { returnTo?: unknown } | undefined;
  adopt(storedUser());
  return safePath(state?.returnTo);
}

/** Forgets the session here and at the provider; without a connection at least here. */
export async function signOut(): Promise<void> {
  const user = storedUser();
  forgetStoredUser();
  session.setState({ status: 'leaving' }, true);
  try {
    const { leaveProvider, revoke } = await provider();
    // The provider ends the tokens that its own session in this browser knows of. The session of the desktop program is
    // in the system's browser, and a session may be over before the app is.
    if (user?.refresh_token) await revoke(user.refresh_token);
    await leaveProvider(user?.id_token);
  } catch {
    session.setState({ status: 'signedOut' }, true);
    location.assign('/login');
  }
}

const keeper = tokenKeeper({
  async read() {
    const user = storedUser();
    return user && { token: user.access_token, secondsLeft: secondsLeft(user) };
  },
  async refresh() {
    const { refreshTokens } = await provider();
    const token = await refreshTokens();
    adopt(storedUser());
    return token;
  },
  // It was loaded where it refused anything.
  isRefusal: (cause) => loaded?.isRefusal(cause) ?? false,
  alone: (work) => navigator.locks.request(refreshLock, work),
  async onEnded() {
    forgetStoredUser();
    session.setState({ status: 'ended' }, true);
  },
});

export const { accessToken, renewToken } = keeper;

function adopt(user: StoredUser | null): void {
  const claims = user ? signInClaims.safeParse(user.profile) : null;
  if (claims?.success) session.setState({ status: 'signedIn', claims: claims.data }, true);
  else session.setState({ status: 'signedOut' }, true);
}
