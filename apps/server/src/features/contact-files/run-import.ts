import { setImmediate } from 'node:timers/promises';
import type { ImportProblem } from '@sidetone/contract/entities/contact-import.ts';
import { batchWriteLimit } from '@sidetone/contract/rules/limits.ts';
import type { NumberPlace } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/writer.ts';
import { type ReadEntry, readEntry } from './import-contact.ts';
import { mostProblems, problemsOf } from './import-row.ts';
import { FileUnreadable } from './read-csv.ts';
import { countEntries, readEntries } from './read-entries.ts';
import { kindOfFile } from './stored-file.ts';
import { writePortion } from './write-portion.ts';

/** How long other work of the process may wait for this. */
const sliceMs = 15;

/** The import ended elsewhere, or someone else continues with it. */
class Superseded extends Error {
  override name = 'Superseded';
}

/**
 * Goes on with an import where it stands, to its end: each portion is written and counted in one transaction, so that after
 * a crash nothing comes twice and nothing is left out. Rejects where trying again may help, and when `signal` says stop.
 */
export async function runImport(db: Database, importId: string, path: string, signal: AbortSignal): Promise<void> {
  const row = await db.selectFrom('contact_imports').selectAll().where('id', '=', importId).executeTakeFirst();
  if (row?.state !== 'RUNNING') return;
  const { account_id: accountId } = row;
  const numberPlace = await placeOf(db, accountId);
  const kind = await kindOfFile(path);
  if (row.total === null) await setTotal(db, importId, await countEntries(path, kind));

  let done = row.done;
  const flush = async (portion: Portion): Promise<void> => {
    signal.throwIfAborted();
    await db.transaction().execute(async (trx) => {
      const now = await locked(trx, importId, done);
      const written = await writePortion(trx, { importId, accountId }, portion.entries);
      const photos = portion.entries.filter(({ hasPhoto }) => hasPhoto).length;
      const all = [...problemsOf(now.problems), ...portion.hints, ...written.problems];
      const problems = withPhotos(all, photos).slice(0, mostProblems);
      const after = done + portion.entries.length;
      await trx
        .updateTable('contact_imports')
        .set((row) => ({
          done: after,
          total: sql<number>`greatest(total, ${after}::integer)`,
          problems: jsonText(problems),
          ...plus(row, 'created', written.created),
          ...plus(row, 'updated', written.updated),
          ...plus(row, 'skipped', written.skipped),
        }))
        .where('id', '=', importId)
        .execute();
    });
    done += portion.entries.length;
  };

  try {
    await eachPortion(readEntries(path, kind), row.done, numberPlace, flush, signal);
    await end(db, importId, done, done === 0 ? { place: 1, code: 'UNREADABLE', text: row.file_name } : null);
  } catch (error) {
    if (error instanceof Superseded) return;
    if (!(error instanceof FileUnreadable)) throw error;
    await end(db, importId, done, { place: 1, code: 'UNREADABLE', text: error.start });
  }
}

/** Counts so many more photos that were left out: one line for all of the file, before the others. */
function withPhotos(problems: readonly ImportProblem[], more: number): readonly ImportProblem[] {
  if (more === 0) return problems;
  const before = Number(problems.find(({ code }) => code === 'PHOTOS')?.text ?? 0);
  const counted = { place: 1, code: 'PHOTOS', text: String(before + more) } as const;
  return [counted, ...problems.filter(({ code }) => code !== 'PHOTOS')];
}

interface Portion {
  readonly entries: readonly (ReadEntry & { readonly place: number })[];
  /** What there is to say of the file as a whole. */
  readonly hints: readonly ImportProblem[];
}

/** Cuts what a file has, from its entry `from` on, into portions, and leaves time for others in between. */
const eachPortion = async (
  found: ReturnType<typeof readEntries>,
  from: number,
  numberPlace: NumberPlace,
  flush: (portion: Portion) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  let entries: (ReadEntry & { place: number })[] = [];
  let hints: ImportProblem[] = [];
  let passed = 0;
  let since = performance.now();
  for await (const entry of found) {
    if (performance.now() - since > sliceMs) {
      signal.throwIfAborted();
      await setImmediate();
      since = performance.now();
    }
    if (entry.contact === 'ignoredColumns') {
      if (from === 0) hints.push({ place: entry.place, code: 'IGNORED_COLUMNS', text: entry.start });
      continue;
    }
    passed += 1;
    if (passed <= from) continue;
    entries.push({ ...readEntry(entry, numberPlace), place: entry.place });
    if (entries.length < batchWriteLimit) continue;
    await flush({ entries, hints });
    [entries, hints] = [[], []];
    since = performance.now();
  }
  if (entries.length > 0) await flush({ entries, hints });
};

/** The import, as nobody else changes it until the transaction ends. Throws `Superseded` where it is not as it was left. */
const locked = async (trx: Writer, importId: string, done: number) => {
  const row = await trx
    .selectFrom('contact_imports')
    .select(['state', 'done', 'problems'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  if (row?.state !== 'RUNNING' || row.done !== done) throw new Superseded();
  return row;
};

/** Nothing is left to do. With a problem of the whole file it failed. */
const end = async (db: Database, importId: string, done: number, failure: ImportProblem | null): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    const { problems } = await locked(trx, importId, done);
    const all = failure ? [failure, ...problemsOf(problems)].slice(0, mostProblems) : problemsOf(problems);
    await trx
      .updateTable('contact_imports')
      .set({ state: failure ? 'FAILED' : 'DONE', total: done, ended_at: sql<Date>`now()`, problems: jsonText(all) })
      .where('id', '=', importId)
      .execute();
  });
};

const setTotal = async (db: Database, importId: string, total: number): Promise<void> => {
  await db.updateTable('contact_imports').set({ total }).where('id', '=', importId).execute();
};

const plus = (
  row: ExpressionBuilder<Schema, 'contact_imports'>,
  column: 'created' | 'updated' | 'skipped',
  more: number,
) => ({ [column]: row(column, '+', more) });

/** A file says numbers as they are written. What the own phones dial besides, such as a prefix for the outside, is not in them. */
const placeOf = async (db: Database, accountId: string): Promise<NumberPlace> => {
  const account = await db
    .selectFrom('accounts')
    .select(['country', 'area_code'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { country: account.country, areaCode: account.area_code };
};
