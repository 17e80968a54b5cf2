import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Remembers, within the caller's transaction, that words were taken out of a row that stays: nothing of them may be left
 * on the disk, in these tables or in whichever it was. Rows that go are remembered by the database itself, which names their tables.
 */
export async function askForErasure(trx: Kysely<Schema>, tables: readonly string[] | null = null): Promise<void> {
  await sql`insert into erasures (tables) values (${tables}::text[])`.execute(trx);
}

/**
 * Tables with words, names or sounds of calls, and with people and the places where they are kept, which PostgreSQL keeps
 * in its files until they are written again; last the one with indexes that take long.
 */
const erasable = [
  'inbox_events',
  'call_groups',
  'call_days',
  'recordings',
  'voicemails',
  'call_snapshots',
  'sip_dialogs',
  'sip_traces',
  'favorites',
  'contact_imports',
  'people_imports',
  'people_import_rows',
  'integrations',
  'ai_connections',
  'smart_answer_sets',
  'chats',
  'chat_messages',
  'webhooks',
  'mail_servers',
  'alarm_settings',
  'audit_streams',
  'phone_recordings',
  'notices',
  'integration_tokens',
  'presence_connectors',
  'presence_farewells',
  'call_logs',
  'call_log_entities',
  'call_tasks',
  'crm_writes',
  'number_choices',
  'assistant_results',
  'assistant_feedback',
  'assistant_answers',
  'assistant_bot_calls',
  'contacts',
  'feedback',
  'user_assets',
  'call_feedback',
  'user_pictures',
  'captures',
  'authenticators',
  'passkeys',
  'single_sign_ons',
  'single_sign_on_links',
  'blocked_callers',
  'nuisance_marks',
  'heard_pieces',
  'transcript_words',
  'custom_words',
  'call_words',
] as const;
type Erasable = (typeof erasable)[number];

/** Tables with what was taken from another one, whose rows went when that changed. */
const copies: Readonly<Record<string, readonly Erasable[]>> = { inbox_events: ['call_days'] };

/** By these someone who calls is found: they never go away, and are written again with their table. */
const lastingIndexes = ['contacts_numbers'];

export interface Erased {
  /**
   * `erased`: nothing is left; `nothing`: there was nothing to do; `waiting`: someone still reads what was before, or a
   * table was in use; try again; `busy`: another process is at it.
   */
  readonly outcome: 'erased' | 'nothing' | 'waiting' | 'busy';
  /** How long nobody could use a table, the longest of all, in milliseconds. */
  readonly heldMs: number;
  /** The tables that were rewritten, where everything is `erased`; otherwise none is named, even if some already were. */
  readonly tables: readonly Erasable[];
  /** Likewise: what the database's owner has to do, because this user may not. */
  readonly lacking: readonly string[];
}

interface EraseOptions {
  /** How long others wait at most behind us until a table is ours. */
  readonly lockTimeoutMs?: number;
  /** Where nothing is known to have been deleted, write everything again. */
  readonly always?: boolean;
}

/**
 * Erases what was deleted: rewrites the tables that were asked for, with their indexes and statistics, and lets the log
 * of earlier writes go. What is asked for meanwhile is left to the next time. Rejects when the database is away; then
 * everything asked for still is.
 */
export async function eraseDeleted(
  db: Database,
  { lockTimeoutMs = 1000, always = false }: EraseOptions = {},
): Promise<Erased> {
  return await db.connection().execute(async (connection) => {
    const [lock] = await read(connection, sql`select pg_try_advisory_lock(${ourLock}) as taken`, lockShape);
    if (!lock?.taken) return { outcome: 'busy', ...untouched };
    try {
      return await erase(connection, always, lockTimeoutMs);
    } finally {
      await sql`reset lock_timeout`.execute(connection);
      await sql`select pg_advisory_unlock(${ourLock})`.execute(connection);
    }
  });
}

/** Makes indexes again that an erasure took away and was cut off. Only searching is slow without them. */
export async function finishCutOff(db: Database): Promise<void> {
  if ((await wordIndexesAway(db)).length > 0) await eraseDeleted(db);
}

