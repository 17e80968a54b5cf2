import type { ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { batchWriteLimit } from '@sidetone/contract/rules/limits.ts';
import { type RawBuilder, sql } from 'kysely';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { aboutTopic, callsOfThread } from './thread-calls.ts';

/** Seconds after which a call that ended is in the list of everyone who looks at it. */
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
      and terminated_at is not null and unresolved and ${wasSeen(at, docId)}
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
  if (channel?.type !== 'private') throw new Refusal('FORBIDDEN', 'Only a private inbox can be cleared as a whole.');
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
 * Resolves what is unresolved now in a thread, or of it what is about a topic, in one statement: a thread is one other side,
 * so it holds up nobody else's calls. What is newer than `newest` and ended just now stays unresolved, as the asker has not
 * seen it. Gives the ids that changed, for undoing. Throws `Refusal` NOT_FOUND when the channel has no such newest event.
 */
export async function resolveThread(
  db: Database,
  channelId: string,
  { of, topic, newest }: { of: ThreadOf; topic?: string | undefined; newest: string },
): Promise<string[]> {
  const seen = await db
    .selectFrom('inbox_events')
    .select('started_at')
    .where('channel_id', '=', channelId)
    .where('id', '=', newest)
    .where('terminated_at', 'is not', null)
    .executeTakeFirst();
  if (!seen) throw notFound('event');
  // In the order of ids, as batches are: two orders at once never wait for each other.
  const { rows } = await sql<{ id: string }>`
    with calls as (${callsOfThread([channelId], of)}),
    open as (
      select event.id from inbox_events as event
      where event.channel_id = ${channelId} and event.id in (select id from calls) and unresolved
        ${aboutTopic(channelId, topic)} and ${wasSeen(seen.started_at, newest)}
      order by event.id for update
    )
    update inbox_events set unresolved = false
    where channel_id = ${channelId} and id in (select id from open)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether the user's list showed the event: it is at this place or below, or ended long enough ago to be there. */
const wasSeen = (startedAt: Date, id: string): RawBuilder<unknown> => sql`
  (started_at < ${startedAt} or (started_at = ${startedAt} and id >= ${id})
    or terminated_at < now() - make_interval(secs => ${seenAfter}))`;

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
