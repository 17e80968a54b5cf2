import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Networks that nobody outside reaches (RFC 1918, 3927, 4193, 6598, loopback). */
const insideNetworks = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  insideNetworks.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  insideNetworks.addSubnet(network, prefix, 'ipv6');
}

export interface OwnAddress {
  readonly family: string;
  readonly address: string;
  readonly cidr: string | null;
  readonly internal: boolean;
}

const allOwnAddresses = (): OwnAddress[] => Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);

/**
 * The address of this machine that `remote` should send to: a public one for the outside where there is one, else the
 * bound address, else, for a wildcard, the interface in the same network or the first of the right family.
 */
export function localAddressFor(
  remote: string,
  bound: string,
  publicAddresses: readonly string[],
  ownAddresses: () => readonly OwnAddress[] = allOwnAddresses,
): string {
  const family = isIP(remote) === 6 ? 'ipv6' : 'ipv4';
  if (!insideNetworks.check(remote, family)) {
    const outside = publicAddresses.find((one) => isIP(one) === isIP(remote));
    if (outside !== undefined) return outside;
  }
  if (bound !== '0.0.0.0' && bound !== '::') return bound;
  const own = ownAddresses().filter((one) => one.family.toLowerCase() === family);
  const near = own.find(({ address, cidr }) => {
    const prefix = Number(cidr?.split('/')[1] ?? Number.NaN);
    if (address === remote) return true;
    if (!Number.isInteger(prefix)) return false;
    const network = new BlockList();
    network.addSubnet(address, prefix, family);
    return network.check(remote, family);
  });
  const fallback = family === 'ipv6' ? '::1' : '127.0.0.1';
  return (near ?? own.find((one) => !one.internal))?.address ?? fallback;
}
