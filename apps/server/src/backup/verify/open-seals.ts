import { sql } from 'kysely';
import { secretBox } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';

interface Seals {
  readonly opened: number;
  readonly shut: number;
}

/** More of one table say nothing that these do not. */
const mostOfOne = 1000;

/** Opens what is sealed in a database, each column of its own and the settings, with the key of the backup. */
export async function openSeals(db: Writer, key: Uint8Array): Promise<Seals> {
  const box = secretBox(key);
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and a.atttypid = 'bytea'::regtype and a.attname ~ '(^|_)sealed$' order by 1, 2`.execute(db);
  const count = { opened: 0, shut: 0 };
  const tryAll = (values: readonly Uint8Array[]) => {
    for (const value of values) {
      try {
        box.unseal(value);
        count.opened += 1;
      } catch {
        count.shut += 1;
      }
    }
  };
  for (const { table, column } of columns) {
    const { rows } = await sql<{ value: Buffer }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null limit ${mostOfOne}`.execute(
      db,
    );
    tryAll(rows.map(({ value }) => value));
  }
  const { rows: settings } = await sql<{ value: string }>`
    select value ->> 'sealed' as value from settings
    where jsonb_typeof(value) = 'object' and value ->> 'sealed' is not null`.execute(db);
  tryAll(settings.map(({ value }) => Buffer.from(value, 'base64')));
  return count;
}
