import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../database.ts';

/** What a release left behind: a small company in the tables that the release had. */
export interface Seed {
  readonly release: string;
  /** Name of the last migration that the release had. */
  readonly migratedTo: string;
  /** Base64 of the data folder's key, which secrets of the rows are sealed with. */
  readonly key: string;
  /** How the tables were made, as PostgreSQL tells it. */
  readonly schema: readonly string[];
  readonly rows: readonly { readonly table: string; readonly row: unknown }[];
  /** Last value of each sequence; null for one that was never used. */
  readonly sequences: Readonly<Record<string, string | null>>;
}

export const seedsFolder = path.join(import.meta.dirname, 'seeds');

const head = z.object({
  release: z.string(),
  migratedTo: z.string(),
  key: z.string(),
  sequences: z.record(z.string(), z.string().nullable()),
});
const schemaLine = z.object({ schema: z.string() });
const rowLine = z.object({ table: z.string(), row: z.unknown() });

/** The releases that have a seed, the oldest first. */
export const seededReleases = (): string[] =>
  readdirSync(seedsFolder)
    .map((file) => path.basename(file, '.jsonl'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

export function readSeed(release: string): Seed {
  const [first = '', ...lines] = readFileSync(path.join(seedsFolder, `${release}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  const rest = lines.map((line) => z.union([schemaLine, rowLine]).parse(JSON.parse(line)));
  return {
    ...head.parse(JSON.parse(first)),
    schema: rest.flatMap((line) => ('schema' in line ? [line.schema] : [])),
    rows: rest.flatMap((line) => ('table' in line ? [line] : [])),
  };
}

/** One JSON value on each line, so that a review can read it. */
export const seedText = ({ schema, rows, ...first }: Seed): string =>
  [first, ...schema.map((line) => ({ schema: line })), ...rows].map((line) => `${JSON.stringify(line)}\n`).join('');

/** Everything that is in the database, as a release leaves it behind. */
export async function takeSeed(db: Database, release: string, key: Uint8Array): Promise<Seed> {
  const rows: Seed['rows'][number][] = [];
  for (const table of await tablesOf(db)) {
    const found = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(table)} as t order by to_jsonb(t)::text`.execute(db);
    rows.push(...found.rows.map(({ row }) => ({ table, row })));
  }
  const { rows: sequences } = await sql<{ name: string; value: string | null }>`
    select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public'
    order by 1`.execute(db);
  const { rows: migrations } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db);
  return {
    release,
    migratedTo: migrations[0]?.name ?? '',
    key: Buffer.from(key).toString('base64'),
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
    schema: await describeTables(db),
    rows,
  };
}

/** Puts the rows of a seed in as they were: triggers do not see them. */
export async function plantSeed(db: Database, { rows, sequences }: Seed): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const table of new Set(rows.map((line) => line.table))) {
      const mine = JSON.stringify(rows.filter((line) => line.table === table).map(({ row }) => row));
      await sql`
        insert into ${sql.table(table)} overriding system value
        select * from jsonb_populate_recordset(null::${sql.table(table)}, ${mine}::jsonb)`.execute(trx);
    }
    for (const [name, value] of Object.entries(sequences)) {
      if (value !== null) await sql`select setval(${name}::regclass, ${value}::bigint)`.execute(trx);
    }
  });
}

const tablesOf = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely_%' order by 1`.execute(db);
  return rows.map(({ name }) => name);
};

/** Columns, constraints, indexes, triggers and functions, a line each. */
export async function describeTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select line from (
      select concat_ws(' ', 'column', table_name || '.' || column_name, data_type, udt_name,
        case is_nullable when 'NO' then 'not null' end, 'default ' || column_default,
        case is_identity when 'YES' then 'identity ' || identity_generation end) as line
      from information_schema.columns where table_schema = 'public'
      union all
      select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c', 'x')
      union all
      select indexdef from pg_indexes where schemaname = 'public'
      union all
      select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all
      select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all
      select 'sequence ' || sequencename from pg_sequences where schemaname = 'public') as made
    where line not like '%kysely_%' order by line collate "C"`.execute(db);
  return rows.map(({ line }) => line);
}
