import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrivateHosts } from './private-hosts.ts';

/** An address that may be connected with, or why there is none. `insecure`: it is elsewhere, and without TLS. */
type CheckedAddress = { readonly address: string } | { readonly problem: 'privateHost' | 'insecure' | 'notFound' };

const patienceMs = 3_000;

/**
 * Looks up the host of a URL with `wss:` or `ws:`, and gives the address to connect with: on the public internet with TLS, or
 * a host that the operator named. Who connects with this address and no other cannot be led elsewhere by a name that changes.
 */
export async function checkedAddress(
  hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>,
  url: string,
): Promise<CheckedAddress> {
  const { hostname, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const found = isIP(host) === 0 ? await addressesOf(host) : [host];
  const named = found.find((address) => hosts.isNamed(host, address));
  if (named !== undefined) return { address: named };
  if (found.length === 0) return { problem: 'notFound' };
  const address = found.find((one) => hosts.isPublic(one));
  if (address === undefined) return { problem: 'privateHost' };
  return protocol === 'wss:' ? { address } : { problem: 'insecure' };
}

async function addressesOf(host: string): Promise<string[]> {
  const found = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return await Promise.race([found, sleep(patienceMs, [], { ref: false })]);
}
