import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Someone waits for the answer. */
const patienceMs = 3_000;

/** The host of a URL, an address of IPv6 without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** The addresses of a host: one that is an address itself, and none that is not found within three seconds. */
export async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const found = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return await Promise.race([found, sleep(patienceMs, [], { ref: false })]);
}
