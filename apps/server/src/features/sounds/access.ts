import { holdsRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { SoundKind } from './kinds.ts';

const channelOf = (db: Database, { userId, accountId }: Caller, channelId: string) =>
  db
    .selectFrom('channels')
    .leftJoin('channel_members', (join) =>
      join.onRef('channel_members.channel_id', '=', 'channels.id').on('channel_members.user_id', '=', userId),
    )
    .select(['channels.owner_user_id', 'channel_members.user_id'])
    .where('channels.id', '=', channelId)
    .where('channels.account_id', '=', accountId)
    .executeTakeFirst();

/**
 * Throws `Refusal` NOT_FOUND unless the caller is a member of this channel of their account: what was said to others does
 * not even exist for them, for an administrator neither.
 */
export async function requireListener(
  db: Database,
  { name }: SoundKind,
  caller: Caller,
  channelId: string,
): Promise<void> {
  const found = await channelOf(db, caller, channelId);
  if (!found || (found.user_id === null && found.owner_user_id !== caller.userId)) throw notFound(name);
}

/**
 * Throws `Refusal` NOT_FOUND unless the caller is a member of the channel, an administrator of its account, or administers
 * queues and it is a shared one; with `change`, FORBIDDEN unless they are its owner or one of the latter.
 */
export async function requireGreeter(
  db: Database,
  caller: Caller,
  channelId: string,
  { change }: { change: boolean },
): Promise<void> {
  const found = await channelOf(db, caller, channelId);
  const isOwner = found?.owner_user_id === caller.userId;
  const administers = caller.admin || (found?.owner_user_id === null && holdsRole(caller, 'queues'));
  if (!found || (found.user_id === null && !isOwner && !administers)) throw notFound('channel');
  if (change && !isOwner && !administers) {
    throw new Refusal('FORBIDDEN', 'Only an administrator may change what callers of a shared channel hear.');
  }
}
