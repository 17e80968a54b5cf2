import { isIPv6 } from 'node:net';

/**
 * Whose address this is, as far as that can be told from it: an IPv4 address itself, and of an IPv6 address the network, since
 * whoever has one address there has 2^64 of them (RFC 4291 §2.5.4).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address;
  // In its one short form, where two colons stand for as many zeros as there is room for.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => text.split(':').filter((group) => group !== '');
  const [first, last] = [groups(head), groups(tail)];
  const whole = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
  return `${whole.slice(0, 4).join(':')}::/64`;
}
