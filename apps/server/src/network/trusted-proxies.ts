import { BlockList, isIP } from 'node:net';

/** Tells whether an address is one of a proxy of ours, whose word about who is behind it counts. */
export type IsTrustedProxy = (address: string) => boolean;

/** `networks`: IP addresses and CIDR blocks, as TRUSTED_PROXIES names them; nobody is trusted without one. */
export function trustedProxies(networks: readonly string[]): IsTrustedProxy {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
}
