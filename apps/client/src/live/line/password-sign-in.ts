import { type SignInLanguage, sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { ApiError } from './api-error.ts';
import { call } from './http.ts';
import { beginSignIn } from './session.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Left out, that of the user stays as it is. */
  readonly language?: SignInLanguage;
}

interface SignInDeps {
  /** Has the provider wait for a password; gives the id of that sign-in. */
  begin(returnTo: string): Promise<string>;
  /** Answers the sign-in of this id; gives where the browser goes on. Throws `ApiError`, NOT_FOUND for one that no longer waits. */
  answer(uid: string, who: Credentials): Promise<string>;
}

/**
 * Signs in without a page of the provider in between: the sign-in is begun when the password is there, so that none waits
 * for too long. Wrong passwords answer the same one; one that has run out meanwhile is begun again, with what was typed.
 */
export function passwordSignIn({ begin, answer }: SignInDeps) {
  let waiting: { readonly uid: string; readonly returnTo: string } | null = null;
  return async (who: Credentials, returnTo: string): Promise<string> => {
    if (waiting?.returnTo === returnTo) {
      try {
        return await answer(waiting.uid, who);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
    waiting = { uid: await begin(returnTo), returnTo };
    return await answer(waiting.uid, who);
  };
}

/** Whether a sign-in is none that waits in this browser. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/** Answers the sign-in of this id, which waits in this browser; gives where it continues. */
export async function answerSignIn(uid: string, who: Credentials): Promise<string> {
  return (await call(sessionRoutes.signIn, { params: { uid }, body: who })).redirectTo;
}

/** Signs in in this browser; gives the address that leads by the provider to `returnTo`. Throws `ApiError`, `SignInRefused`. */
export const signInByPassword = passwordSignIn({ begin: beginSignIn, answer: answerSignIn });
