import { addressesOf, hostOf } from './host-addresses.ts';
import type { PrivateHosts } from './private-hosts.ts';

/** Why an address that somebody enters is not asked. */
export type PlaceProblem = 'notAnAddress' | 'privateHost' | 'insecure';

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
  const host = hostOf(parsed);
  // A host that is not found by now is judged when it is asked.
  const addresses = await addressesOf(host);
  if (hosts.isNamed(host, '') || addresses.some((address) => hosts.isNamed(host, address))) return null;
  if (addresses.length > 0 && !addresses.some((address) => hosts.isPublic(address))) return 'privateHost';
  return parsed.protocol === 'https:' ? null : 'insecure';
}
