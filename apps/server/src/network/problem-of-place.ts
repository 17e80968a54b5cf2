import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrivateHosts } from './private-hosts.ts';

/** Why an address that somebody enters is not asked. */
export type PlaceProblem = 'notAnAddress' | 'privateHost' | 'insecure';

/** Someone waits for the form; a host that is not found by then is judged when it is asked. */
const patienceMs = 3_000;

/**
 * What keeps an address from being asked: it lies in the server's own network and its operator did not name it, or it is
 * elsewhere and without TLS. Null where nothing does, or where its host is not found for now.
 */
export async function problemOfPlace(
  hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>,
  url: string,
): Promise<PlaceProblem | null> {
  const parsed = URL.parse(url);
  if (!parsed) return 'notAnAddress';
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  if (hosts.isNamed(host, '') || addresses.some((address) => hosts.isNamed(host, address))) return null;
  if (addresses.length > 0 && !addresses.some((address) => hosts.isPublic(address))) return 'privateHost';
  return parsed.protocol === 'https:' ? null : 'insecure';
}

async function addressesOf(host: string): Promise<string[]> {
  const found = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return await Promise.race([found, sleep(patienceMs, [], { ref: false })]);
}
