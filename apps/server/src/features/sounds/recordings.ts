import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { breakPart, writePart } from './documentation-part.ts';
import { type ProcessingParts, recordingProcessing } from './processing.ts';
import { unfinishedRecordings } from './unfinished.ts';

/** A recording as it begins. */
interface Opened {
  readonly recordingId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly docId: string;
  readonly sessionId: string;
  readonly mode: 'manual' | 'automatic';
  readonly at: Date;
}

export interface KeeperParts extends ProcessingParts {
  readonly db: Database;
  readonly files: SoundFiles;
  readonly log: Logger;
}

/**
 * Keeps recordings: their rows, their files, and what the inbox tells of them. Every change is durable before its
 * promise fulfils; what kill -9 interrupts is taken up by `resume` of the next life.
 */
export function recordingKeeper(parts: KeeperParts) {
  const { db, files, log } = parts;
  const processing = recordingProcessing(parts);
  const unfinished = unfinishedRecordings({ ...parts, process: processing.add });

  return {
    async opened(recording: Opened, asking: boolean): Promise<{ path: string }> {
      const path = files.pathOf({ ...recording, id: recording.recordingId });
      await files.makeRoom(path);
      await db
        .insertInto('recordings')
        .values({
          id: recording.recordingId,
          account_id: recording.accountId,
          user_id: recording.userId,
          channel_id: recording.channelId,
          doc_id: recording.docId,
          session_id: recording.sessionId,
          mode: recording.mode,
          state: asking ? 'asking' : 'recording',
          original_path: path,
          started_at: recording.at,
        })
        .execute();
      return { path: files.whole(path) };
    },

    async consented(recordingId: string, how: 'announcement' | 'keypress', at: Date): Promise<void> {
      const consent = JSON.stringify([{ how, at: at.toISOString() }]);
      await db
        .updateTable('recordings')
        .set({ consent: sql<string>`coalesce(consent, '[]') || ${consent}::jsonb` })
        .where('id', '=', recordingId)
        .execute();
    },

    async stateChanged(recordingId: string, state: 'recording' | 'paused' | 'stopped'): Promise<void> {
      const row = await db
        .updateTable('recordings')
        .set({ state })
        .where('id', '=', recordingId)
        // What has ended stays so, in whatever order the news come.
        .where('state', 'in', ['asking', 'recording', 'paused', 'stopped'])
        .returning(['channel_id', 'doc_id', 'mode'])
        .executeTakeFirst();
      if (row && state === 'recording') await writePart(db, row, { status: 'waiting' });
    },

    async finished(recordingId: string): Promise<void> {
      await processing.add(recordingId);
    },

    /** What its file holds in spite of the failure is kept. */
    async failed(recordingId: string, why: string): Promise<void> {
      log.warn({ recordingId, why }, 'recordings: recording failed');
      const row = await db
        .updateTable('recordings')
        .set({ failure: why, stopped_at: sql<Date>`coalesce(stopped_at, now())` })
        .where('id', '=', recordingId)
        .returning(['channel_id', 'doc_id', 'mode', 'original_path'])
        .executeTakeFirst();
      if (!row) return;
      if (await files.exists(row.original_path ?? '')) return await processing.add(recordingId);
      await db.updateTable('recordings').set({ state: 'failed' }).where('id', '=', recordingId).execute();
      await breakPart(db, row);
    },

    /** Takes up what an earlier life left behind. Call it once the exchange knows which calls go on. */
    resume: () => unfinished.resume(),

    /** Fulfils when nothing is being gone through any more. */
    idle: () => processing.idle(),

    /** What is under way is taken up by the next life. */
    async stop(): Promise<void> {
      unfinished.stop();
      await processing.stop();
    },
  };
}
