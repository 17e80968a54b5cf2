import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** A digest of the rows of every table by its name, to find out whether anything at all has changed. */
export async function digestsOfTables(db: Database): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db);
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(
    tables.map(({ name }) => digestOf(name)),
    sql` union all `,
  )}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

const digestOf = (table: string): RawBuilder<unknown> =>
  sql`select ${sql.lit(table)} as name, md5(coalesce(string_agg(md5(one::text), '' order by md5(one::text)), '')) as digest
    from ${sql.table(table)} as one`;
