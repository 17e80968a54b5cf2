import { BlockList, isIP } from 'node:net';

/** Lists that are in use, by what is in them: companies have one each, and it hardly ever changes. */
const lists = new Map<string, BlockList>();
const mostLists = 1000;

/**
 * Whether someone at this address may administer a company that allows these networks; none means all.
 */
export function mayAdminister(networks: readonly string[], address: string): boolean {
  if (networks.length === 0 || isIP(address) === 0) return networks.length === 0;
  const key = networks.join();
  const list = lists.get(key) ?? listOf(networks);
  if (lists.size >= mostLists) lists.clear();
  lists.set(key, list);
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return list;
}
