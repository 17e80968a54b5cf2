import { sql } from 'kysely';
import type { Writer } from '../../storage/writer.ts';
import { captureKind as kind } from './kinds.ts';
import type { ProcessingParts } from './processing.ts';
import { failAsked } from './rows.ts';
import { soundKeeper } from './sound-keeper.ts';

/** A capture as it begins. */
interface Opened {
  readonly recordingId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly docId: string;
  readonly sessionId: string;
  readonly at: Date;
}

type CaptureParts = Pick<ProcessingParts, 'db' | 'node' | 'jobs' | 'files' | 'log' | 'repair' | 'ready'>;

/** What is captured of calls for their documentation, kept as recordings are, with consent and pauses; nobody is told of it. */
export function captureKeeper(parts: CaptureParts) {
  const { db } = parts;
  const keeper = soundKeeper({
    ...parts,
    kind,
    // Whoever waits for the documentation is told that there is none. A question that was refused says so itself.
    lost: async (trx, sound) => {
      if (sound.state !== 'asking') await parts.ready?.(trx, sound);
    },
    ended: async (trx, id) => {
      await trx
        .updateTable('captures')
        .set({ stopped_at: sql<Date>`coalesce(stopped_at, now())` })
        .where('id', '=', id)
        .execute();
    },
  });
  return {
    ...keeper,

    opened: (capture: Opened, asking: boolean): Promise<{ path: string }> =>
      keeper.opened({ id: capture.recordingId, accountId: capture.accountId, at: capture.at }, (trx, path) =>
        insert(trx, capture, path, asking),
      ),

    async consented(id: string, how: 'announcement' | 'keypress', at: Date): Promise<void> {
      const consent = JSON.stringify([{ how, at: at.toISOString() }]);
      await db
        .updateTable('captures')
        .set({ consent: sql<string>`coalesce(consent, '[]') || ${consent}::jsonb` })
        .where('id', '=', id)
        .execute();
    },

    async stateChanged(id: string, state: 'recording' | 'paused' | 'stopped'): Promise<void> {
      await db
        .updateTable('captures')
        .set({ state })
        .where('id', '=', id)
        .where('state', 'in', ['asking', 'recording', 'paused', 'stopped'])
        .execute();
    },

    /** The same as of every sound; and a question that nobody answered does not outlive its server. */
    async resume(): Promise<number> {
      await failAsked(db, 'captures', parts.node);
      return await keeper.resume();
    },
  };
}

const insert = (db: Writer, capture: Opened, path: string, asking: boolean): Promise<unknown> =>
  db
    .insertInto('captures')
    .values({
      id: capture.recordingId,
      account_id: capture.accountId,
      user_id: capture.userId,
      channel_id: capture.channelId,
      doc_id: capture.docId,
      session_id: capture.sessionId,
      state: asking ? 'asking' : 'recording',
      original_path: path,
      started_at: capture.at,
    })
    .execute();
