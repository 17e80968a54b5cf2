import { sql } from 'kysely';
import type { ChangeFeed } from '../documents/change-feed.ts';
import { followed } from '../documents/followed.ts';
import { topic } from '../documents/live-source.ts';
import type { Database } from '../storage/database.ts';

/** A node and where its carrier is reached. A carrier that died is still named: only the lease in the table tells. */
interface Carrier {
  readonly node: string;
  readonly epoch: number;
  /** `host:port`; null while nobody carries the node. */
  readonly sipAddress: string | null;
  /** An origin; null while nobody carries the node. */
  readonly httpAddress: string | null;
  readonly release: string | null;
  readonly state: 'up' | 'draining';
}

/** A company and the nodes that it went from and to; undefined where it was added or removed. */
export interface Move {
  readonly accountId: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Where companies are at home, from memory: a call or a request that asks waits for no database. */
export interface Homes {
  /** The node that this process carries. */
  readonly node: string;
  /** Undefined where no such company is known, or not yet. */
  homeOf(accountId: string): string | undefined;
  /** Whether the company is known to be at home at another node; what is not known is served here. */
  isElsewhere(accountId: string): boolean;
  /** The carrier of a company's home; undefined where the company or its node is not known. */
  carrierOf(accountId: string): Carrier | undefined;
  /** All nodes of the cell by their names. */
  carriers(): ReadonlyMap<string, Carrier>;
  /** Hears of companies whose home changed; gives the way to stop. */
  onMove(listener: (move: Move) => void): () => void;
  stop(): void;
}

interface Parts {
  readonly db: Database;
  readonly feed: Pick<ChangeFeed, 'onChange' | 'onGap'>;
  readonly node: string;
  readonly onTrouble: (error: unknown) => void;
}

const accountTopic = topic('accounts', 'id', '');

/** Knows homes and carriers, and follows changes of them. Rejects when they cannot be read. */
export async function openHomes({ db, feed, node, onTrouble }: Parts): Promise<Homes> {
  const carriers = await followed({
    feed,
    touches: [topic('nodes', 'node', '')],
    read: () => readCarriers(db),
    onTrouble,
  });
  const listeners = new Set<(move: Move) => void>();
  const tellAll = (move: Move): void => {
    for (const hear of listeners) hear(move);
  };
  const homes = await followHomes({ db, feed, onTrouble, onMove: tellAll });
  return {
    node,
    homeOf: (accountId) => homes.of(accountId),
    isElsewhere: (accountId) => (homes.of(accountId) ?? node) !== node,
    carrierOf: (accountId) => carriers.now().get(homes.of(accountId) ?? ''),
    carriers: () => carriers.now(),
    onMove(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      carriers.stop();
      homes.stop();
    },
  };
}

/** Of thousands of companies those alone are read again that changed. */
async function followHomes(
  given: Omit<Parts, 'node'> & { readonly onMove: (move: Move) => void },
): Promise<{ of(accountId: string): string | undefined; stop(): void }> {
  const { db, feed, onTrouble, onMove } = given;
  const known = new Map<string, string>();
  let due: ReadonlySet<string> | 'all' = 'all';
  const addDue = (more: ReadonlySet<string> | 'all'): void => {
    due = due === 'all' || more === 'all' ? 'all' : new Set([...due, ...more]);
  };
  // Before those of the reading, which begins with what is due by then.
  const stopHearing = [
    feed.onChange((topics) => addDue(topics.length === 0 ? 'all' : accountsOf(topics))),
    feed.onGap(() => addDue('all')),
  ];
  let isFirst = true;
  const reading = await followed({
    feed,
    touches: [accountTopic],
    async read() {
      const asked = due;
      due = new Set();
      const now = await readHomes(db, asked).catch((error: unknown) => {
        addDue(asked);
        throw error;
      });
      for (const accountId of asked === 'all' ? new Set([...known.keys(), ...now.keys()]) : asked) {
        const [from, to] = [known.get(accountId), now.get(accountId)];
        if (to === undefined) known.delete(accountId);
        else known.set(accountId, to);
        if (!isFirst && from !== to) onMove({ accountId, from, to });
      }
      isFirst = false;
    },
    onTrouble,
  });
  return {
    of: (accountId) => known.get(accountId),
    stop() {
      for (const end of stopHearing) end();
      reading.stop();
    },
  };
}

const accountsOf = (topics: readonly string[]): ReadonlySet<string> =>
  new Set(topics.filter((one) => one.startsWith(accountTopic)).map((one) => one.slice(accountTopic.length)));

async function readHomes(db: Database, which: ReadonlySet<string> | 'all'): Promise<ReadonlyMap<string, string>> {
  const all = db.selectFrom('accounts').select(['id', 'node']);
  const rows = await (which === 'all' ? all : all.where(sql<boolean>`id = any(${[...which]}::text[])`)).execute();
  return new Map(rows.map(({ id, node }) => [id, node]));
}

async function readCarriers(db: Database): Promise<ReadonlyMap<string, Carrier>> {
  const rows = await db
    .selectFrom('nodes')
    .select(['node', 'epoch', 'sip_address', 'http_address', 'release', 'state'])
    .execute();
  return new Map(
    rows.map(({ node, epoch, sip_address: sipAddress, http_address: httpAddress, release, state }) => [
      node,
      { node, epoch: Number(epoch), sipAddress, httpAddress, release, state },
    ]),
  );
}
