import { parseNameAddr } from './name-addr.ts';
import { parseUri, splitUriHeaders } from './uri.ts';

/** Nobody means more, and each of them may be tried. */
const mostContacts = 5;
const longestUser = 64;

/**
 * Whom the contacts of a redirection name (RFC 3261 §8.1.3.4): user parts and telephone numbers, the most wanted first,
 * each once. What names nobody is left out, and so is all but INVITE.
 */
export function readRedirection(contacts: readonly string[]): readonly string[] {
  const named = contacts.flatMap((value) => {
    const address = parseNameAddr(value);
    const uri = address && parseUri(splitUriHeaders(address.uri).bare);
    // RFC 3261 §19.1.6: a user part may carry the parameters of a telephone number.
    const user = uri?.user?.split(';')[0] ?? '';
    if (!address || !uri || user === '' || user.length > longestUser || /[\p{Cc}\s]/u.test(user)) return [];
    if ((uri.parameters.get('method') ?? 'INVITE').toUpperCase() !== 'INVITE') return [];
    const q = Number(address.parameters.get('q') ?? 1);
    return [{ user, q: Number.isFinite(q) ? q : 0 }];
  });
  const inOrder = named.toSorted((one, two) => two.q - one.q).map(({ user }) => user);
  return [...new Set(inOrder)].slice(0, mostContacts);
}
