import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { ProcessedSound } from '../../sound/process-sound.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import { makeMp3, soundQueue } from '../../sound/sound-queue.ts';
import type { Database } from '../../storage/database.ts';
import { writePart } from './documentation-part.ts';

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
export function recordingProcessing({ db, files, log, repair, announce }: ProcessingParts) {
  const queue = soundQueue(processOne, (id, error) =>
    log.warn({ err: error, recordingId: id }, 'recordings: processing failed, trying later'),
  );

  /** Rejects where trying again may help: when the database is away, or the server stops. */
  async function processOne(id: string, signal: AbortSignal): Promise<void> {
    const row = await db.selectFrom('recordings').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || row.state === 'failed') return;
    const original = row.original_path ?? '';
    const mp3 = original.replace(/\.wav$/, '.mp3');
    const about = { accountId: row.account_id, channelId: row.channel_id, docId: row.doc_id };
    const told = row.user_id === null ? null : { ...about, recordingId: id, userId: row.user_id };
    const originals = [...(await earlierOf(row)), original];
    let made: ProcessedSound;
    try {
      made = await makeMp3({ files, originals, mp3, signal, repair });
    } catch (error) {
      if (signal.aborted) throw error;
      log.error({ err: error, recordingId: id }, 'recordings: processing failed');
      await fail(row, row.failure ?? (error instanceof Error ? error.message : String(error)));
      if (told) announce.failed(told);
      return;
    }
    await store(row, mp3, made);
    log.info({ recordingId: id, durationMs: made.durationMs }, 'recording stored');
    if (told) announce.stored(told);
  }

  /** What the same call was recorded before, where its user came back to it: one sound for the inbox event. */
  async function earlierOf({ channel_id, doc_id, mode, started_at }: Row): Promise<string[]> {
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
      const row = await db.transaction().execute(async (transaction) => {
        const changed = await transaction
          .updateTable('recordings')
          .set({ state: 'processing', stopped_at: sql<Date>`coalesce(stopped_at, now())` })
          .where('id', '=', id)
          .where('state', '<>', 'failed')
          .returning(['channel_id', 'doc_id', 'mode'])
          .executeTakeFirst();
        if (changed) await writePart(transaction, changed, { status: 'loading' });
        return changed;
      });
      if (!row) return;
      queue.add(id);
    },
    idle: queue.idle,
    stop: queue.stop,
  };
}

interface Row {
  readonly id: string;
  readonly channel_id: string;
  readonly doc_id: string;
  readonly mode: 'manual' | 'automatic';
  readonly started_at: Date;
}
