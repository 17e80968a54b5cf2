import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** Voicemails of a user's own channel and of those that they share: how many nobody has listened to, and how many are heard. */
export async function waitingMessages(db: Database, userId: string): Promise<{ fresh: number; heard: number }> {
  const { rows } = await sql<{ fresh: number; heard: number }>`
    select count(*) filter (where read_at is null)::int as fresh, count(*) filter (where read_at is not null)::int as heard
    from voicemails
    where state = 'ready' and channel_id in (
      select channel_id from channel_members where user_id = ${userId}
      union select id from channels where owner_user_id = ${userId})`.execute(db);
  return rows[0] ?? { fresh: 0, heard: 0 };
}

/** Whose phones tell of the voicemails of a channel. */
export async function whoHears(db: Database, channelId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from channel_members where channel_id = ${channelId}
    union select owner_user_id from channels where id = ${channelId} and owner_user_id is not null`.execute(db);
  return rows.map(({ id }) => id);
}
