import { addressesOf, hostOf } from './host-addresses.ts';
import type { PrivateHosts } from './private-hosts.ts';

/** An address that may be connected with, or why there is none. `insecure`: it is elsewhere, and without TLS. */
type CheckedAddress = { readonly address: string } | { readonly problem: 'privateHost' | 'insecure' | 'notFound' };

/**
 * Looks up the host of a URL with `wss:` or `ws:`, and gives the address to connect with: on the public internet with TLS, or
 * a host that the operator named. A connection to this address alone cannot be led elsewhere by a name that changes.
 */
export async function checkedAddress(
  hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>,
  url: string,
): Promise<CheckedAddress> {
  const parsed = new URL(url);
  const host = hostOf(parsed);
  const found = await addressesOf(host);
  const named = found.find((address) => hosts.isNamed(host, address));
  if (named !== undefined) return { address: named };
  if (found.length === 0) return { problem: 'notFound' };
  const address = found.find((one) => hosts.isPublic(one));
  if (address === undefined) return { problem: 'privateHost' };
  return parsed.protocol === 'wss:' ? { address } : { problem: 'insecure' };
}
