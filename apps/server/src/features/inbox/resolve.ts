import { batchWriteLimit } from '@sidetone/contract/rules/limits.ts';
import { notFound } from '../../identity/refusal.ts';
import type { Database } from '../../storage/database.ts';

/** Resolves a listed event or reopens it. Throws `Refusal` NOT_FOUND when the channel has no such event. */
export async function setResolved(db: Database, channelId: string, docId: string, resolved: boolean): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('inbox_events')
    .set({ unresolved: !resolved })
    .where('channel_id', '=', channelId)
    .where('id', '=', docId)
    .where('terminated_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('event');
}

/**
 * Resolves what is unresolved now, in batches, so that no batch holds up calls that end meanwhile. Gives the ids that
 * were unresolved, for undoing; what comes in after the start stays unresolved.
 */
export async function resolveAll(db: Database, channelId: string): Promise<string[]> {
  const open = await db
    .selectFrom('inbox_events')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('unresolved', '=', true)
    .where('terminated_at', 'is not', null)
    .orderBy('id')
    .execute();
  return await setInBatches(
    db,
    channelId,
    open.map(({ id }) => id),
    false,
  );
}

/** Reopens events of the channel; ids that it does not have are left out of the number that it gives. */
export async function reopen(db: Database, channelId: string, ids: readonly string[]): Promise<number> {
  return (await setInBatches(db, channelId, [...new Set(ids)].sort(), true)).length;
}

/** Always in the order of ids, so that two batches at once never wait for each other. Gives the ids that changed. */
const setInBatches = async (
  db: Database,
  channelId: string,
  ids: readonly string[],
  unresolved: boolean,
): Promise<string[]> => {
  const changed: string[] = [];
  for (let from = 0; from < ids.length; from += batchWriteLimit) {
    const batch = ids.slice(from, from + batchWriteLimit);
    const rows = await db
      .updateTable('inbox_events')
      .set({ unresolved })
      .where('channel_id', '=', channelId)
      .where('id', 'in', batch)
      .where('unresolved', '=', !unresolved)
      .where('terminated_at', 'is not', null)
      .returning('id')
      .execute();
    changed.push(...rows.map(({ id }) => id));
  }
  return changed;
};
