import type { IncomingMessage } from 'node:http';
import { setupPath } from '@sidetone/contract/rules/phones/phone-setup-address.ts';
import type { HttpClient } from './client-address.ts';
import { isHandedOn } from './client-address.ts';
import type { OwnNames } from './own-names.ts';

/** What is public and has to come before anyone trusts the certificate. */
const staysPlain: readonly string[] = ['/trust', '/ca.crt'];
/** What is refused there: phones are not to send a secret twice. */
const isRefused = (path: string): boolean => path.startsWith(`${setupPath}/`);

export interface SecureSide {
  readonly names: OwnNames;
  /** The port of HTTPS. */
  readonly port: number;
  readonly publicUrl: string | undefined;
}

/**
 * Where a request has to be made instead, with its path; null where it may stay as it is. Passwords and calls are not
 * taken over plain HTTP where a certificate that browsers trust is at hand. This machine itself stays: its own programs
 * ask here, and a browser of this machine counts `localhost` as secure, which no certificate names.
 */
export function secureAddress(
  request: Pick<IncomingMessage, 'headers' | 'url' | 'socket'>,
  client: HttpClient,
  { names, port, publicUrl }: SecureSide,
): string | null {
  const path = request.url ?? '/';
  if (client.secure || staysPlain.includes(path.split('?')[0] ?? '') || isRefused(path)) return null;
  if (!isHandedOn(request) && names.isOwnHost(client.address)) return null;
  const given = publicUrl?.startsWith('https:') ? new URL(publicUrl) : undefined;
  const asked = `http://${client.host}`;
  const name = URL.canParse(asked) ? new URL(asked).hostname : '';
  // A host that is not ours is nothing to send anyone to.
  const own = names.companyOf(name)?.origin;
  const isNamed = name !== given?.hostname && names.isOwnHost(name);
  const ofServer = isNamed || !given ? `https://${isNamed ? name : 'localhost'}:${port}` : given.origin;
  const origin = own?.startsWith('https:') ? own : ofServer;
  // Browsers read a backslash as a slash, and two of them as the beginning of a host.
  return `${origin}/${path.startsWith('/') ? path.replace(/^[/\\]+/, '') : ''}`;
}

/** For two years, as browsers' lists of known hosts ask (RFC 6797); neighbours below the same name decide for themselves. */
export const strictTransport = 'max-age=63072000';
