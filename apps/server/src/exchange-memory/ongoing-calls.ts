import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import { jsonText } from '../storage/json-text.ts';
import type { OngoingRow } from './opened-call.ts';

/** Rows of live calls are written this long apart; the first change after a quiet time waits for nothing. */
const gatherMs = 20;
/** Rows that failed together are written one by one for so long. */
const singlyMs = 1000;

/** The node that writes. */
interface OngoingKeeper {
  readonly db: Database;
  readonly node: string;
  readonly epoch: number;
}

/** Writes these rows of live calls, whatever they were before, in one statement. */
async function writeOngoing({ db, node, epoch }: OngoingKeeper, rows: readonly OngoingRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
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
}

/**
 * Writes rows of live calls. It fulfils only when it is time for the next: what changes meanwhile is written together. A row about
 * someone who was removed during the call counts as written.
 */
export function ongoingWriter(keeper: OngoingKeeper): (rows: readonly OngoingRow[]) => Promise<void> {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (rows) => {
    try {
      await writeOngoing(keeper, rows);
    } catch (error) {
      failedAt = performance.now();
      // There is nobody left to see it.
      if (rows.length === 1 && (error as { code?: unknown }).code === '23503') return;
      throw error;
    }
    // What failed together is written again one by one, which nobody has to wait for.
    if (performance.now() - failedAt > singlyMs) await pause(gatherMs);
  };
}
