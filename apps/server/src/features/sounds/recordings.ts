import { sql } from 'kysely';
import type { Writer } from '../../storage/writer.ts';
import { writePart } from './documentation-part.ts';
import { recordingKind as kind } from './kinds.ts';
import type { ProcessingParts } from './processing.ts';
import { failAsked, type SoundRow } from './rows.ts';
import { soundKeeper } from './sound-keeper.ts';

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

/** Which recording it is, for who hears that it is ready or failed. */
interface RecordingOfEvent {
  readonly recordingId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly channelId: string;
  readonly docId: string;
}

interface RecordingParts extends Pick<ProcessingParts, 'db' | 'node' | 'jobs' | 'files' | 'log' | 'repair' | 'ready'> {
  readonly announce: { stored(recording: RecordingOfEvent): void; failed(recording: RecordingOfEvent): void };
}

/** Recordings of calls as the exchange needs them (`Recordings` of its ports): kept, with consent and pauses. */
export function recordingKeeper({ announce, ...parts }: RecordingParts) {
  const { db } = parts;
  const told = (tell: (recording: RecordingOfEvent) => void) => (row: SoundRow) => {
    const recording = ofEvent(row);
    if (recording) tell(recording);
  };
  const keeper = soundKeeper({
    ...parts,
    kind,
    ended,
    announce: { stored: told(announce.stored), failed: told(announce.failed) },
  });
  return {
    ...keeper,

    opened: (recording: Opened, asking: boolean): Promise<{ path: string }> =>
      keeper.opened({ id: recording.recordingId, accountId: recording.accountId, at: recording.at }, (trx, path) =>
        insert(trx, recording, path, asking),
      ),

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
      if (row && state === 'recording') await writePart(db, kind, row, { status: 'waiting' });
    },

    /** The same as of every sound; and a question that nobody answered does not outlive its server. */
    async resume(): Promise<number> {
      await failAsked(db, 'recordings', parts.node);
      return await keeper.resume();
    },
  };
}

const insert = (db: Writer, recording: Opened, path: string, asking: boolean): Promise<unknown> =>
  db
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

async function ended(db: Writer, id: string): Promise<void> {
  await db
    .updateTable('recordings')
    .set({ stopped_at: sql<Date>`coalesce(stopped_at, now())` })
    .where('id', '=', id)
    .execute();
}

const ofEvent = ({ id, account_id, channel_id, doc_id, user_id }: SoundRow): RecordingOfEvent | null =>
  user_id ? { recordingId: id, userId: user_id, accountId: account_id, channelId: channel_id, docId: doc_id } : null;