const untouched = { heldMs: 0, tables: [], lacking: [] } as const;
const ourLock = sql`hashtext('sidetone'), hashtext('erase')`;
const lockShape = z.object({ taken: z.boolean() });
const pendingShape = z.object({ ids: z.array(z.string()), tables: z.array(z.string()).nullable(), seen: z.boolean() });

async function erase(connection: Database, always: boolean, lockTimeoutMs: number): Promise<Erased> {
  // An erasure that was cut off may have left them away.
  await makeWordIndexes(connection);
  const asked = await read(connection, pending, pendingShape);
  if (asked.length === 0 && !always) return { outcome: 'nothing', ...untouched };
  // Transactions that began before the deletion may still see what it deleted, and PostgreSQL would keep it for them.
  if (asked.some(({ seen }) => seen)) return { outcome: 'waiting', ...untouched };
  await limitWaiting(connection, lockTimeoutMs);
  let heldMs = 0;
  const isAnything = asked.length === 0 || asked.some(({ tables }) => tables === null);
  const named = isAnything
    ? erasable
    : asked.flatMap((one) => one.tables ?? []).flatMap((name) => [name, ...(copies[name] ?? [])]);
  const tables = await existing(connection, named);
  try {
    for (const table of tables) {
      await dropWordIndexes(connection, table);
      const ms = await rewrite(connection, table);
      if (ms === null) return { outcome: 'waiting', ...untouched, heldMs };
      heldMs = Math.max(heldMs, ms);
    }
  } finally {
    await makeWordIndexes(connection);
  }
  await limitWaiting(connection, lockTimeoutMs);
  const lacking = [...(await renewStatistics(connection, tables)), ...(await dropLog(connection))];
  const ids = asked.flatMap((one) => one.ids);
  if (ids.length > 0) await sql`delete from erasures where id = any(${ids}::bigint[])`.execute(connection);
  return { outcome: 'erased', heldMs, tables, lacking };
}

/** While we wait for a table, everyone else who wants it waits behind us. */
async function limitWaiting(connection: Database, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(ms)}, false)`.execute(connection);
}

/**
 * What asks for the same tables together: a company that goes asks thousands of times. `seen`: someone may still see what was
 * before one of these deletions. A transaction that is still to come is one of another cluster, out of a backup.
 */
const pending = sql`
  select ids, tables, newest is not null and (
    exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and age(backend_xmin) >= age(newest))
    or exists (
      select from pg_replication_slots where age(xmin) >= age(newest))) as seen
  from (
    select array_agg(id::text order by id) as ids, tables,
      (array_agg(transaction order by transaction desc)
        filter (where transaction < pg_snapshot_xmax(pg_current_snapshot())))[1]::xid as newest
    from erasures group by tables) as asked
  order by ids[1]::bigint`;

/** Those that are named, in the order of `erasable`; an older or newer Sidetone may have named others. */
async function existing(connection: Database, named: readonly string[]): Promise<Erasable[]> {
  const shape = z.object({ name: z.enum(erasable) });
  const found = await read(
    connection,
    sql`select name from unnest(${erasable.filter((table) => named.includes(table))}::text[]) as name
      where to_regclass(name) is not null`,
    shape,
  );
  return found.map(({ name }) => name);
}

/** Writes a table again without anything that is dead in it. Gives how long that took, null where it was in use. */
async function rewrite(connection: Database, table: string): Promise<number | null> {
  const begun = performance.now();
  try {
    await sql`vacuum (full) ${sql.table(table)}`.execute(connection);
    return performance.now() - begun;
  } catch (error) {
    if (codeOf(error) === lockNotAvailable) return null;
    throw error;
  }
}

/** Their definitions, while they are away. */
const awayKey = 'erasure.indexes';
const definitionsShape = z.array(z.object({ name: z.string(), definition: z.string() }));

/**
 * Takes the indexes of words away while their table is written again: they take many times as long as the table, during
 * which nobody could use it. Meanwhile searching is slow, and everything else as it was.
 */
async function dropWordIndexes(connection: Database, table: string): Promise<void> {
  const found = await read(
    connection,
    sql`select class.relname as name, pg_get_indexdef(class.oid) as definition
      from pg_index join pg_class class on class.oid = indexrelid join pg_am am on am.oid = class.relam
      where am.amname = 'gin' and indrelid = to_regclass(${table})
        and class.relname <> all (${lastingIndexes}::text[])`,
    definitionsShape.element,
  );
  // What an earlier attempt took away and did not make again.
  const away = await wordIndexesAway(connection);
  const all = [...new Map([...away, ...found].map((index) => [index.name, index])).values()];
  if (found.length === 0) return;
  await sql`insert into settings (key, value) values (${awayKey}, ${JSON.stringify(all)})
    on conflict (key) do update set value = excluded.value`.execute(connection);
  for (const { name } of found) {
    try {
      await sql`drop index if exists ${sql.table(name)}`.execute(connection);
    } catch (error) {
      // Someone is searching. It is written again with its table, for once.
      if (codeOf(error) !== lockNotAvailable) throw error;
    }
  }
}

/** Makes them again, while everyone goes on writing. One that was cut off is there and of no use, and made again. */
async function makeWordIndexes(connection: Database): Promise<void> {
  const away = await wordIndexesAway(connection);
  await sql`set lock_timeout = 0`.execute(connection);
  for (const { name, definition } of away) {
    const [there] = await read(
      connection,
      sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`,
      z.object({ valid: z.boolean() }),
    );
    if (there?.valid) continue;
    if (there) await sql`drop index concurrently if exists ${sql.table(name)}`.execute(connection);
    await sql.raw(definition.replace(/^CREATE INDEX /, 'CREATE INDEX CONCURRENTLY ')).execute(connection);
  }
  await connection.deleteFrom('settings').where('key', '=', awayKey).execute();
}

