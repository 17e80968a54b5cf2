import { notFound } from '../../identity/refusal.ts';
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

/** Throws `Refusal` NOT_FOUND for everybody who is not a member. */
export async function requireMember(db: Database, channelId: string, userId: string): Promise<void> {
  if (!(await isMember(db, channelId, userId))) throw notFound('channel');
}
