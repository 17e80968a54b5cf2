import { networkInterfaces } from 'node:os';

/** Addresses of this machine in its networks, IPv4 first; link-local ones left out. */
export function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:') && !address.startsWith('169.254.'))
    .sort((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => address);
}
