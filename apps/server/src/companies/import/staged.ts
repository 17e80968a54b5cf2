import { sql } from 'kysely';
import type { Writer } from '../../storage/writer.ts';
import { type CompanyTable, readReferences } from '../company-scope.ts';
import { ImportError } from './import-error.ts';

/** A table of a company as the database has it, and as rows of the export come into it. */
export interface TargetTable {
  readonly name: string;
  /** Where its rows wait until everything was looked at; goes with the transaction. */
  readonly staged: string;
  /** Those that are written: neither numbered by the database nor computed. */
  readonly columns: readonly string[];
  /** Numbers that the database gives, in the order of the old ones. */
  readonly numbered: readonly string[];
  readonly computed: readonly string[];
}

/** Makes a place for the rows of each table, which nobody else sees. */
export async function makeStage(trx: Writer, tables: readonly CompanyTable[]): Promise<TargetTable[]> {
  const { rows } = await sql<{ table: string; column: string; identity: string; generated: string }>`
    select c.relname as table, a.attname as column, a.attidentity as identity, a.attgenerated as generated
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(trx);
  const columnsOf = Map.groupBy(rows, ({ table }) => table);
  const made: TargetTable[] = [];
  for (const { table: name } of tables) {
    const all = columnsOf.get(name) ?? [];
    const staged = `import_${name}`;
    await sql`create temp table ${sql.id(staged)} (like ${sql.table(`public.${name}`)}) on commit drop`.execute(trx);
    // What comes without a secret is filled in, or left out, before it is written.
    const bare = sql.join(all.map(({ column }) => sql`alter column ${sql.id(column)} drop not null`));
    await sql`alter table pg_temp.${sql.id(staged)} ${bare}`.execute(trx);
    const namesOf = (some: typeof all) => some.map(({ column }) => column);
    made.push({
      name,
      staged,
      columns: namesOf(all.filter(({ identity, generated }) => identity === '' && generated === '')),
      numbered: namesOf(all.filter(({ identity }) => identity !== '')),
      computed: namesOf(all.filter(({ generated }) => generated !== '')),
    });
  }
  return made;
}

/** Rows as lines of JSON, with what each gets besides. PostgreSQL reads them itself: numbers of 64 bits stay whole. */
export async function stageRows(
  trx: Writer,
  { name, staged }: TargetTable,
  lines: readonly string[],
  more: readonly Readonly<Record<string, string>>[],
): Promise<void> {
  const extra = more.map((one) => JSON.stringify(one));
  await sql`insert into pg_temp.${sql.id(staged)} select filled.*
    from unnest(${lines}::text[], ${extra}::text[]) as given (line, more),
      jsonb_populate_record(null::${sql.table(`public.${name}`)}, given.line::jsonb || given.more::jsonb) as filled`.execute(
    trx,
  );
}

/**
 * Throws `ImportError` for rows that are not this company's, or speak of a row that is not in the export: someone may have
 * written them to read or change what is another company's.
 */
export async function requireOwn(trx: Writer, tables: readonly TargetTable[], accountId: string): Promise<void> {
  const byName = new Map(tables.map((one) => [one.name, one]));
  const refuse = (what: string) => new ImportError('DAMAGED', { cause: what });
  for (const { name, staged, columns } of tables) {
    const own = name === 'accounts' ? ['id'] : ['account_id', 'scope'].filter((column) => columns.includes(column));
    for (const column of own) {
      const { rows } = await sql`select from pg_temp.${sql.id(staged)}
        where ${sql.ref(column)} is distinct from ${accountId} limit 1`.execute(trx);
      if (rows.length > 0) throw refuse(`${name} has rows of another company`);
    }
  }
  for (const { table, columns, parent, parentColumns } of await readReferences(trx)) {
    const [child, other] = [byName.get(table), byName.get(parent)];
    if (child === undefined) continue;
    if (other === undefined) throw refuse(`${table} belongs to ${parent}, which is in no export`);
    const isSet = sql.join(
      columns.map((column) => sql`child.${sql.ref(column)} is not null`),
      sql` and `,
    );
    const isSame = sql.join(
      columns.map((column, at) => sql`parent.${sql.ref(parentColumns[at] ?? '')} = child.${sql.ref(column)}`),
      sql` and `,
    );
    const { rows } = await sql`select from pg_temp.${sql.id(child.staged)} as child
      where ${isSet} and not exists (select from pg_temp.${sql.id(other.staged)} as parent where ${isSame}) limit 1`.execute(
      trx,
    );
    if (rows.length > 0) throw refuse(`${table} speaks of rows of ${parent} that are not there`);
  }
}
