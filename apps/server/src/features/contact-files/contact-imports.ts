import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { ContactImport } from '@sidetone/contract/entities/contact-import.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Caller } from '../../requests/callers.ts';
import { requireGrant } from '../../requests/grants.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import { importOf, mostProblems, problemsOf } from './import-row.ts';
import { runImport } from './run-import.ts';
import { kindOfFile, type StoredFiles } from './stored-file.ts';

export interface ImportParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly files: StoredFiles;
  readonly log: Logger;
  /** Goes on with imports of companies that are at home at this node; without it with all. */
  readonly node?: string | undefined;
}

type Who = Pick<Caller, 'userId' | 'accountId'>;

/** Imports of files of contacts into the companies' own address books. */
export interface ContactImports {
  /**
   * Takes a file and goes on with it after it has fulfilled. Throws `Refusal` FORBIDDEN without the grant CONTACT_WRITE,
   * CONFLICT while another import of the account runs, BODY_TOO_LARGE and VALIDATION_FAILED for the file.
   */
  start(who: Who, fileName: string, bytes: Readable | Buffer): Promise<ContactImport>;
  /**
   * Takes back what an import created; contacts changed since stay. Throws `Refusal` FORBIDDEN without the grant, NOT_FOUND for the import of someone
   * else, CONFLICT while it runs and once it was taken back.
   */
  undo(who: Who, importId: string): Promise<ContactImport>;
  /**
   * Goes on with whatever was cut off, and releases files that nobody needs and of imports that ended 30 days ago: what
   * could not be read of a file is in them. Harmless to repeat.
   */
  resume(): Promise<void>;
  /** Fulfils when nothing runs any more. */
  idle(): Promise<void>;
  /** Leaves off after the portion that is being written, which gets two seconds; the next start continues. */
  stop(): Promise<void>;
}

/** Goes on with an import; the id is that of the import. */
const importJob: JobKind = {
  name: 'contact-import',
  here: true,
  tries: 5,
  withinMinutes: 120,
  pauseSeconds: 2,
  longestPauseSeconds: 60,
  atOnce: 3,
};
/** A file that belongs to no import and was not written to for so long is left over. */
const leftOverMs = 60 * 60 * 1000;

export function contactImports(parts: ImportParts): ContactImports {
  const { db, jobs, log } = parts;
  const working = jobs.work(importJob, {
    run: (importId, { signal }) => run(parts, importId, signal),
    gaveUp: (importId) => fail(parts, importId),
  });
  working.catch((error: unknown) => log.error({ err: error }, 'contact imports: imports cannot begin'));
  return {
    start: (who, fileName, bytes) => start(parts, who, fileName, bytes),
    undo: (who, importId) => db.transaction().execute((trx) => undo(trx, who, importId)),
    resume: () => resume(parts),
    idle: () => jobs.idle(importJob),
    stop: async () => await (await working).stop(),
  };
}

/** Rejects where trying again may help. */
async function run(parts: ImportParts, importId: string, signal: AbortSignal): Promise<void> {
  const { db, files, log } = parts;
  try {
    await runImport(db, importId, files.pathOf(importId), signal);
  } catch (error) {
    if (!isGone(error)) throw error;
    log.error({ err: error, importId }, 'contact imports: import failed');
    return await fail(parts, importId);
  }
  if (await letGo(parts, importId)) log.info({ importId }, 'contact imports: import ended');
}

/** Removes the file, unless someone else continues with it; tells whether the import has ended. */
async function letGo({ db, files }: ImportParts, importId: string): Promise<boolean> {
  const row = await db.selectFrom('contact_imports').select('state').where('id', '=', importId).executeTakeFirst();
  if (row?.state === 'RUNNING') return false;
  await files.remove(importId);
  return true;
}

