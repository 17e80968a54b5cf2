import { networkInterfaces } from 'node:os';

/**
 * Addresses under which other machines reach a server that listens on `host`: that one, or for a wildcard those of this
 * machine in its networks, IPv4 first. None for loopback.
 */
export function lanAddresses(host: string): string[] {
  if (host.startsWith('127.') || host === '::1') return [];
  if (host !== '0.0.0.0' && host !== '::') return [host];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:') && !address.startsWith('169.254.'))
    .filter(({ family }) => host === '::' || family === 'IPv4')
    .sort((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => address);
}
