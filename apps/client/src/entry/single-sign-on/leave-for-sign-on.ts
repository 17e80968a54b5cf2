import type { SignOnProblem } from '@sidetone/contract/entities/single-sign-on.ts';
import { signOnRoutes } from '@sidetone/contract/http/sign-in/single-sign-on-routes.ts';
import { languageOfSignIn } from '#i18n/language.ts';
import { call } from '#live/line/http.ts';
import { isGone } from '#live/line/password-sign-in.ts';

/**
 * Sends this browser to the provider of a company, which is found by an email address or its id; gives what is in the way, or null
 * once the browser goes. Throws `ApiError`.
 */
export async function leaveForSignOn(
  uid: string,
  who: { email: string } | { company: string },
): Promise<SignOnProblem | null> {
  try {
    const body = { who, language: languageOfSignIn() };
    const { leadsTo, problem } = await call(signOnRoutes.leaveForSignOn, { params: { uid }, body });
    if (leadsTo !== null) location.assign(leadsTo);
    return problem;
  } catch (error) {
    if (isGone(error)) return 'over';
    throw error;
  }
}

/** The sign-in that an answer of a provider belongs to; null where it says none. */
export function uidOfAnswer(search: string): string | null {
  const [, uid] = /^([\w-]{1,100})\./.exec(new URLSearchParams(search).get('state') ?? '') ?? [];
  return uid ?? null;
}
