/**
 * Whose address this is, as far as that can be told from it: an IPv4 address itself, and of an IPv6 address the network, since
 * someone with one address there has 2^64 of them (RFC 4291 §2.5.4). What is no address counts as it is.
 */
export function networkOf(address: string): string {
  return networksOf(address)[0];
}

/**
 * The networks that someone at this address may have to themselves, the smallest first: of IPv6 the /64 of one link, the
 * /56 that homes are given and the /48 of a site (RFC 6177). An IPv4 address is its only network.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  const groups = groupsOf(address);
  if (groups === null) return [address];
  const [first, second, third, fourth] = groups;
  const site = `${first}:${second}:${third}`;
  const home = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  return [`${site}:${fourth}::/64`, `${site}:${home}::/56`, `${site}::/48`];
}

/** How many times the limit of one link its larger networks have: neighbours share a /56, and more of them a /48. */
const shares = [1, 2, 4];

/**
 * The networks that an address lies in, the smallest first, each with what it may have where one link may have `most`.
 * What one address alone has no right to, someone with a whole site must not get by its 65,536 links.
 */
export function limitedNetworks(
  address: string,
  most: number,
): readonly { readonly network: string; readonly most: number }[] {
  return networksOf(address).map((network, size) => ({ network, most: most * (shares[size] ?? 1) }));
}

/** The first four groups of an IPv6 address without leading zeros; null for what is none, or names an interface. */
function groupsOf(address: string): readonly [string, string, string, string] | null {
  if (!/^[0-9a-f:]*:[0-9a-f:.]*$/i.test(address)) return null;
  const [head = '', tail, more] = address.toLowerCase().split('::');
  const read = (text = ''): string[] =>
    text
      .split(':')
      .filter((group) => group !== '')
      // Two groups may be written as an IPv4 address (RFC 4291 §2.2).
      .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]));
  const [before, after] = [read(head), read(tail)];
  const missing = 8 - before.length - after.length;
  if (more !== undefined || missing < 0 || (tail === undefined && missing !== 0)) return null;
  const [first = '0', second = '0', third = '0', fourth = '0'] = [...before, ...Array(missing).fill('0'), ...after];
  return [first, second, third, fourth];
}
