import { BlockList, isIPv4 } from 'node:net';

/** Networks that no stranger's packet comes from: this machine, private and shared ranges, the own link (RFC 6890). */
const near = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  near.addSubnet(network, prefix, 'ipv4');
}
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');
near.addSubnet('fe80::', 10, 'ipv6');

/** Whether an address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => !near.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
