import { createHmac, timingSafeEqual } from 'node:crypto';
import { cookieName } from '../cookie-names.ts';

/**
 * Ties a sign-in to the browser that began it. Without this tie someone could send another person a link to their own
 * waiting sign-in, and be signed in as that person once they typed their password.
 */
export const signInCookieName = (origin: string): string => cookieName('sidetone_sign_in', origin, 'path');

/** The cookie's value for a sign-in. */
export const signInProof = (uid: string, key: string): string =>
  createHmac('sha256', key).update(`sign-in ${uid}`).digest('base64url');

/** Whether a `Cookie` header carries the proof for this sign-in, under the name that it has at this origin. */
export function hasSignInProof(
  { cookies, uid, origin }: { cookies: string; uid: string; origin: string },
  keys: readonly string[],
): boolean {
  const name = signInCookieName(origin);
  const values = cookies
    .split(/; */)
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => Buffer.from(pair.slice(name.length + 1)));
  const proofs = keys.map((key) => Buffer.from(signInProof(uid, key)));
  return values.some((value) => proofs.some((proof) => value.length === proof.length && timingSafeEqual(value, proof)));
}
