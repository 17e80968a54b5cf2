import type { Caller } from '../../requests/callers.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

/**
 * Throws `Refusal` NOT_FOUND unless the caller is a member of this channel and the channel is of their account: what
 * others recorded does not even exist for them.
 */
export async function requireListener(db: Database, caller: Caller, channelId: string): Promise<void> {
  const found = await db
    .selectFrom('channels')
    .leftJoin('channel_members', (join) =>
      join.onRef('channel_members.channel_id', '=', 'channels.id').on('channel_members.user_id', '=', caller.userId),
    )
    .select('channels.id')
    .where('channels.id', '=', channelId)
    .where('channels.account_id', '=', caller.accountId)
    .where((eb) => eb.or([eb('owner_user_id', '=', caller.userId), eb('channel_members.user_id', 'is not', null)]))
    .executeTakeFirst();
  if (!found) throw notFound('recording');
}
