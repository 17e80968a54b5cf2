import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Homes } from '../cell/homes.ts';
import { ownersOf } from '../features/trunks/trunk-store.ts';
import { nodeLineId } from '../pbx/node-line.ts';
import type { OutsideLine, OutsideLines } from '../pbx/ports.ts';
import type { NodePeers } from '../pbx/sip/node-peers.ts';
import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';

/** An IP address and a port. */
type Address = Parameters<NodePeers['isPeer']>[0];

/** More machines than carry nodes of one cell. */
const mostNames = 1_000;
/** A call waits for it. */
const lookupMs = 2_000;

interface Parts {
  readonly db: Database;
  readonly box: Pick<SecretBox, 'derived'>;
  readonly homes: Homes;
  readonly owner: NodePeers['own'];
  readonly onTrouble: (error: unknown) => void;
}

/** The other nodes of the cell: where their carriers take SIP, and which company is called there. */
export function nodePeers({
  db,
  box,
  homes,
  owner,
  onTrouble,
}: Parts): NodePeers & Required<Pick<OutsideLines, 'wayToCompany'>> {
  const addresses = namedAddresses(onTrouble);
  const others = () => [...homes.carriers().values()].filter(({ node }) => node !== owner.node);
  return {
    own: { node: owner.node, epoch: owner.epoch },
    secret: box.derived('calls between nodes'),
    carrierOf(node) {
      const carrier = node === owner.node ? undefined : homes.carriers().get(node);
      const place = carrier?.sipAddress == null ? undefined : addresses.known(carrier.sipAddress);
      return carrier && place && { ...place, epoch: carrier.epoch };
    },
    isPeer: ({ address, port }) =>
      others().some(({ sipAddress }) => {
        const place = sipAddress === null ? undefined : addresses.known(sipAddress);
        return place?.address === address && place.port === port;
      }),
    async companyOf(number) {
      const accountId = (await ownersOf(db, [number])).get(number);
      if (accountId === undefined) return null;
      const sipAddress = homes.carrierOf(accountId)?.sipAddress ?? null;
      return { accountId, isHere: !homes.isElsewhere(accountId), sipAddress };
    },
    async wayToCompany(accountId): Promise<OutsideLine | null> {
      const home = await carriedHomeOf(db, accountId);
      if (!home || home.node === owner.node) return null;
      const place = await addresses.find(home.sipAddress);
      // Not heard of by memory yet: nothing would lead there.
      if (!place || !homes.carriers().has(home.node)) return null;
      return { trunkId: nodeLineId(home.node), node: home.node, address: place.address, srtp: 'offer' };
    },
  };
}

/** Where a company is at home, and its carrier takes SIP; undefined while nobody does: the lease tells, not the name of who had it. */
async function carriedHomeOf(
  db: Database,
  accountId: string,
): Promise<{ readonly node: string; readonly sipAddress: string } | undefined> {
  const { rows } = await sql<{ node: string; sipAddress: string }>`
    select nodes.node, sip_address as "sipAddress" from accounts join nodes using (node)
    where accounts.id = ${accountId} and sip_address is not null and state = 'up' and lease_until > now()`.execute(db);
  return rows[0];
}

/** The addresses of `host:port`; a name is looked up when a call goes there, and once more when it has never been. */
function namedAddresses(onTrouble: (error: unknown) => void): {
  known(place: string): Address | undefined;
  find(place: string): Promise<Address | undefined>;
} {
  const found = new Map<string, string>();
  const asked = new Set<string>();
  const find = async (place: string): Promise<Address | undefined> => {
    const { host, port } = partsOf(place);
    if (isIP(host) !== 0) return { address: host, port };
    try {
      const answer = await Promise.race([lookup(host), sleep(lookupMs, undefined, { ref: false })]);
      if (!answer) throw new Error(`${host} was not found within ${lookupMs} ms`);
      const { address } = answer;
      if (found.size >= mostNames) found.clear();
      found.set(host, address);
    } catch (error) {
      onTrouble(error);
    }
    return known(place);
  };
  const known = (place: string): Address | undefined => {
    const { host, port } = partsOf(place);
    const address = isIP(host) !== 0 ? host : found.get(host);
    if (address !== undefined) return { address, port };
    // After a restart, for what belongs to calls of an earlier life.
    if (!asked.has(host)) {
      asked.add(host);
      void find(place).finally(() => asked.delete(host));
    }
    return undefined;
  };
  return { known, find };
}

const partsOf = (place: string): { host: string; port: number } => {
  const at = place.lastIndexOf(':');
  return { host: place.slice(0, at).replace(/^\[(.+)\]$/, '$1'), port: Number(place.slice(at + 1)) };
};
