import { type RawBuilder, sql } from 'kysely';
import { ZodError } from 'zod';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';
import { foldersOfRows } from '../company-files.ts';
import { newestMigration, tablesOfCompany } from '../company-scope.ts';
import { conflictsOf, leavesTraces } from './conflicts.ts';
import { ImportError } from './import-error.ts';
import { type StagedFiles, stageFiles } from './import-files.ts';
import { type ExportHead, readExport } from './read-export.ts';
import { askedAgain, lostRows, secretsOf } from './secrets-of-rows.ts';
import { makeStage, requireOwn, stageRows, type TargetTable } from './staged.ts';

interface ImportInto {
  /** As the owner of the tables. */
  readonly db: Database;
  readonly dataDir: string;
  readonly box: SecretBox;
  /** The node that becomes the home of the company, or what chooses it. */
  readonly node: string | RawBuilder<string>;
  /** The host name of this server; undefined where it has none. */
  readonly ownHost?: string | undefined;
  /** Called where everything else is there, within the same transaction. */
  done(trx: Writer, company: ExportHead['company']): Promise<void>;
}

export interface Imported {
  readonly company: ExportHead['company'];
  readonly rows: number;
  readonly files: number;
  /** Files that were missing when the export was made. */
  readonly missing: number;
  /** What has to be given or made again, a line each. */
  readonly again: readonly string[];
}

/** While a table is waited for, everyone else who writes it waits behind. */
const lockWaitMs = 5000;

/**
 * Puts an exported company into this installation: all of it or nothing. It comes suspended, since its phones and trunks may
 * still be at the other one. Throws `ImportError`; what is here already is named before anything is written.
 */
export async function importCompany(file: string, into: ImportInto): Promise<Imported> {
  let files: StagedFiles | undefined;
  try {
    return await into.db.transaction().execute(async (trx) => {
      await takeTurn(trx);
      let head: ExportHead | undefined;
      let tables: readonly TargetTable[] = [];
      const count = { rows: 0, files: 0 };
      const { missing } = await readExport(file, {
        async head(found) {
          head = found;
          await refuseKnown(trx, found);
          tables = await targetsOf(trx, found);
          files = await stageFiles(into.dataDir, found.company.id);
        },
        async rows(name, lines) {
          const target = tables.find((one) => one.name === name);
          if (!target) throw new ImportError('DAMAGED', { cause: `rows of ${name}` });
          if (name in lostRows) return;
          count.rows += lines.length;
          await stageRows(
            trx,
            target,
            lines,
            lines.map((line) => secretsOf(name, line, into.box)),
          );
        },
        async file(name, entry) {
          count.files += 1;
          await files?.add(name, entry);
        },
      });
      if (!head || !files) throw new ImportError('DAMAGED');
      const kept = tables.filter(({ name }) => !(name in lostRows));
      await narrow(trx);
      await requireWhole(trx, kept, head, files);
      const conflicts = [...(await conflictsOf(trx, kept)), ...(await hostConflicts(trx, into.ownHost))];
      if (conflicts.length > 0) throw new ImportError('CONFLICTS', { conflicts });
      await settle(trx, into.node);
      await write(trx, kept);
      await into.done(trx, head.company);
      await announce(trx, kept);
      const again = await askedFor(trx);
      await files.place();
      return { company: head.company, rows: count.rows, files: count.files, missing: missing.length, again };
    });
  } catch (error) {
    await files?.undo();
    if (error instanceof ImportError) throw error;
    if (error instanceof SyntaxError || error instanceof ZodError || isOfRows(error)) {
      throw new ImportError('DAMAGED', { cause: error });
    }
    throw error;
  } finally {
    await files?.clear();
  }
}

/** Values that no column takes, and rows that no table takes. */
const isOfRows = (error: unknown): boolean => /^(22|23)/.test((error as { code?: string }).code ?? '');

async function takeTurn(trx: Writer): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('sidetone'), hashtext('import')) as taken`.execute(trx);
  if (!rows[0]?.taken) throw new ImportError('BUSY');
}

/** The first thing that anybody does wrong is to import a company twice. */
async function refuseKnown(trx: Writer, { company: { id, name } }: ExportHead): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from accounts where id = ${id} or lower(name) = lower(${name}) limit 5`.execute(trx);
  const conflicts = rows.map((row) =>
    row.id === id ? `the id of the company: ${id} (${row.name})` : `the name of the company: ${row.name} (${row.id})`,
  );
  if (conflicts.length > 0) throw new ImportError('CONFLICTS', { conflicts });
}

