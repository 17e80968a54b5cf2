import type { ListedBridge } from '@sidetone/contract/rules/crm/listed-bridges.ts';
import { type Bridge, openBridge } from '@sidetone/simulator/crm/bridge/bridge.ts';
import type { BridgeKind } from '@sidetone/simulator/crm/bridge/records.ts';
import { privateHosts } from '../../../network/private-hosts.ts';
import type { Connection, Entered, Portion } from '../../connector.ts';
import { guardedFetch } from '../../guarded-fetch.ts';
import { bridge } from '../bridge.ts';

export const never = new AbortController().signal;

/** A bridge of the simulator, and the connector to it; its clock is set by tests. */
export async function connectedBridge(kind: BridgeKind, more: Partial<ListedBridge> = {}) {
  const at: Bridge = await openBridge(kind);
  const reach = guardedFetch(privateHosts(['127.0.0.1']), 5_000);
  let clock = Date.now();
  const listed: ListedBridge = {
    slug: 'weclapp',
    displayName: 'weclapp',
    url: at.url,
    dialect: 'auto',
    needs: ['key'],
    entityTypes: ['contacts', 'deals'],
    writesContacts: true,
    locale: 'de-DE',
    ...more,
  };
  const connector = bridge(reach.fetch, listed, () => clock);
  return {
    at,
    connector,
    connect: (entered: Partial<Entered> = {}): Promise<Connection> =>
      connector.connect({ url: null, key: at.key, origins: null, ...entered }, never),
    /** As a connection is opened again, with a stored key. */
    open: (entered: Partial<Entered> = {}): Promise<Connection> =>
      connector.connect({ url: null, key: at.key, origins: [at.url], ...entered }, never),
    pass(minutes: number) {
      clock += minutes * 60_000;
    },
    close() {
      reach.close();
      at.close();
    },
  };
}

/**
 * A mirror of a connection: what synchronisations have written and removed, as the product keeps it. The state is kept with each
 * portion, also of a synchronisation that fails afterwards.
 */
export function paperMirror() {
  const there = new Map<string, string | null>();
  let state: unknown = null;
  const keep = ({ written, gone, state: next }: Portion) => {
    for (const { externalId, etag } of written) there.set(externalId, etag);
    for (const id of gone) there.delete(id);
    state = JSON.parse(JSON.stringify(next));
  };
  return {
    ids: () => [...there.keys()],
    async synchronise(connection: Connection): Promise<Portion[]> {
      const portions: Portion[] = [];
      for await (const portion of connection.changes(state, async () => new Map(there), never)) {
        portions.push(portion);
        keep(portion);
      }
      return portions;
    },
  };
}
