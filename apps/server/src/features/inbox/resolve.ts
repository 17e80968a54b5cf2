import { batchWriteLimit } from '@sidetone/contract/rules/limits.ts';
import { sql } from 'kysely';
import { notFound, Refusal } from '../../identity/refusal.ts';
import type { Database } from '../../storage/database.ts';

/** Seconds after which a call that ended stands in the list of everybody who looks at it. */
const seenAfter = 10;

/**
 * Resolves a listed event or reopens it. With `group`, resolving goes for every call of its group, but for newer ones that
 * ended just now: what came in after the asker looked stays unresolved. Gives the ids that changed. Throws
 * `Refusal` NOT_FOUND when the channel has no such event.
 */
export async function setResolved(
  db: Database,
  channelId: string,
  docId: string,
  { resolved, group }: { resolved: boolean; group: boolean },
): Promise<string[]> {
  const event = await db
    .selectFrom('inbox_events')
    .select(['remote_key', 'started_at', sql<string>`day::text`.as('day')])
    .where('channel_id', '=', channelId)
    .where('id', '=', docId)
    .where('terminated_at', 'is not', null)
    .executeTakeFirst();
  if (!event) throw notFound('event');
  if (!group || !resolved) return await setInBatches(db, channelId, [docId], !resolved);
  const { started_at: at } = event;
  const { rows } = await sql<{ id: string }>`
    select id from inbox_events
    where channel_id = ${channelId} and remote_key = ${event.remote_key} and day = ${event.day}::date
      and terminated_at is not null and unresolved
        and (started_at < ${at} or (started_at = ${at} and id >= ${docId})
          or terminated_at < now() - make_interval(secs => ${seenAfter}))
    order by id`.execute(db);
  return await setInBatches(
    db,
    channelId,
    rows.map(({ id }) => id),
    false,
  );
}

/**
 * Resolves what is unresolved now in a private channel, in batches, so that no batch holds up calls that end meanwhile.
 * Gives the ids that were unresolved, for undoing; what comes in after the start stays unresolved. Throws `Refusal`
 * FORBIDDEN for a shared channel, whose calls belong to several people.
 */
export async function resolveAll(db: Database, channelId: string): Promise<string[]> {
  const channel = await db.selectFrom('channels').select('type').where('id', '=', channelId).executeTakeFirst();
  if (channel?.type !== 'private') throw new Refusal('FORBIDDEN', 'Only a private inbox is cleared as a whole.');
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

/**
 * Resolves events of the channel, or reopens them; ids that it does not have, and events that are so already, are left
 * out of the number that it gives.
 */
export async function setMany(
  db: Database,
  channelId: string,
  ids: readonly string[],
  resolved: boolean,
): Promise<number> {
  return (await setInBatches(db, channelId, [...new Set(ids)].sort(), !resolved)).length;
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
