import type { SignInStep } from '@sidetone/contract/entities/second-factor.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import type { SignInLanguage } from '@sidetone/contract/http/sign-in/sign-in-language.ts';
import { ApiError } from './api-error.ts';
import { call } from './http.ts';
import { beginSignIn } from './session.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Without it, the user's language stays as it is. */
  readonly language?: SignInLanguage;
}

interface SignInDeps {
  /** Begins a sign-in at the provider that waits for a password; gives the id of that sign-in. */
  begin(returnTo: string): Promise<string>;
  /**
   * Answers the sign-in with this id; gives the address where the browser continues. Throws `ApiError`, NOT_FOUND for a
   * sign-in that no longer waits.
   */
  answer(uid: string, who: Credentials): Promise<string>;
}

/**
 * Signs in without a page of the provider in between. The sign-in is begun once the password is there, so that none
 * waits for too long. After a wrong password the same sign-in is answered again; one that has expired in the meantime
 * is begun again with the same email and password.
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

/** Whether this browser has no sign-in that waits. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/** The password was right, and the sign-in waits for another step. */
export class StepNeeded extends Error {
  readonly uid: string;
  readonly step: SignInStep;

  constructor(uid: string, step: SignInStep) {
    super('The sign-in waits for another step.');
    this.name = 'StepNeeded';
    this.uid = uid;
    this.step = step;
  }
}

/**
 * Answers the sign-in with this id, which waits in this browser; gives the address where the browser continues. Throws
 * `ApiError`, `StepNeeded`.
 */
export async function answerSignIn(uid: string, who: Credentials): Promise<string> {
  const { redirectTo, step } = await call(sessionRoutes.signIn, { params: { uid }, body: who });
  if (redirectTo === null && step) throw new StepNeeded(uid, step);
  return redirectTo ?? '/';
}

/**
 * Signs in in this browser; gives the address that leads through the provider to `returnTo`. Throws `ApiError`,
 * `SignInRefused`, `StepNeeded`.
 */
export const signInByPassword = passwordSignIn({ begin: beginSignIn, answer: answerSignIn });
