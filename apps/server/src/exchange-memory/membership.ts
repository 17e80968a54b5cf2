import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Whether a user is in a channel, or it is their own. */
export async function isMember(db: Database, channelId: string, userId: string): Promise<boolean> {
  const { found } = await sql<{ found: boolean }>`
    select exists (select from channel_members where channel_id = ${channelId} and user_id = ${userId})
      or exists (select from channels where id = ${channelId} and owner_user_id = ${userId}) as found`
    .execute(db)
    .then(({ rows }) => rows[0] ?? { found: false });
  return found;
}

/** Which of these users are in a shared channel together with the user. */
export async function colleaguesInChannels(
  db: Database,
  userId: string,
  userIds: readonly string[],
): Promise<readonly string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('channel_members as own')
    .innerJoin('channel_members as other', 'other.channel_id', 'own.channel_id')
    .innerJoin('channels', 'channels.id', 'own.channel_id')
    .where('own.user_id', '=', userId)
    .where('other.user_id', 'in', [...userIds])
    .where('channels.type', '!=', 'private')
    .select('other.user_id')
    .distinct()
    .execute();
  return rows.map((row) => row.user_id);
}
