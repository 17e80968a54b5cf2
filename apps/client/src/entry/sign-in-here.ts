import { languageOfSignIn } from '#i18n/language.ts';
import { answerSignIn, signInByPassword } from '#live/line/password-sign-in.ts';

/** The user's input to sign in. */
export interface Typed {
  readonly email: string;
  readonly password: string;
}

const speaking = ({ email, password }: Typed) => ({ email, password, language: languageOfSignIn() });

/**
 * Signs in in this browser, in the language that was chosen in it; gives the address that leads through the provider to
 * `returnTo`. Throws `ApiError`, `SignInRefused`.
 */
export const signInHere = (who: Typed, returnTo: string): Promise<string> => signInByPassword(speaking(who), returnTo);

/** The same for a sign-in that waits in this browser, by its id. */
export const signInWaiting = (uid: string, who: Typed): Promise<string> => answerSignIn(uid, speaking(who));
