import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

/** Whether the user is a member of the channel; a channel of another account has no such member. */
export async function isMember(db: Database, channelId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('channel_members')
    .select('user_id')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws `Refusal` NOT_FOUND for everyone who is not a member. */
export async function requireMember(db: Database, channelId: string, userId: string): Promise<void> {
  if (!(await isMember(db, channelId, userId))) throw notFound('channel');
}

/**
 * The channel of the user that has an event: their own, else one that they are a member of. Throws `Refusal` NOT_FOUND
 * where none of them does.
 */
export async function channelOfEvent(db: Database, userId: string, docId: string): Promise<string> {
  const found = await db
    .selectFrom('channel_members as member')
    .innerJoin('inbox_events as event', 'event.channel_id', 'member.channel_id')
    .innerJoin('channels', 'channels.id', 'member.channel_id')
    .select('event.channel_id')
    .where('member.user_id', '=', userId)
    .where('event.id', '=', docId)
    .where('event.terminated_at', 'is not', null)
    .orderBy((channel) => channel('channels.owner_user_id', 'is not distinct from', userId), 'desc')
    .orderBy('event.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw notFound('event');
  return found.channel_id;
}
