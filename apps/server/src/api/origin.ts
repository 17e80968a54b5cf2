import { Refusal } from '../requests/refusal.ts';

/**
 * Scheme, host and port that a request was sent to, in their one form: a header may hold upper case, the usual port or a
 * path. Throws `Refusal` BAD_REQUEST where it names no host that there can be.
 */
export function originAt(scheme: string, host: string): string {
  const written = `${scheme}://${host}`;
  if (host === '' || !URL.canParse(written)) {
    throw new Refusal('BAD_REQUEST', 'The request names no host that there can be.');
  }
  return new URL(written).origin;
}
