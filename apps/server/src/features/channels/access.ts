import type { Database } from '../../storage/database.ts';

interface Who {
  readonly userId: string;
  readonly accountId: string;
}

/** Whether someone is a member of this channel, and the channel is of their account. */
export async function isMember(db: Database, { userId, accountId }: Who, channelId: string): Promise<boolean> {
  const found = await db
    .selectFrom('channel_members')
    .innerJoin('channels', 'channels.id', 'channel_members.channel_id')
    .select('channels.id')
    .where('channels.id', '=', channelId)
    .where('channels.account_id', '=', accountId)
    .where('channel_members.user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}
