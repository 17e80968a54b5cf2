import type { Logger } from 'pino';
import type { Jobs } from '../../jobs/jobs.ts';
import { leftBehind } from '../../sound/left-behind.ts';
import type { ProcessedSound } from '../../sound/process-sound.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import { makeMp3 } from '../../sound/sound-queue.ts';
import type { Database } from '../../storage/database.ts';
import { removePart, writePart } from './documentation-part.ts';
import { voicemailJob } from './jobs.ts';

/** A voicemail as it begins. */
interface Opened {
  readonly voicemailId: string;
  readonly accountId: string;
  readonly channelId: string;
  readonly docId: string;
  readonly sessionId: string;
  readonly at: Date;
}

export interface VoicemailKeeperParts {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly files: SoundFiles;
  readonly log: Logger;
  /** Makes the header of a WAV file say what the file holds. */
  repair(path: string): Promise<unknown>;
}

/** Callers who hang up at the tone leave no message. */
const shortestMs = 1000;

/**
 * Keeps voicemails: their rows, their files, and what the inbox tells of them. Every change is durable before its promise
 * fulfils; what kill -9 interrupts is taken up by `resume` of the next life.
 */
export function voicemailKeeper({ db, jobs, files, log, repair }: VoicemailKeeperParts) {
  const working = jobs.work(voicemailJob, { run: (id, { signal }) => processOne(id, signal), gaveUp });
  working.catch((error) => log.error({ err: error }, 'voicemail: processing cannot begin'));
  const unfinished = () =>
    db.selectFrom('voicemails').select(['id', 'state', 'original_path']).where('state', 'not in', ['ready', 'failed']);
  const behind = leftBehind({
    files,
    read: async (ids) =>
      (await unfinished().where('id', 'in', ids).execute()).map(({ id, state, original_path }) => ({
        id,
        path: original_path,
        complete: state === 'processing',
      })),
    process: complete,
    onTrouble: (error) => log.warn({ err: error }, 'voicemail: resuming unfinished ones failed, trying later'),
  });

  /** The file is complete: durable, and gone through as soon as it is its turn. */
  async function complete(id: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('voicemails')
        .set({ state: 'processing' })
        .where('id', '=', id)
        .where('state', 'not in', ['ready', 'failed'])
        .returning('id')
        .executeTakeFirst();
      if (row) await jobs.enqueue(trx, voicemailJob, id);
    });
  }

  /** Rejects where trying again may help: when the database is away, or the server stops. */
  async function processOne(id: string, signal: AbortSignal): Promise<void> {
    const row = await db.selectFrom('voicemails').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || row.state === 'failed' || row.state === 'ready') return;
    const mp3 = row.original_path.replace(/\.wav$/, '.mp3');
    let made: ProcessedSound;
    try {
      made = await makeMp3({ files, originals: [row.original_path], mp3, mix: true, signal, repair });
    } catch (error) {
      if (signal.aborted) throw error;
      log.error({ err: error, voicemailId: id }, 'voicemail: processing failed');
      return await fail(db, row, row.failure ?? (error instanceof Error ? error.message : String(error)));
    }
    if (made.durationMs < shortestMs) return await forget({ ...row, mp3_path: mp3 });
    if (await store(row, mp3, made)) log.info({ voicemailId: id, durationMs: made.durationMs }, 'voicemail stored');
    else await files.remove(mp3); // It was deleted in the meantime.
  }

  /** It took too long again and again, or its process died. */
  async function gaveUp(id: string, code: string): Promise<void> {
    const row = await db.selectFrom('voicemails').selectAll().where('id', '=', id).executeTakeFirst();
    if (row?.state === 'processing') await fail(db, row, row.failure ?? code);
  }

  const store = (row: Row, mp3: string, { durationMs, waveform }: ProcessedSound): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const stored = await transaction
        .updateTable('voicemails')
        .set({ state: 'ready', mp3_path: mp3, duration_ms: durationMs, waveform: JSON.stringify(waveform) })
        .where('id', '=', row.id)
        .returning('id')
        .executeTakeFirst();
      if (!stored) return false;
      await writePart(transaction, row, {
        status: 'success',
        visual: { status: 'processed', waveform: [...waveform], duration: durationMs / 1000 },
      });
      return true;
    });

  /** Nothing was said: as if it had never begun. */
  async function forget(row: Row & { mp3_path: string | null }): Promise<void> {
    for (const path of [row.original_path, row.mp3_path]) if (path !== null) await files.remove(path);
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('voicemails').where('id', '=', row.id).execute();
      await removePart(transaction, row);
    });
  }

  return {
    async opened(voicemail: Opened): Promise<{ path: string }> {
      const path = files.pathOf({ ...voicemail, id: voicemail.voicemailId });
      await files.makeRoom(path);
      await db.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('voicemails')
          .values({
            id: voicemail.voicemailId,
            account_id: voicemail.accountId,
            channel_id: voicemail.channelId,
            doc_id: voicemail.docId,
            session_id: voicemail.sessionId,
            state: 'recording',
            original_path: path,
            started_at: voicemail.at,
          })
          .execute();
        const event = { channel_id: voicemail.channelId, doc_id: voicemail.docId };
        await writePart(transaction, event, { status: 'waiting', visual: { status: 'pending' } });
      });
      return { path: files.whole(path) };
    },

    async finished(voicemailId: string, durationMs: number): Promise<void> {
      if (durationMs >= shortestMs) return await complete(voicemailId);
      const row = await db.selectFrom('voicemails').selectAll().where('id', '=', voicemailId).executeTakeFirst();
      if (row) await forget(row);
    },

    /** What its file holds in spite of the failure is kept. */
    async failed(voicemailId: string, why: string): Promise<void> {
      log.warn({ voicemailId, why }, 'voicemail: recording failed');
      const row = await db
        .updateTable('voicemails')
        .set({ failure: why })
        .where('id', '=', voicemailId)
        .where('state', 'in', ['recording', 'processing'])
        .returning(['id', 'channel_id', 'doc_id', 'original_path'])
        .executeTakeFirst();
      if (!row) return;
      if (await files.exists(row.original_path)) await complete(voicemailId);
      else await fail(db, row, why);
    },

    /** Takes up what an earlier life left behind; gives how many. */
    async resume(): Promise<number> {
      const ids = (await unfinished().execute()).map(({ id }) => id);
      if (ids.length > 0) log.info({ voicemails: ids.length }, 'voicemail: resumed after a restart');
      await behind.take(ids);
      return ids.length;
    },

    /** Fulfils when nothing is being gone through any more. */
    idle: () => jobs.idle(voicemailJob),

    /** What is under way is taken up by the next life. */
    async stop(): Promise<void> {
      behind.stop();
      await (await working).stop();
    },
  };
}

interface Row {
  readonly id: string;
  readonly channel_id: string;
  readonly doc_id: string;
  readonly original_path: string;
}

const fail = (db: Database, row: Row, why: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('voicemails')
      .set({ state: 'failed', failure: why })
      .where('id', '=', row.id)
      .execute();
    await writePart(transaction, row, { status: 'error', visual: { status: 'failed' } });
  });
