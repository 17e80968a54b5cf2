import type { Database } from '../storage/database.ts';
import { jsonText } from '../storage/json-text.ts';
import type { OngoingRow } from './opened-call.ts';

const foreignKeyMissing = '23503';

/** The node that writes. */
interface OngoingKeeper {
  readonly db: Database;
  readonly node: string;
  readonly epoch: number;
}

/**
 * Writes these rows of live calls, whatever they were before, in one statement. One alone about someone who was removed during the
 * call counts as written: there is nobody left to see it.
 */
export async function writeOngoing({ db, node, epoch }: OngoingKeeper, rows: readonly OngoingRow[]): Promise<void> {
  if (rows.length === 0) return;
  const writing = db
    .insertInto('ongoing_calls')
    .values(
      rows.map(({ id, userId, callId, body, endedAt }) => ({
        id,
        user_id: userId,
        call_id: callId,
        node,
        epoch,
        ended_at: endedAt,
        body: jsonText(body),
      })),
    )
    .onConflict((row) =>
      row.column('id').doUpdateSet((set) => ({
        user_id: set.ref('excluded.user_id'),
        call_id: set.ref('excluded.call_id'),
        node: set.ref('excluded.node'),
        epoch: set.ref('excluded.epoch'),
        body: set.ref('excluded.body'),
        ended_at: set.ref('excluded.ended_at'),
      })),
    )
    .execute();
  await writing.catch((error: { code?: unknown }) => {
    if (rows.length > 1 || error.code !== foreignKeyMissing) throw error;
  });
}
