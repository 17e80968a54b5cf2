import type { RouteReply } from '@sidetone/contract/http/route.ts';
import { secondFactorRoutes } from '@sidetone/contract/http/sign-in/second-factor-routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { languageOfSignIn } from '#i18n/language.ts';
import { call } from '#live/line/http.ts';

const queryKey = ['second-factor'];

/** What the user signs in with besides the password. */
export type OwnFactors = RouteReply<typeof secondFactorRoutes.ownSecondFactor>;

/** Loads it; `again` loads it after a change. */
export function useSecondFactor() {
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(secondFactorRoutes.ownSecondFactor, {}, { signal }),
    refetchOnWindowFocus: true,
    refetchOnMount: 'always',
  });
  return {
    factors: data,
    isFailed: isError && data === undefined,
    again: () => queries.invalidateQueries({ queryKey }),
  };
}

/** The browser refused to make or use a passkey, or the user cancelled. */
export class NoPasskey extends Error {
  readonly isKnown: boolean;

  constructor(cause: unknown) {
    super('The browser gave no passkey.', { cause });
    this.name = 'NoPasskey';
    this.isKnown = cause instanceof Error && cause.name === 'InvalidStateError';
  }
}

/** Has the browser make a passkey and keeps it. Throws `ApiError`, `NoPasskey`. */
export async function addPasskey(password: string, name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const options = await call(secondFactorRoutes.beginPasskey, { body: { password } });
  const passkey = await startRegistration({ optionsJSON: options as never }).catch((cause: unknown) => {
    throw new NoPasskey(cause);
  });
  // What extensions say is of no use to the server.
  const bare = { ...passkey, clientExtensionResults: {} };
  await call(secondFactorRoutes.addPasskey, { body: { name, passkey: bare } });
}

/**
 * Has the browser answer a waiting sign-in with a passkey; gives the address where it continues. With the signal of an offer, the browser
 * waits for somebody to choose one where they type. Throws `ApiError`, `NoPasskey`.
 */
export async function answerByPasskey(uid: string, offer?: AbortSignal): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const params = { uid };
  const options = await call(secondFactorRoutes.askForPasskey, { params }).catch((cause: unknown) => {
    throw offer ? new NoPasskey(cause) : cause;
  });
  if (offer?.aborted) throw new NoPasskey(offer.reason);
  const asked = { optionsJSON: options as never, useBrowserAutofill: offer !== undefined };
  const passkey = await startAuthentication(asked).catch((cause: unknown) => {
    throw new NoPasskey(cause);
  });
  const body = { passkey: { ...passkey, clientExtensionResults: {} }, language: languageOfSignIn() };
  return (await call(secondFactorRoutes.signInByPasskey, { params, body })).redirectTo;
}
