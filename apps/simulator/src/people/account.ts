import { parseHostPort } from '@sidetone/sip/grammar/uri.ts';
import { PersonError } from './person-error.ts';

/** How a simulated phone signs in to an exchange. `server` is `host` or `host:port`; the port is 5060 unless said. */
export interface Account {
  readonly username: string;
  readonly password: string;
  readonly server: string;
}

/** Reads `user:password@host:port`; the password may hold colons and at signs. Throws `BAD_ACCOUNT`. */
export function readAccount(text: string): Account {
  const at = text.lastIndexOf('@');
  const colon = text.indexOf(':');
  const server = text.slice(at + 1);
  if (colon < 1 || at <= colon || !parseHostPort(server)) {
    throw new PersonError('BAD_ACCOUNT', 'an account is written user:password@host:port');
  }
  return { username: text.slice(0, colon), password: text.slice(colon + 1, at), server };
}

/** Where the account's exchange listens. Throws `BAD_ACCOUNT`. */
export function serverOf(account: Account): { readonly host: string; readonly port: number } {
  const place = parseHostPort(account.server);
  if (!place) throw new PersonError('BAD_ACCOUNT', `"${account.server}" is no host:port`);
  return { host: place.host.replace(/^\[|\]$/g, ''), port: place.port ?? 5060 };
}
