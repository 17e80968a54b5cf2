import { createSocket } from 'node:dgram';
import { BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface AddressRules {
  /** The address everything is bound to; `0.0.0.0` and `::` stand for every interface. */
  readonly host: string;
  readonly publicAddresses: readonly string[];
}

type Interfaces = ReturnType<typeof networkInterfaces>;

const privateNets = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
] as const) {
  privateNets.addSubnet(net, bits, 'ipv4');
}
privateNets.addSubnet('fc00::', 7, 'ipv6');
privateNets.addSubnet('fe80::', 10, 'ipv6');
privateNets.addAddress('::1', 'ipv6');

export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Whether only the own machine or network can reach this address. */
export function isPrivate(address: string): boolean {
  return privateNets.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Addresses at which others reach us, best first. Bound to one address there is only that one, and on loopback nothing
 * else is ever offered; otherwise every interface, the public addresses, and loopback last for people on this machine.
 */
export function ownAddresses(rules: AddressRules, interfaces: Interfaces = networkInterfaces()): string[] {
  if (isLoopback(rules.host)) return [rules.host];
  const found = isWildcard(rules.host) ? interfaceAddresses(interfaces) : [rules.host];
  const outward = found.filter((address) => !isLoopback(address));
  return [...new Set([...outward, ...rules.publicAddresses, ...found.filter(isLoopback)])];
}

function interfaceAddresses(interfaces: Interfaces): string[] {
  const all = Object.values(interfaces).flatMap((entries) => entries ?? []);
  // A link-local IPv6 address means nothing without the far side's own name for the link.
  const usable = all.filter((entry) => !entry.address.toLowerCase().startsWith('fe80:'));
  const v4 = usable.filter((entry) => entry.family === 'IPv4');
  const v6 = usable.filter((entry) => entry.family === 'IPv6');
  return [...v4, ...v6].map((entry) => entry.address);
}

/** ICE host candidates for the one media port (RFC 8445 §5.1.2 priorities), without `a=`. */
export function hostCandidates(addresses: readonly string[], port: number): string[] {
  return addresses.map((address, index) => {
    const localPreference = 65_535 - index;
    const priority = 126 * 2 ** 24 + localPreference * 2 ** 8 + 255;
    return `candidate:${index + 1} 1 UDP ${priority} ${address} ${port} typ host`;
  });
}

/** Our address in plain RTP towards `farAddress`: the one the system would send from, or the public one. */
export async function addressTowards(rules: AddressRules, farAddress: string | undefined): Promise<string> {
  if (farAddress === undefined) return ownAddresses(rules)[0] ?? '127.0.0.1';
  if (isLoopback(rules.host)) return rules.host;
  if (!isPrivate(farAddress)) {
    const known = rules.publicAddresses.find((address) => isIPv6(address) === isIPv6(farAddress));
    if (known !== undefined) return known;
  }
  if (!isWildcard(rules.host)) return rules.host;
  return (await routedFrom(farAddress)) ?? ownAddresses(rules)[0] ?? '127.0.0.1';
}

/** Asks the system's routing table by connecting a UDP socket, which sends nothing. */
function routedFrom(farAddress: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(farAddress) ? 'udp6' : 'udp4');
    const finish = (address: string | undefined) => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => finish(undefined)); // no route: the caller has a next best answer
    socket.connect(9, farAddress, () => finish(socket.address().address));
  });
}
