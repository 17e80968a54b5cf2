import type { Logger } from 'pino';
import type { Again } from '../../jobs/job-kind.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ProcessedSound } from '../../sound/process-sound.ts';
import { mayCome, type SoundFiles } from '../../sound/sound-files.ts';
import { makeMp3, measured } from '../../sound/sound-queue.ts';
import { BlobError } from '../../storage/blobs/blobs.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';
import { removePart, writePart } from './documentation-part.ts';
import type { SoundKind } from './kinds.ts';
import { type SoundRow, selectSounds, selectUnfinished } from './rows.ts';

export interface ProcessingParts {
  readonly kind: SoundKind;
  readonly db: Database;
  /** What an earlier life left is taken up for companies that are at home at this node; without it for all. */
  readonly node?: string | undefined;
  readonly jobs: Jobs;
  readonly files: SoundFiles;
  readonly log: Logger;
  /** Makes the header of a WAV file say what the file holds. */
  repair(path: string): Promise<unknown>;
  /** The row of a sound that ended, whatever comes of it. */
  ended?(db: Writer, id: string): Promise<void>;
  /** It can be listened to, within the transaction that says so. */
  ready?(db: Writer, sound: SoundRow): Promise<void>;
  /** Nothing came of it, within the transaction that says so. */
  lost?(db: Writer, sound: SoundRow): Promise<void>;
  readonly announce?: {
    stored(sound: SoundRow): void;
    failed(sound: SoundRow): void;
    /** Nothing was said, or nothing of it was kept. */
    forgotten?(sound: SoundRow): void;
  };
}

/**
 * Goes through sounds that are complete, one after the other: MP3, peaks, length. Doing one again is harmless. The
 * original stays.
 */
export function soundProcessing(parts: ProcessingParts) {
  const { kind, db, jobs, files, log, announce } = parts;
  const working = jobs.work(kind.job, {
    run: (id, { signal }) => whenHere(parts, id, (row) => processOne(row, signal)),
    gaveUp,
  });
  working.catch((error) => log.error({ err: error, kind: kind.name }, 'sounds: processing cannot begin'));

  /** Rejects where trying again may help: when the database is away, or the server stops. */
  async function processOne(row: SoundRow, signal: AbortSignal): Promise<void> {
    const about = { [`${kind.name}Id`]: row.id };
    const mp3 = mp3Of(row);
    let made: ProcessedSound;
    try {
      const originals = [...(await earlierOf(parts, row)), row.original_path ?? ''];
      const given = { files, originals, mp3, mix: kind.mixed, signal, repair: parts.repair };
      made = kind.isPlayable ? await makeMp3(given) : await measured(given);
    } catch (error) {
      if (signal.aborted || isAway(error)) throw error;
      log.error({ err: error, ...about }, 'sounds: processing failed');
      return await failed(row, row.failure ?? (error instanceof Error ? error.message : String(error)));
    }
    if (made.durationMs < kind.shortestMs) {
      await forgetSound(parts, { ...row, mp3_path: mp3 });
      return announce?.forgotten?.(row);
    }
    // It may have been deleted in the meantime.
    if (!(await store(parts, row, made))) return await files.remove(mp3);
    await files.tidy(filesOf(parts, row));
    log.info({ ...about, durationMs: made.durationMs }, 'sounds: stored');
    announce?.stored(row);
  }

  /** It took too long again and again, or its process died. */
  async function gaveUp(id: string, code: string): Promise<void> {
    const row = await selectSounds(db, kind).where('id', '=', id).executeTakeFirst();
    if (row?.state === 'processing') await failed(row, row.failure ?? code);
  }

  async function failed(row: SoundRow, why: string): Promise<void> {
    await fail(parts, row, why);
    announce?.failed(row);
  }

  return {
    /** The file is complete: durable, and gone through as soon as it is its turn. */
    async complete(id: string): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        const waiting = await selectUnfinished(transaction, kind).where('id', '=', id).forUpdate().executeTakeFirst();
        if (!waiting) return;
        await transaction.updateTable(kind.table).set({ state: 'processing' }).where('id', '=', id).execute();
        await parts.ended?.(transaction, id);
        if (kind.says.complete) await writePart(transaction, kind, waiting, kind.says.complete);
        await jobs.enqueue(transaction, kind.job, id);
      });
    },
    idle: () => jobs.idle(kind.job),
    stop: async () => await (await working).stop(),
  };
}