/** What was done stays, and is told. */
async function fail({ db, files }: ImportParts, importId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('contact_imports')
      .select(['problems', 'file_name', 'done'])
      .where('id', '=', importId)
      .where('state', '=', 'RUNNING')
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const problem = { place: row.done + 1, code: 'CUT_OFF', text: row.file_name } as const;
    const problems = [problem, ...problemsOf(row.problems)].slice(0, mostProblems);
    await trx
      .updateTable('contact_imports')
      .set({ state: 'FAILED', ended_at: sql<Date>`now()`, problems: jsonText(problems) })
      .where('id', '=', importId)
      .execute();
  });
  await files.remove(importId);
}

async function start(
  { db, jobs, files }: ImportParts,
  who: Who,
  fileName: string,
  bytes: Readable | Buffer,
): Promise<ContactImport> {
  await requireGrant(db, who, 'CONTACT_WRITE');
  await refuseSecond(db, who.accountId);
  const id = `m${randomBytes(9).toString('hex')}`;
  try {
    await files.keep(id, bytes);
    const { format } = await kindOfFile(files.pathOf(id));
    const row = await db.transaction().execute(async (trx) => {
      await requireGrant(trx, who, 'CONTACT_WRITE');
      const made = await begin(trx, who, { id, format, fileName });
      if (made) await jobs.enqueue(trx, importJob, id);
      return made;
    });
    if (!row) throw new Refusal('CONFLICT', 'Another import is running in this company.');
    return importOf(row);
  } catch (error) {
    await files.remove(id);
    throw error;
  }
}

/** Undefined where another import of the account runs: of two that come at the same time the index lets one through. */
const begin = async (
  trx: Writer,
  who: Who,
  {
    id,
    format,
    fileName,
  }: {
    readonly id: string;
    readonly format: Awaited<ReturnType<typeof kindOfFile>>['format'];
    readonly fileName: string;
  },
) =>
  await trx
    .insertInto('contact_imports')
    .values({
      id,
      account_id: who.accountId,
      user_id: who.userId,
      format,
      file_name: basename(fileName).slice(0, 200),
      total: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

async function refuseSecond(db: Database, accountId: string): Promise<void> {
  const other = await db
    .selectFrom('contact_imports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'RUNNING')
    .executeTakeFirst();
  if (other) throw new Refusal('CONFLICT', 'Another import is running in this company.');
}

async function undo(trx: Writer, who: Who, importId: string): Promise<ContactImport> {
  await requireGrant(trx, who, 'CONTACT_WRITE');
  const row = await trx
    .selectFrom('contact_imports')
    .select(['id', 'state'])
    .where('id', '=', importId)
    .where('account_id', '=', who.accountId)
    .where('user_id', '=', who.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('import');
  if (row.state === 'RUNNING') throw new Refusal('CONFLICT', 'The import is still running.');
  if (row.state === 'UNDONE') throw new Refusal('CONFLICT', 'The import has already been undone.');
  const { numDeletedRows } = await trx
    .deleteFrom('contacts')
    .where('account_id', '=', who.accountId)
    .where('import_id', '=', importId)
    .executeTakeFirst();
  return importOf(
    await trx
      .updateTable('contact_imports')
      .set({ state: 'UNDONE', removed: Number(numDeletedRows) })
      .where('id', '=', importId)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

async function resume({ db, jobs, files, node }: ImportParts): Promise<void> {
  // What is younger may be coming in just now, here or by the command line.
  const here = await files.list(leftOverMs);
  const rows = await db
    .selectFrom('contact_imports')
    .innerJoin('accounts', 'accounts.id', 'contact_imports.account_id')
    .select(['contact_imports.id', 'node'])
    .where('state', '=', 'RUNNING')
    .execute();
  // The file of another one is at its own carrier.
  for (const row of rows) if (row.node === (node ?? row.node)) await jobs.enqueue(db, importJob, row.id);
  const needed = new Set(rows.map(({ id }) => id));
  for (const id of here) {
    if (!needed.has(id)) await files.remove(id);
  }
  await db.deleteFrom('contact_imports').where('ended_at', '<', sql<Date>`now() - interval '30 days'`).execute();
}

/** The file is not there, and no waiting brings it back. */
const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
