import { sql } from 'kysely';
import type { Writer } from '../../storage/writer.ts';
import type { TargetTable } from './staged.ts';

/** What operators call that by which two rows are the same; whatever is not here is named by its table. */
const words: Readonly<Record<string, string>> = {
  accounts_pkey: 'the id of the company',
  accounts_host: 'the host name',
  users_pkey: 'the id of a user',
  users_email: 'the email address',
  numbers_pkey: 'the phone number',
  endpoints_sip_username_key: 'the user name of the device',
  single_sign_on_domains_proved: 'the proved domain',
};

const mostNamed = 5;

interface UniqueIndex {
  readonly table: string;
  readonly name: string;
  readonly keys: readonly string[];
  readonly where: string | null;
}

/** Everything by which a row of the export would be the same as one that is here: a line each, for the operator. */
export async function conflictsOf(trx: Writer, tables: readonly TargetTable[]): Promise<string[]> {
  const byName = new Map(tables.map((one) => [one.name, one]));
  const found: string[] = [];
  for (const index of await uniqueIndexes(trx)) {
    const table = byName.get(index.table);
    if (table === undefined || leavesTraces.includes(index.table)) continue;
    // Numbers that the database gives are new.
    if (index.keys.some((key) => table.numbered.includes(key))) continue;
    const examples = await sameOf(trx, table, index);
    const what = words[index.name] ?? `rows of ${index.table}`;
    if (examples.length > 0) found.push(`${what}: ${examples.slice(0, mostNamed).join(', ')}${more(examples.length)}`);
  }
  return found;
}

const more = (count: number): string => (count > mostNamed ? ', …' : '');

/** Of these something is left when a company is removed: what is here already is the company's own, and stays. */
export const leavesTraces: readonly string[] = ['alerts', 'refusals', 'audit_log'];

async function sameOf(trx: Writer, { staged }: TargetTable, { table, keys, where }: UniqueIndex): Promise<string[]> {
  const listed = sql.join(keys.map((key, at) => sql`(${sql.raw(key)}) as ${sql.id(`key_${at}`)}`));
  const shown = sql.join(keys.map((_key, at) => sql`${sql.ref(`fresh.key_${at}`)}::text`));
  const isSame = sql.join(
    keys.map((key, at) => sql`(${sql.raw(key)}) = ${sql.ref(`fresh.key_${at}`)}`),
    sql` and `,
  );
  const condition = where === null ? sql`true` : sql`(${sql.raw(where)})`;
  const { rows } = await sql<{ same: string }>`
    select concat_ws(' ', ${shown}) as same
    from (select ${listed} from pg_temp.${sql.id(staged)} where ${condition}) as fresh
    where exists (select from ${sql.table(`public.${table}`)} where ${isSame} and ${condition})
    limit ${mostNamed + 1}`.execute(trx);
  return rows.map(({ same }) => same);
}

/** As PostgreSQL writes them down: columns or expressions, and the condition of those that count for some rows only. */
async function uniqueIndexes(trx: Writer): Promise<readonly UniqueIndex[]> {
  const { rows } = await sql<UniqueIndex>`
    select own.relname as table, class.relname as name, pg_get_expr(indpred, indrelid) as where,
      array(select pg_get_indexdef(indexrelid, at, true) from generate_series(1, indnkeyatts) as at) as keys
    from pg_index join pg_class own on own.oid = indrelid join pg_class class on class.oid = indexrelid
    where indisunique and own.relnamespace = 'public'::regnamespace
    order by own.relname <> 'accounts', own.relname <> 'users', own.relname <> 'numbers', own.relname, class.relname`.execute(
    trx,
  );
  return rows;
}
