import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Writer } from '../storage/writer.ts';

/** Which rows of a table are those of a company, and the columns that somebody else may read. */
export interface CompanyTable {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: RawBuilder<SqlBool>;
}

/** Tables of companies that no export has: how people prove who they are, and what a running server keeps for itself. */
export const leftOut: readonly string[] = [
  'account_storage',
  'agent_claims',
  'audit_streams',
  'authenticators',
  'bans',
  'call_snapshots',
  'client_lines',
  'company_sign_ins',
  'crm_sign_ins',
  'far_files',
  'integration_tokens',
  'one_time_links',
  'passkey_offers',
  'passkeys',
  'phone_recordings',
  'presence_sign_ins',
  'recovery_codes',
  'registrations',
  'sip_dialogs',
];

/** Columns with secrets, or with what proves them. */
const isSecret = (table: string, column: string): boolean =>
  /(^|_)(sealed|hash|digest)$/.test(column) && !plainDigests.includes(`${table}.${column}`);

/** Of what the export has as it is. */
const plainDigests: readonly string[] = ['assistant_results.sent_digest', 'user_pictures.digest'];

interface Reference {
  readonly table: string;
  readonly columns: readonly string[];
  readonly parent: string;
  readonly parentColumns: readonly string[];
}

/**
 * The tables of the database as one company has them: by their account, else by the row of another table that they belong to.
 * `others`: tables that belong to no company.
 */
export async function tablesOfCompany(
  db: Writer,
  accountId: string,
): Promise<{ readonly tables: readonly CompanyTable[]; readonly others: readonly string[] }> {
  const all = await readTables(db);
  const scopes = new Map<string, RawBuilder<SqlBool>>([['accounts', sql<SqlBool>`id = ${accountId}`]]);
  for (const [table, columns] of all) {
    if (columns.includes('account_id')) scopes.set(table, sql<SqlBool>`account_id = ${accountId}`);
    // A scope may also be the server itself.
    else if (columns.includes('scope')) scopes.set(table, sql<SqlBool>`scope = ${accountId}`);
  }
  const references = await readReferences(db);
  for (let before = -1; before !== scopes.size; ) {
    before = scopes.size;
    for (const { table, columns, parent, parentColumns } of references) {
      const ofParent = scopes.get(parent);
      if (ofParent === undefined || scopes.has(table) || table === parent) continue;
      const [own, theirs] = [columns, parentColumns].map((names) => sql.join(names.map((name) => sql.ref(name))));
      scopes.set(table, sql<SqlBool>`(${own}) in (select ${theirs} from ${sql.table(parent)} where ${ofParent})`);
    }
  }
  const tables = [...all].flatMap(([table, columns]) => {
    const rows = scopes.get(table);
    if (rows === undefined || leftOut.includes(table)) return [];
    return [{ table, columns: columns.filter((column) => !isSecret(table, column)), rows }];
  });
  return { tables, others: [...all.keys()].filter((table) => !scopes.has(table)) };
}

/** References that the database does not check. */
const unwritten: readonly Reference[] = [
  { table: 'call_groups', columns: ['channel_id'], parent: 'channels', parentColumns: ['id'] },
];

/** The name of the newest migration that this database has. */
export async function newestMigration(db: Writer): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(
    db,
  );
  return rows[0]?.name ?? '';
}

async function readTables(db: Writer): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely_%'
     group by c.relname order by c.relname`.execute(db);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** References that every row has come first, since they say which company it belongs to. */
export async function readReferences(db: Writer): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select own.relname as table, parent.relname as parent,
      (select array_agg(attname::text order by at) from unnest(conkey) with ordinality as key (number, at)
        join pg_attribute on attrelid = conrelid and attnum = number) as columns,
      (select array_agg(attname::text order by at) from unnest(confkey) with ordinality as key (number, at)
        join pg_attribute on attrelid = confrelid and attnum = number) as "parentColumns"
    from pg_constraint join pg_class own on own.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace
    order by (select bool_and(attnotnull) from pg_attribute where attrelid = conrelid and attnum = any(conkey)) desc,
      own.relname, conname`.execute(db);
  return [...rows, ...unwritten];
}
