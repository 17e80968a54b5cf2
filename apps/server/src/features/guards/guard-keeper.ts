import type { RefusalKind } from '@sidetone/contract/entities/guard.ts';
import { type Selectable, sql } from 'kysely';
import type { ChangeFeed } from '../../documents/change-feed.ts';
import { topic } from '../../documents/live-source.ts';
import { raiseAlert } from '../../requests/alerts.ts';
import { audit, serverScope } from '../../requests/audit.ts';
import { countRefusals } from '../../requests/refusals.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';

interface Ban {
  readonly address: string;
  readonly username: string | null;
  readonly reason: 'wrongPasswords';
  readonly strikes: number;
  readonly since: Date;
  readonly until: Date;
  readonly lifted: boolean;
}

interface Refusal {
  readonly kind: RefusalKind;
  readonly address: string;
  readonly accountId: string | null;
  readonly username?: string;
}

interface Counted extends Refusal {
  count: number;
  at: Date;
}

const flushMs = 2000;
/** Sources that are told apart within one hour, for each kind; all that come later are one. */
const mostSources = 500;
const hourMs = 60 * 60_000;
const rememberedMs = 24 * hourMs;
/** What was set before is known from a start or an earlier notice. */
const newMs = 5 * 60_000;

interface KeeperParts {
  readonly db: Database;
  readonly feed: ChangeFeed;
  onTrouble(error: unknown): void;
}

/** What is not written yet. */
interface Unwritten {
  readonly bans: Map<string, Ban>;
  readonly counts: Map<string, Counted>;
}

/**
 * Keeps what guards a server in the database: bans as soon as they are set, counts of refusals every two seconds. What
 * the database does not take now is tried again. A flood of refusals costs one row for each source and hour, and no
 * more than 500 sources. `stop` writes what is left.
 */
export function guardKeeper(parts: KeeperParts) {
  const { db, onTrouble } = parts;
  const unwritten: Unwritten = { bans: new Map(), counts: new Map() };
  const { bans, counts } = unwritten;
  const sourceOf = toldApart();
  let writing: Promise<void> = Promise.resolve();
  const write = () => {
    writing = writing
      .then(() => writeBans(db, unwritten))
      .then(() => writeCounts(db, unwritten))
      .catch(onTrouble);
    return writing;
  };
  const timer = setInterval(() => void write(), flushMs);
  timer.unref();

  return {
    loadBans: () => readBans(db),
    keepBan(ban: Ban): void {
      bans.set(`${ban.address} ${ban.username}`, ban);
      void write();
    },
    onChange: (listener: Changed) => watchBans(parts, listener),
    refused(refusal: Refusal): void {
      const source = sourceOf(refusal);
      const { kind, accountId } = refusal;
      const key = JSON.stringify([accountId, kind, source]);
      const count = (counts.get(key)?.count ?? 0) + 1;
      counts.set(key, { ...refusal, address: source, count, at: new Date() });
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await write();
    },
  };
}

/** The source that a refusal is counted for. */
function toldApart(): (refusal: Refusal) => string {
  let sources = new Map<string, Set<string>>();
  let sourcesOf = 0;
  return ({ kind, address }) => {
    const hour = Math.floor(Date.now() / hourMs);
    if (hour !== sourcesOf) [sources, sourcesOf] = [new Map(), hour];
    const known = sources.get(kind) ?? new Set();
    sources.set(kind, known);
    if (!known.has(address) && known.size >= mostSources) return 'others';
    known.add(address);
    return address;
  };
}

async function writeBans(db: Database, { bans }: Unwritten): Promise<void> {
  for (const [key, ban] of bans) {
    await db.transaction().execute((trx) => writeBan(trx, ban));
    if (bans.get(key) === ban) bans.delete(key);
  }
}

async function writeCounts(db: Database, { counts }: Unwritten): Promise<void> {
  for (const [key, refused] of counts) {
    const { kind, address, accountId, count, at, username } = refused;
    counts.delete(key);
    const detail = username === undefined ? {} : { username };
    await countRefusals(db, { kind, source: address, accountId, count, at, detail }).catch((error) => {
      const since = counts.get(key);
      counts.set(key, since ? { ...since, count: since.count + count } : refused);
      throw error;
    });
  }
}

async function readBans(db: Database): Promise<readonly Ban[]> {
  return (
    await selectBans(db, new Date(Date.now() - rememberedMs))
      .orderBy('since')
      .execute()
  ).map(banOf);
}

const selectBans = (db: Database, endAfter: Date) => db.selectFrom('bans').selectAll().where('until', '>', endAfter);

const banOf = (row: Selectable<Schema['bans']>): Ban => ({
  address: row.address,
  username: row.username === '' ? null : row.username,
  reason: 'wrongPasswords',
  strikes: row.strikes,
  since: row.since,
  until: row.until,
  lifted: row.lifted_at !== null,
});

type Changed = (ban: Ban) => void;

/** Tells of new bans and of those that were lifted when one of them changes; gives the way to stop. */
function watchBans({ db, feed, onTrouble }: KeeperParts, listener: Changed): () => void {
  const changed = topic('bans', 'scope', serverScope);
  const tell = async () => {
    const rows = await selectBans(db, new Date())
      .where((or) => or.or([or('lifted_at', 'is not', null), or('since', '>', new Date(Date.now() - newMs))]))
      .execute();
    for (const row of rows) listener(banOf(row));
  };
  const stopChanges = feed.onChange((topics) => {
    if (topics.includes(changed)) tell().catch(onTrouble);
  });
  const stopGaps = feed.onGap(() => void tell().catch(onTrouble));
  return () => {
    stopChanges();
    stopGaps();
  };
}

const writeBan = async (trx: Database, { address, username, reason, strikes, since, until }: Ban): Promise<void> => {
  await trx
    .insertInto('bans')
    .values({
      address,
      username: username ?? '',
      scope: serverScope,
      reason,
      strikes,
      since,
      until,
      lifted_at: null,
      lifted_by: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'username'])
        .doUpdateSet({ reason, strikes, since, until, lifted_at: null, lifted_by: null }),
    )
    .execute();
  const target = username === null ? address : `${address} ${username}`;
  const detail = { reason, strikes, until: until.toISOString() };
  await audit(trx, { accountId: null, actorUserId: null, action: 'refusal.ban', target, detail, address });
  await raiseAlert(trx, { accountId: null, kind: 'addressBanned', source: address, at: since, detail: { username } });
};

/** Removes bans that ended a week ago. */
export async function forgetOldBans(db: Database): Promise<void> {
  await sql`delete from bans where until < now() - interval '7 days'`.execute(db);
}
