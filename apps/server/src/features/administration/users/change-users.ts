import type { OneOfManyUsers, UsersChange } from '@sidetone/contract/entities/admin-user.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, type Note } from '../administer.ts';
import { takeNumber } from '../channels/channels.ts';
import { joinChannel, leaveChannel } from '../channels/members.ts';
import { giveNumber } from './reach.ts';
import { userOf, writeDeactivation, writeReactivation, writeUser } from './users.ts';

/**
 * Changes many people together or not at all. Users who are members of a channel already, or not of one that they were to leave,
 * stay as they are. Throws `Refusal` NOT_FOUND, CONFLICT for the last administrator or a number that leads elsewhere; its
 * issues name the person by their place, as in `users.2.addNumbers`.
 */
export const changeUsers = (db: Database, by: Administrator, users: UsersChange): Promise<void> =>
  administer(db, by, async (trx, note) => {
    for (const [at, { userId, change }] of users.entries()) {
      try {
        await changeOne(trx, note, by, userId, change);
      } catch (error) {
        throw error instanceof Refusal ? refusedAt(at, error) : error;
      }
    }
  });

async function changeOne(
  trx: Writer,
  note: Note,
  by: Administrator,
  userId: string,
  change: OneOfManyUsers,
): Promise<void> {
  const { joinChannelIds, leaveChannelIds, addNumbers, removeNumbers, isActive, ...fields } = change;
  await userOf(trx, by.accountId, userId);
  if (isActive === true) await writeReactivation(trx, note, by, userId);
  if (Object.keys(fields).length > 0) await writeUser(trx, note, by, { userId, change: fields });
  await writeChannels(trx, note, by, userId, { joinChannelIds, leaveChannelIds });
  await writeNumbers(trx, note, by, userId, { addNumbers, removeNumbers });
  if (isActive === false) await writeDeactivation(trx, note, by, userId);
}

async function writeChannels(
  trx: Writer,
  note: Note,
  { accountId }: Administrator,
  userId: string,
  { joinChannelIds = [], leaveChannelIds = [] }: Pick<OneOfManyUsers, 'joinChannelIds' | 'leaveChannelIds'>,
): Promise<void> {
  const rows = await trx
    .selectFrom('channels')
    .leftJoin('channel_members', (join) =>
      join.onRef('channel_members.channel_id', '=', 'channels.id').on('channel_members.user_id', '=', userId),
    )
    .select(['channels.id', 'channel_members.user_id as member'])
    .where('channels.account_id', '=', accountId)
    .where('channels.type', '=', 'acd')
    .execute();
  const isMember = new Map(rows.map(({ id, member }) => [id, member !== null]));
  const unknown = [...joinChannelIds, ...leaveChannelIds].some((id) => !isMember.has(id));
  if (unknown) {
    throw new Refusal('NOT_FOUND', 'The account has no such shared channel.', {
      issues: [{ path: 'joinChannelIds', message: 'channelUnknown' }],
    });
  }
  for (const id of new Set(joinChannelIds)) {
    if (!isMember.get(id)) await joinChannel(trx, note, accountId, id, { userId, dialedIn: true });
  }
  for (const id of new Set(leaveChannelIds)) {
    if (isMember.get(id)) await leaveChannel(trx, note, accountId, id, userId);
  }
}

async function writeNumbers(
  trx: Writer,
  note: Note,
  { accountId }: Administrator,
  userId: string,
  { addNumbers = [], removeNumbers = [] }: Pick<OneOfManyUsers, 'addNumbers' | 'removeNumbers'>,
): Promise<void> {
  if (addNumbers.length === 0 && removeNumbers.length === 0) return;
  const { id: channelId } = await trx
    .selectFrom('channels')
    .select('id')
    .where('owner_user_id', '=', userId)
    .where('type', '=', 'private')
    .executeTakeFirstOrThrow();
  const own = await trx.selectFrom('numbers').select('e164').where('channel_id', '=', channelId).execute();
  for (const { e164 } of own) {
    if (!removeNumbers.includes(e164)) continue;
    await takeNumber(trx, accountId, e164, null);
    await note('number.changed', e164, { channelId: { from: channelId, to: null } });
  }
  for (const number of new Set(addNumbers)) {
    await giveNumber(trx, note, { accountId, channelId }, { number, path: 'addNumbers' });
  }
}

const refusedAt = (at: number, { code, message, issues, ...rest }: Refusal): Refusal =>
  new Refusal(code, message, {
    cause: rest.cause,
    issues: (issues ?? [{ path: '', message: code }]).map((issue) => ({
      ...issue,
      path: ['users', at, issue.path].filter((part) => part !== '').join('.'),
    })),
  });
