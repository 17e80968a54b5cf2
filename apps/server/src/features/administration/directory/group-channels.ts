import type { Writer } from '../../../storage/writer.ts';
import type { Administrator, Note } from '../administer.ts';
import { joinChannel, membersOf, writeMembers } from '../channels/members.ts';

/**
 * Has members of a group join and leave its channel. A deactivated user joins when they come back (`joinChannelsOfGroups`).
 * Throws `Refusal` VALIDATION_FAILED where the channel is full.
 */
export async function changeChannel(
  trx: Writer,
  note: Note,
  { accountId }: Administrator,
  channelId: string,
  { joins, leaves }: { readonly joins: readonly string[]; readonly leaves: ReadonlySet<string> },
): Promise<void> {
  if (joins.length === 0 && leaves.size === 0) return;
  const members = await membersOf(trx, channelId);
  const there = new Set(members.map(({ userId }) => userId));
  const staying = members.filter(({ userId }) => !leaves.has(userId));
  const active = await activeOf(
    trx,
    accountId,
    joins.filter((id) => !there.has(id)),
  );
  const joining = active.map((userId) => ({ userId, dialedIn: true }));
  await writeMembers(trx, note, accountId, channelId, [...staying, ...joining]);
}

/** Those of these users who are not deactivated, in their order. */
async function activeOf(trx: Writer, accountId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .where('id', 'in', userIds)
    .execute();
  const active = new Set(rows.map(({ id }) => id));
  return userIds.filter((id) => active.has(id));
}

/** Has a user who comes back join the channels of their groups; what they are a member of stays as it is. */
export async function joinChannelsOfGroups(
  trx: Writer,
  note: Note,
  { accountId }: Administrator,
  userId: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('directory_groups')
    .innerJoin('directory_group_members', 'directory_group_members.group_id', 'directory_groups.id')
    .select('channel_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('channel_id', 'is not', null)
    .orderBy('channel_id')
    .execute();
  for (const { channel_id: channelId } of rows) {
    if (channelId === null) continue;
    const isThere = (await membersOf(trx, channelId)).some((member) => member.userId === userId);
    if (!isThere) await joinChannel(trx, note, accountId, channelId, { userId, dialedIn: true });
  }
}
