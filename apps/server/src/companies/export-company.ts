import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { type Pack, pack } from 'tar-stream';
import { put, putFile } from '../backup/archive.ts';
import type { Database } from '../storage/database.ts';
import { syncFolder } from '../storage/durable-file.ts';
import type { FarFiles } from '../storage/files/far-files.ts';
import type { Writer } from '../storage/writer.ts';
import { allFilesOfCompany } from './company-files.ts';
import { type CompanyTable, newestMigration, tablesOfCompany } from './company-scope.ts';
import { takeName } from './take-name.ts';

/** Grows when what is written can no longer be read as before. */
const exportFormat = 1;

/** About how many characters of rows are held at a time. */
const chunkSize = 1_000_000;
/** Few: a row may hold a picture. */
const rowsAtOnce = 25;

interface ExportSource {
  readonly db: Database;
  readonly dataDir: string;
  /** Left out: all files lie in the data folder. */
  readonly far?: FarFiles | undefined;
  /** Of Sidetone, such as 0.3.0. */
  readonly release: string;
  readonly accountId: string;
}

interface Exported {
  readonly rows: number;
  readonly files: number;
}

/**
 * Writes everything of one company into a compressed tar: its rows as they are at one moment, a line of JSON each, without what is
 * secret, and its files. Only a part of it is held in memory at a time, and the server may run. The file is there once it is whole,
 * and never in place of another: then this rejects with EEXIST.
 */
export async function exportCompany(file: string, source: ExportSource): Promise<Exported> {
  const part = `${file}.part`;
  // A part that somebody else writes stays theirs.
  const target = await open(part, 'wx', 0o600);
  const archive = pack();
  const filled = fill(archive, source).then(
    (exported) => {
      archive.finalize();
      return exported;
    },
    (error: unknown) => {
      archive.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    },
  );
  const written = pipeline(archive, createGzip(), target.createWriteStream({ flush: true }));
  try {
    // Both, so that neither fails unheard.
    const [how, exported] = await Promise.allSettled([written, filled]);
    if (how.status === 'rejected') throw how.reason;
    if (exported.status === 'rejected') throw exported.reason;
    await takeName(part, file);
    await syncFolder(dirname(file));
    return exported.value;
  } finally {
    await rm(part, { force: true });
  }
}

const fill = (archive: Pack, { db, dataDir, far, release, accountId }: ExportSource): Promise<Exported> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { id, name } = await trx
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      const { tables } = await tablesOfCompany(trx, accountId);
      const columns = Object.fromEntries(tables.map((one) => [one.table, one.columns]));
      const madeAt = new Date().toISOString();
      const migratedTo = await newestMigration(trx);
      const head = { format: exportFormat, release, migratedTo, madeAt, company: { id, name }, tables: columns };
      await put(archive, 'sidetone-company.json', JSON.stringify(head));
      const rows: Record<string, number> = {};
      for (const one of tables) rows[one.table] = await putRows(archive, trx, one);
      const missing: string[] = [];
      let files = 0;
      for await (const file of allFilesOfCompany(trx, { dataDir, far }, accountId)) {
        if (await putFile(archive, `files/${file.name}`, file.path, () => {})) files += 1;
        else missing.push(file.name);
      }
      await put(archive, 'end.json', JSON.stringify({ rows, files, missing }));
      return { rows: Object.values(rows).reduce((sum, count) => sum + count, 0), files };
    });

/** The rows of a table in entries of about a megabyte; gives how many. */
async function putRows(archive: Pack, trx: Writer, { table, columns, rows }: CompanyTable): Promise<number> {
  const listed = sql.join(columns.map((column) => sql.ref(column)));
  await sql`declare company_rows no scroll cursor for
    select row_to_json(own)::text as row from (select ${listed} from ${sql.table(table)} where ${rows}) as own`.execute(
    trx,
  );
  let serial = 0;
  let count = 0;
  let lines = '';
  const flush = async () => {
    serial += 1;
    await put(archive, `tables/${table}/${String(serial).padStart(8, '0')}.ndjson`, lines);
    lines = '';
  };
  for (;;) {
    const fetched = await sql<{ row: string }>`fetch ${sql.lit(rowsAtOnce)} from company_rows`.execute(trx);
    for (const { row } of fetched.rows) {
      lines += `${row}\n`;
      count += 1;
      if (lines.length >= chunkSize) await flush();
    }
    if (fetched.rows.length < rowsAtOnce) break;
  }
  if (lines !== '') await flush();
  await sql`close company_rows`.execute(trx);
  return count;
}