async function wordIndexesAway(connection: Database): Promise<z.output<typeof definitionsShape>> {
  const row = await connection.selectFrom('settings').select('value').where('key', '=', awayKey).executeTakeFirst();
  return definitionsShape.parse(row?.value ?? []);
}

/** The planner's statistics quote values of rows. An empty table keeps its old ones, so they are taken away first. */
async function renewStatistics(connection: Database, tables: readonly string[]): Promise<string[]> {
  const words = 'VACUUM FULL pg_statistic: the statistics of the planner may quote what was deleted';
  const isAllowed = await allowed(
    // An index of an expression has statistics of its own.
    sql`delete from pg_statistic using unnest(${tables}::text[]) as name
      where starelid = to_regclass(name)
        or starelid in (select indexrelid from pg_index where indrelid = to_regclass(name))`.execute(connection),
  );
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(connection);
  if (!isAllowed) return [words];
  return (await rewrite(connection, 'pg_statistic')) === null ? [words] : [];
}

/** Everything that the log holds is in the tables' files then, so that the log of before is removed. */
async function dropLog(connection: Database): Promise<string[]> {
  const steps = [sql`checkpoint`, sql`select pg_switch_wal()`, sql`checkpoint`];
  for (const step of steps) {
    if (!(await allowed(step.execute(connection)))) {
      return ['CHECKPOINT, pg_switch_wal(), CHECKPOINT: the write-ahead log holds what was deleted'];
    }
  }
  const shape = z.object({ recycled: z.boolean(), archived: z.boolean(), slots: z.boolean() });
  const [state] = await read(
    connection,
    sql`select current_setting('wal_recycle') = 'on' as recycled, current_setting('archive_mode') <> 'off' as archived,
      exists (select from pg_replication_slots) as slots`,
    shape,
  );
  return [
    ...(state?.recycled ? ['wal_recycle = off: old files of the write-ahead log are kept to be used again'] : []),
    ...(state?.archived ? ['archive_mode: the archive of the write-ahead log expires by rules of its own'] : []),
    ...(state?.slots ? ['replication slots keep files of the write-ahead log until they are read'] : []),
  ];
}

const lockNotAvailable = '55P03';
const insufficientPrivilege = '42501';
const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

async function allowed(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (codeOf(error) === insufficientPrivilege) return false;
    throw error;
  }
}

async function read<Shape extends z.ZodType>(
  db: Kysely<Schema>,
  query: ReturnType<typeof sql>,
  shape: Shape,
): Promise<z.output<Shape>[]> {
  const { rows } = await query.execute(db);
  return rows.map((row) => shape.parse(row));
}
