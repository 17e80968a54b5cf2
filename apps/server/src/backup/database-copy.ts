import { sql, type Transaction } from 'kysely';
import { knownMigrations, migrateTo } from '../storage/database.ts';
import type { Schema } from '../storage/schema.ts';
import { BackupError, type BackupHead } from './format.ts';

/** About how many bytes of rows are held at a time. */
const chunkBytes = 1_000_000;
const rowsAtOnce = 500;

export interface Chunk {
  readonly table: string;
  readonly rows: readonly string[];
}

/** What the head of a backup says of the database. */
export async function describeDatabase(
  trx: Transaction<Schema>,
): Promise<Pick<BackupHead, 'migratedTo' | 'tables' | 'sequences'> & { readonly bytes: number }> {
  const { rows: tables } = await sql<{ name: string; columns: string[]; bytes: string }>`
    select c.relname as name, pg_table_size(c.oid)::text as bytes,
           array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely_%'
     group by c.oid, c.relname order by c.relname`.execute(trx);
  const { rows: sequences } = await sql<{ name: string; value: string | null }>`
    select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'`.execute(trx);
  const { rows: migrations } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(trx);
  return {
    migratedTo: migrations[0]?.name ?? '',
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
    bytes: tables.reduce((sum, { bytes }) => sum + Number(bytes), 0),
  };
}

/** Every row of these tables, each as the text of a record, which PostgreSQL reads back to the very same values. */
export async function* readRows(trx: Transaction<Schema>, tables: readonly string[]): AsyncGenerator<Chunk> {
  for (const table of tables) {
    await sql`declare backup_rows no scroll cursor for select t::text as row from ${sql.table(table)} as t`.execute(
      trx,
    );
    let rows: string[] = [];
    let size = 0;
    for (;;) {
      const fetched = await sql<{ row: string }>`fetch ${sql.lit(rowsAtOnce)} from backup_rows`.execute(trx);
      for (const { row } of fetched.rows) {
        rows.push(row);
        size += row.length;
        if (size < chunkBytes) continue;
        yield { table, rows };
        rows = [];
        size = 0;
      }
      if (fetched.rows.length < rowsAtOnce) break;
    }
    if (rows.length > 0) yield { table, rows };
    await sql`close backup_rows`.execute(trx);
  }
}

/** True when there is a company in this database. */
export async function holdsCompany(trx: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('public.accounts') is not null as is`.execute(trx);
  if (!rows[0]?.is) return false;
  return (await trx.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** True when a server counts as alive on this database. */
export async function isInUse(trx: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('public.nodes') is not null as is`.execute(trx);
  if (!rows[0]?.is) return false;
  const alive = trx.selectFrom('nodes').select('node').where('lease_until', '>', sql<Date>`now()`);
  return (await alive.executeTakeFirst()) !== undefined;
}

/** True when this Sidetone has the migrations that the backup's database had. */
export function isKnownMigration(name: string): boolean {
  return knownMigrations().includes(name);
}

export interface Loading {
  load(chunk: Chunk): Promise<void>;
  /** Checks what was loaded and brings the tables to the newest migration. */
  finish(): Promise<void>;
}

/** Takes everything out of the database and makes the tables that the backup had; rows are loaded as they come. */
export async function beginLoading(trx: Transaction<Schema>, head: BackupHead): Promise<Loading> {
  await clear(trx);
  await migrateTo(trx, head.migratedTo);
  const made = await describeDatabase(trx);
  for (const [table, columns] of Object.entries(head.tables)) {
    if (made.tables[table]?.join() !== columns.join())
      throw new BackupError('DAMAGED', `the table ${table} has other columns`);
  }
  // Rows come table by table, whatever refers to what, and nobody is to be told of them.
  const { rows: references } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(trx);
  for (const { table, name } of references) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx);
  }
  const tables = Object.keys(head.tables);
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
    // A migration may have put rows in.
    await sql`delete from ${sql.table(table)}`.execute(trx);
  }
  return {
    async load({ table, rows }) {
      if (!tables.includes(table)) throw new BackupError('DAMAGED', `rows of an unknown table ${table}`);
      await sql`insert into ${sql.table(table)} overriding system value
                select * from unnest(${rows}::${sql.table(table)}[])`.execute(trx);
    },
    async finish() {
      for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
      for (const { table, name, definition } of references) {
        await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx);
      }
      for (const [name, value] of Object.entries(head.sequences)) {
        if (value !== null) await sql`select setval(${name}::regclass, ${value}::bigint)`.execute(trx);
      }
      await migrateTo(trx);
    },
  };
}

/** Drops every table, sequence and function of ours, and the queue of jobs: no backup holds it, and each start fills it again. */
const clear = async (trx: Transaction<Schema>): Promise<void> => {
  await sql`drop schema if exists pgboss cascade`.execute(trx);
  const { rows } = await sql<{ drop: string }>`
    select format('drop table if exists public.%I cascade', tablename) as drop from pg_tables where schemaname = 'public'
    union all
    select format('drop sequence if exists public.%I cascade', sequencename) from pg_sequences where schemaname = 'public'
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
     where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(trx);
  for (const { drop } of rows) await sql.raw(drop).execute(trx);
};
