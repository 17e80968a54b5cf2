import { ownClientIds } from '@sidetone/contract/entities/user.ts';
import {
  ErrorResponse,
  type SigninRedirectArgs,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { authority, storagePrefix } from './stored-user.ts';

// What speaks with the provider of sign-ins. A user who is signed in already does not need it until the token is renewed.

let manager: UserManager | null = null;

function users(): UserManager {
  manager ??= new UserManager(settings());
  return manager;
}

function settings(): UserManagerSettings {
  return {
    authority: authority(),
    client_id: ownClientIds[bridge().kind],
    redirect_uri: `${location.origin}/signed-in`,
    post_logout_redirect_uri: `${location.origin}/login`,
    scope: 'openid offline_access',
    userStore: new WebStorageStateStore({ store: localStorage, prefix: storagePrefix }),
    stateStore: new WebStorageStateStore({ store: localStorage, prefix: storagePrefix }),
    // The tokens are renewed by the session: one refresh at a time over all tabs, since a refresh token is valid only once.
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: 15,
  };
}

/** Begins a sign-in without leaving the page; gives the address to go to. */
export async function addressOfSignIn(asked: SigninRedirectArgs): Promise<string> {
  let address = '';
  const navigate = async ({ url }: { url: string }) => {
    address = url;
    return { url };
  };
  const nowhere = { prepare: async () => ({ navigate, close: () => {} }), callback: async () => {} };
  await new UserManager(settings(), nowhere).signinRedirect(asked);
  return address;
}

/** Takes the sign-in from the address that the provider sent the browser to, and stores it; gives what was asked with it. */
export async function takeSignIn(): Promise<unknown> {
  const { state } = await users().signinRedirectCallback();
  return state;
}

/** Renews the stored tokens, and stores them; gives the new one for the server. */
export async function refreshTokens(): Promise<string> {
  const renewed = await users().signinSilent();
  if (!renewed) throw new Error('the provider sent nobody');
  return renewed.access_token;
}

/** With any other error the provider did not answer. */
export const isRefusal = (cause: unknown): boolean => cause instanceof ErrorResponse;

/** Goes to the provider to end its session in this browser. */
export async function leaveProvider(idToken: string | undefined): Promise<void> {
  await users().signoutRedirect(idToken === undefined ? {} : { id_token_hint: idToken });
}

/** Takes back a refresh token, as far as the provider answers: the browser's own sign-in there has to end in any case. */
export async function revoke(token: string): Promise<void> {
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
