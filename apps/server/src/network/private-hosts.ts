import { BlockList, isIP } from 'node:net';
import { type AddressRange, addressRange, overlap } from './address-range.ts';

/**
 * Addresses that are nobody's on the public internet: of this machine, of its network, of carriers' networks, of
 * translation into such, and reserved ones (IANA special-purpose registries, RFC 6890).
 */
const specialNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** Which hosts of the server's own network accounts may reach, by what they enter. */
export interface PrivateHosts {
  /** Whether the operator named this host, or this address of it. */
  isNamed(hostname: string, address: string): boolean;
  /** Whether the address lies on the public internet. */
  isPublic(address: string): boolean;
  /** Whether the operator named this host, or the address lies on the public internet. */
  mayReach(hostname: string, address: string): boolean;
}

/** `listed`: host names, IP addresses and CIDR blocks, as INTEGRATION_PRIVATE_HOSTS has them. */
export function privateHosts(listed: readonly string[]): PrivateHosts {
  const special = blockList(specialNetworks);
  const isAddress = (one: string) => isIP(one.split('/')[0] ?? '') !== 0;
  const named = blockList(listed.filter(isAddress));
  const names = new Set(listed.filter((one) => !isAddress(one)).map((name) => name.toLowerCase()));
  const isNamed: PrivateHosts['isNamed'] = (hostname, address) =>
    names.has(hostname.toLowerCase().replace(/\.$/, '')) || isWithin(named, address);
  const isPublic: PrivateHosts['isPublic'] = (address) => isIP(plain(address)) !== 0 && !isWithin(special, address);
  return { isNamed, isPublic, mayReach: (hostname, address) => isNamed(hostname, address) || isPublic(address) };
}

const specialRanges = specialNetworks.flatMap((network) => addressRange(network) ?? []);

/** Whether any address of a network lies elsewhere than on the public internet. */
export const isPartlySpecial = (range: AddressRange): boolean => specialRanges.some((one) => overlap(one, range));

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const isWithin = (list: BlockList, address: string): boolean => {
  const one = plain(address);
  return isIP(one) !== 0 && list.check(one, isIP(one) === 6 ? 'ipv6' : 'ipv4');
};

/** Without the zone of a link-local address. An IPv4 address within IPv6 is told by the list itself. */
const plain = (address: string): string => address.replace(/%.*$/, '');