/** Sounds come by themselves from media hosts, and then it is their turn; this is for those that do not come. */
const lookAgainSeconds = 60;

/** Goes through a sound that is not done yet, unless its file is still to come. */
async function whenHere(
  { kind, db, files }: Kept,
  id: string,
  then: (row: SoundRow) => Promise<void>,
): Promise<Again | undefined> {
  const row = await selectSounds(db, kind).where('id', '=', id).executeTakeFirst();
  if (!row || row.state === 'failed' || row.state === 'ready') return undefined;
  if (await isComing(files, row)) return { againAfterSeconds: lookAgainSeconds };
  await then(row);
  return undefined;
}

/** Whether the file of a sound lies at a media host, or may, and is waited for. */
export const isComing = async (
  files: SoundFiles,
  { original_path, started_at }: Pick<SoundRow, 'original_path' | 'started_at'>,
): Promise<boolean> => original_path !== null && mayCome(started_at) && (await files.isComing(original_path));

type Kept = Pick<ProcessingParts, 'kind' | 'db' | 'files'>;

/** What was recorded before may be in a bucket that does not answer now. */
const isAway = (error: unknown): boolean => error instanceof BlobError && error.code === 'AWAY';

/** The original first, as far as there is one. */
const filesOf = ({ kind }: Pick<Kept, 'kind'>, row: SoundRow): string[] =>
  row.original_path === null ? [] : [row.original_path, ...(kind.isPlayable ? [mp3Of(row)] : [])];

const mp3Of = ({ original_path }: SoundRow): string => (original_path ?? '').replace(/\.wav$/, '.mp3');

/** What the same call was recorded before, where its user came back to it. */
async function earlierOf({ kind, db }: Kept, { channel_id, doc_id, mode, started_at }: SoundRow): Promise<string[]> {
  if (!kind.joinsEarlier || mode === undefined) return [];
  const rows = await selectSounds(db, kind)
    .where('channel_id', '=', channel_id)
    .where('doc_id', '=', doc_id)
    .where('mode', '=', mode)
    .where('state', '=', 'ready')
    .where('started_at', '<', started_at)
    .orderBy('started_at')
    .execute();
  return rows.flatMap(({ original_path }) => original_path ?? []);
}

/** Gives whether the row was still there. */
const store = (
  { kind, db, files, ready }: Pick<ProcessingParts, 'kind' | 'db' | 'files' | 'ready'>,
  row: SoundRow,
  made: ProcessedSound,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const stored = await transaction
      .updateTable(kind.table)
      .set({
        state: 'ready',
        mp3_path: kind.isPlayable ? mp3Of(row) : null,
        duration_ms: made.durationMs,
        waveform: JSON.stringify(made.waveform),
      })
      .where('id', '=', row.id)
      .returning('id')
      .executeTakeFirst();
    if (!stored) return false;
    await files.handIn(transaction, filesOf({ kind }, row));
    await writePart(transaction, kind, row, kind.says.ready(made));
    await ready?.(transaction, row);
    return true;
  });

async function fail(
  { kind, db, files, lost }: Pick<ProcessingParts, 'kind' | 'db' | 'files' | 'lost'>,
  row: SoundRow,
  why: string,
): Promise<void> {
  const original = filesOf({ kind }, row).slice(0, 1);
  await db.transaction().execute(async (transaction) => {
    await files.handIn(transaction, original);
    await transaction.updateTable(kind.table).set({ state: 'failed', failure: why }).where('id', '=', row.id).execute();
    await writePart(transaction, kind, row, kind.says.failed);
    await lost?.(transaction, row);
  });
  await files.tidy(original);
}

/** Nothing was said: as if it had never begun. */
export async function forgetSound({ kind, db, files }: Kept, row: SoundRow): Promise<void> {
  for (const path of [row.original_path, row.mp3_path]) if (path) await files.remove(path);
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom(kind.table).where('id', '=', row.id).execute();
    await removePart(transaction, kind, row);
  });
}