/** The tables here, which have to be those of the export: between releases, columns change what they mean. */
async function targetsOf(trx: Writer, head: ExportHead): Promise<readonly TargetTable[]> {
  const { tables } = await tablesOfCompany(trx, head.company.id);
  const shape = (all: Readonly<Record<string, readonly string[]>>) =>
    JSON.stringify(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const here = Object.fromEntries(tables.map(({ table, columns }) => [table, columns]));
  if (head.migratedTo !== (await newestMigration(trx)) || shape(here) !== shape(head.tables)) {
    throw new ImportError('OTHER_RELEASE', { cause: `made by ${head.release}` });
  }
  return await makeStage(trx, tables);
}

async function requireWhole(
  trx: Writer,
  tables: readonly TargetTable[],
  head: ExportHead,
  files: StagedFiles,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_temp.import_accounts`.execute(trx);
  if (rows[0]?.count !== 1) throw new ImportError('DAMAGED', { cause: 'no company' });
  await requireOwn(trx, tables, head.company.id);
  for (const { folder, table } of foldersOfRows) {
    const ids = [...new Set(files.idsIn(folder))];
    const strangers = await sql`select from unnest(${ids}::text[]) as id
      where not exists (select from pg_temp.${sql.id(`import_${table}`)} as own where own.id = id.id) limit 1`.execute(
      trx,
    );
    if (strangers.rows.length > 0) throw new ImportError('DAMAGED', { cause: `files of nobody in ${folder}` });
  }
  const running = await sql`select from pg_temp.import_calls where ended_at is null limit 1`.execute(trx);
  if (running.rows.length > 0) throw new ImportError('CALLS_RUNNING');
}

async function hostConflicts(trx: Writer, ownHost: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ host: string | null }>`select host from pg_temp.import_accounts`.execute(trx);
  const host = rows[0]?.host ?? null;
  return host !== null && host === ownHost ? [`the host name: ${host} is that of this server`] : [];
}

/** A company that ran its server spoke to all of that server's companies; here it speaks to its own people. */
const narrow = (trx: Writer) => sql`update pg_temp.import_info_banners set scope = account_id`.execute(trx);

/** What is this installation's to say. */
async function settle(trx: Writer, node: ImportInto['node']): Promise<void> {
  await sql`update pg_temp.import_accounts set node = ${node}, runs_server = false,
    suspended_at = coalesce(suspended_at, now())`.execute(trx);
  // What another server took as proved would send users of others to this company's provider. We look ourselves, or nobody is here.
  await sql`update pg_temp.import_single_sign_on_domains set state = 'waiting', missing_since = null, problem = null,
    checked_at = null, created_at = now(),
    kept_until = case when exists (select from public.accounts) then null else 'infinity'::timestamptz end`.execute(
    trx,
  );
}

/**
 * Writes all rows as they are: what triggers would make of them is among them. Others go on with their work, unless we are not
 * the one who may leave triggers out; then they wait until it is done.
 */
async function write(trx: Writer, tables: readonly TargetTable[]): Promise<void> {
  const plain = tables.filter(({ name }) => name !== 'audit_log');
  const { rows } = await sql<{ may: boolean }>`
    select rolsuper as may from pg_roles where rolname = current_user`.execute(trx);
  const mayLeaveOut = rows[0]?.may === true;
  if (mayLeaveOut) await sql`set local session_replication_role = replica`.execute(trx);
  else {
    await sql`select set_config('lock_timeout', ${String(lockWaitMs)}, true)`.execute(trx);
    for (const { name } of plain)
      await sql`alter table ${sql.table(`public.${name}`)} disable trigger user`.execute(trx);
  }
  // In one statement: rows speak of each other in circles, and are looked at when it ends.
  const parts = plain.map((table, at) => sql`${sql.id(`part_${at}`)} as (${inserted(table)})`);
  await sql`with ${sql.join(parts)} select 1`.execute(trx);
  if (mayLeaveOut) await sql`set local session_replication_role = origin`.execute(trx);
  else {
    for (const { name } of plain)
      await sql`alter table ${sql.table(`public.${name}`)} enable trigger user`.execute(trx);
  }
  await writeLog(trx, tables);
}

/** Revisions are this installation's: one of another would be above every one to come. */
function inserted({ name, staged, columns, numbered }: TargetTable) {
  const listed = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => (column === 'rev' ? sql`nextval('revisions')` : sql.ref(column))));
  const order = numbered.length === 0 ? sql`` : sql`order by ${sql.join(numbered.map((column) => sql.ref(column)))}`;
  const known = leavesTraces.includes(name) ? sql`on conflict do nothing` : sql``;
  return sql`insert into ${sql.table(`public.${name}`)} (${listed})
    select ${values} from pg_temp.${sql.id(staged)} ${order} ${known}`;
}

/** Chained to the lines that are here, which may be some of the company's own. */
async function writeLog(trx: Writer, tables: readonly TargetTable[]): Promise<void> {
  const log = tables.find(({ name }) => name === 'audit_log');
  if (!log) return;
  const columns = log.columns.filter((column) => column !== 'rev');
  const listed = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into public.audit_log (${listed}) select ${listed} from pg_temp.import_audit_log as fresh
    where not exists (select from public.audit_log as own where own.scope = fresh.scope and own.at = fresh.at
      and own.action = fresh.action and own.target is not distinct from fresh.target)
    order by fresh.id`.execute(trx);
}

/** The rows of more are read when somebody of the company signs in. */
const mostAnnounced = 5000;

/** Tells what the triggers would have told: servers keep trunks, phones and numbers in memory. */
async function announce(trx: Writer, tables: readonly TargetTable[]): Promise<void> {
  const { rows } = await sql<{ table: string; args: Buffer }>`
    select tgrelid::regclass::text as table, tgargs as args from pg_trigger
    where tgfoid = 'announce_row'::regproc and not tgisinternal`.execute(trx);
  const byName = new Map(tables.map((one) => [one.name, one]));
  for (const { table, args } of rows) {
    const target = byName.get(table);
    if (!target) continue;
    const keys = args.toString().split('\0').filter(Boolean);
    // Numbers that the database gave are others now.
    if (keys.some((key) => target.numbered.includes(key))) continue;
    const object = sql.join(keys.flatMap((key) => [sql.lit(key), sql.ref(key)]));
    await sql`select pg_notify('changes', jsonb_build_object('table', ${table}::text, 'keys', keys)::text)
      from (select distinct jsonb_build_object(${object}) as keys from pg_temp.${sql.id(target.staged)}
        limit ${mostAnnounced}) as changed`.execute(trx);
  }
}

async function askedFor(trx: Writer): Promise<string[]> {
  const lines: string[] = [];
  for (const { table, what, where } of askedAgain) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_temp.${sql.id(`import_${table}`)} where ${sql.raw(where)}`.execute(trx);
    const count = rows[0]?.count ?? 0;
    if (count > 0) lines.push(`${count} ${what}`);
  }
  return lines;
}
