import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Jobs } from '../../jobs/jobs.ts';
import type { ProcessedSound } from '../../sound/process-sound.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import { makeMp3 } from '../../sound/sound-queue.ts';
import type { Database } from '../../storage/database.ts';
import { writePart } from './documentation-part.ts';
import { recordingJob } from './jobs.ts';

/** Which recording it is, for who hears that it is ready or failed. */
interface RecordingOfEvent {
  readonly recordingId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly channelId: string;
  readonly docId: string;
}

export interface ProcessingParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly files: SoundFiles;
  readonly log: Logger;
  /** Makes the header of a WAV file say what the file holds. */
  repair(path: string): Promise<unknown>;
  readonly announce: { stored(recording: RecordingOfEvent): void; failed(recording: RecordingOfEvent): void };
}

/**
 * Goes through recordings that are complete, one after the other: MP3, peaks, length. Doing one again is harmless. The
 * original stays.
 */
export function recordingProcessing({ db, jobs, files, log, repair, announce }: ProcessingParts) {
  const working = jobs.work(recordingJob, { run: (id, { signal }) => processOne(id, signal), gaveUp });
  working.catch((error) => log.error({ err: error }, 'recordings: processing cannot begin'));

  /** Rejects where trying again may help: when the database is away, or the server stops. */
  async function processOne(id: string, signal: AbortSignal): Promise<void> {
    const row = await db.selectFrom('recordings').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || row.state === 'failed' || row.state === 'ready') return;
    const original = row.original_path ?? '';
    const mp3 = original.replace(/\.wav$/, '.mp3');
    const originals = [...(await earlierOf(db, row)), original];
    let made: ProcessedSound;
    try {
      made = await makeMp3({ files, originals, mp3, signal, repair });
    } catch (error) {
      if (signal.aborted) throw error;
      log.error({ err: error, recordingId: id }, 'recordings: processing failed');
      return await failed(row, row.failure ?? (error instanceof Error ? error.message : String(error)));
    }
    await store(row, mp3, made);
    log.info({ recordingId: id, durationMs: made.durationMs }, 'recording stored');
    tell(row, announce.stored);
  }

  /** It took too long again and again, or its process died. */
  async function gaveUp(id: string, code: string): Promise<void> {
    const row = await db.selectFrom('recordings').selectAll().where('id', '=', id).executeTakeFirst();
    if (row?.state === 'processing') await failed(row, row.failure ?? code);
  }

  async function failed(row: Row, why: string): Promise<void> {
    await fail(row, why);
    tell(row, announce.failed);
  }

  const tell = (row: Row, to: (recording: RecordingOfEvent) => void): void => {
    const { id, user_id: userId, account_id: accountId, channel_id: channelId, doc_id: docId } = row;
    if (userId !== null) to({ recordingId: id, userId, accountId, channelId, docId });
  };

  const store = (row: Row, mp3: string, made: ProcessedSound) =>
    db.transaction().execute(async (transaction) => {
      const { durationMs, waveform, waveforms } = made;
      await transaction
        .updateTable('recordings')
        .set({ state: 'ready', mp3_path: mp3, duration_ms: durationMs, waveform: JSON.stringify(waveform) })
        .where('id', '=', row.id)
        .execute();
      await writePart(transaction, row, { status: 'success', waveform, waveforms, duration: durationMs / 1000 });
    });

  const fail = (row: Row, why: string) =>
    db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('recordings')
        .set({ state: 'failed', failure: why })
        .where('id', '=', row.id)
        .execute();
      await writePart(transaction, row, { status: 'error' });
    });

  return {
    /** The recording's file is complete: durable, and gone through as soon as it is its turn. */
    async add(id: string): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        const changed = await transaction
          .updateTable('recordings')
          .set({ state: 'processing', stopped_at: sql<Date>`coalesce(stopped_at, now())` })
          .where('id', '=', id)
          .where('state', '<>', 'failed')
          .returning(['channel_id', 'doc_id', 'mode'])
          .executeTakeFirst();
        if (!changed) return;
        await writePart(transaction, changed, { status: 'loading' });
        await jobs.enqueue(transaction, recordingJob, id);
      });
    },
    idle: () => jobs.idle(recordingJob),
    stop: async () => await (await working).stop(),
  };
}

interface Row {
  readonly id: string;
  readonly user_id: string | null;
  readonly account_id: string;
  readonly channel_id: string;
  readonly doc_id: string;
  readonly mode: 'manual' | 'automatic';
  readonly started_at: Date;
}

/** What the same call was recorded before, where its user came back to it: one sound for the inbox event. */
async function earlierOf(db: Database, { channel_id, doc_id, mode, started_at }: Row): Promise<string[]> {
  const rows = await db
    .selectFrom('recordings')
    .select('original_path')
    .where('channel_id', '=', channel_id)
    .where('doc_id', '=', doc_id)
    .where('mode', '=', mode)
    .where('state', '=', 'ready')
    .where('started_at', '<', started_at)
    .orderBy('started_at')
    .execute();
  return rows.flatMap(({ original_path }) => original_path ?? []);
}
