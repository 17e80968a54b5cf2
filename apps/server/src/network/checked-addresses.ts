import { addressesOf, hostOf } from './host-addresses.ts';
import type { PrivateHosts } from './private-hosts.ts';

/** Addresses that may be connected with, or why there is none. `insecure`: it is elsewhere, and without TLS. */
type CheckedAddresses =
  | { readonly addresses: readonly string[] }
  | { readonly problem: 'privateHost' | 'insecure' | 'notFound' };

/**
 * Looks up the host of a URL with `wss:` or `ws:`, and gives the addresses to connect with, `most` of them: on the public
 * internet with TLS, or those of a host that the operator named. A connection to these alone cannot be led elsewhere by a name
 * that changes.
 */
export async function checkedAddresses(
  hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>,
  url: string,
  most: number,
): Promise<CheckedAddresses> {
  const parsed = new URL(url);
  const host = hostOf(parsed);
  const found = await addressesOf(host);
  const named = found.filter((address) => hosts.isNamed(host, address));
  if (named.length > 0) return { addresses: named.slice(0, most) };
  if (found.length === 0) return { problem: 'notFound' };
  const addresses = found.filter((address) => hosts.isPublic(address));
  if (addresses.length === 0) return { problem: 'privateHost' };
  return parsed.protocol === 'wss:' ? { addresses: addresses.slice(0, most) } : { problem: 'insecure' };
}
