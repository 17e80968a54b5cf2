import { mostChannelMembers } from '@sidetone/contract/entities/admin-channel.ts';
import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import { sql } from 'kysely';
import { noPause } from '../../../identity/queue-pauses.ts';
import { adminRightsOf } from '../../../requests/admin-rights.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer } from '../administer.ts';
import { channelOf, refuseRoom, routingOf } from './channel-row.ts';

interface Member {
  readonly userId: string;
  readonly dialedIn: boolean;
  /** Left out: as it is, and not for somebody new. */
  readonly supervises?: boolean | undefined;
}

type Note = (action: AuditAction, target: string, detail: Readonly<Record<string, unknown>>) => Promise<void>;

/**
 * Gives a shared channel these members in this order; who is missing leaves it. Throws `Refusal` NOT_FOUND for a channel
 * or people of nobody here, CONFLICT for a private channel.
 */
export const setMembers = (
  db: Database,
  by: Administrator,
  channelId: string,
  members: readonly Member[],
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    await sharedChannelOf(trx, by.accountId, channelId);
    await writeMembers(trx, note, by.accountId, channelId, await asMayBeGiven(trx, by, members));
  });

/** Makes someone a member of a shared channel, as the last in its order, or changes whether its calls ring them. */
export const setMember = (db: Database, by: Administrator, channelId: string, member: Member): Promise<void> =>
  administer(db, by, async (trx, note) => {
    await sharedChannelOf(trx, by.accountId, channelId);
    await joinChannel(trx, note, by.accountId, channelId, member);
  });

/** Takes someone out of a shared channel. Throws `Refusal` NOT_FOUND when they are no member. */
export const removeMember = (db: Database, by: Administrator, channelId: string, userId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    await sharedChannelOf(trx, by.accountId, channelId);
    await leaveChannel(trx, note, by.accountId, channelId, userId);
  });

/** Only administrators give and take the right to listen to calls; from others it is ignored, and the rest counts. */
export async function asMayBeGiven<M extends Member>(
  trx: Writer,
  by: Administrator,
  members: readonly M[],
): Promise<readonly Omit<M, 'supervises'>[]> {
  if ((await adminRightsOf(trx, by)).admin) return members;
  return members.map(({ supervises: _refused, ...member }) => member);
}

/** Makes someone the last member of a shared channel in its order; a member stays where they are. */
export async function joinChannel(
  trx: Writer,
  note: Note,
  accountId: string,
  channelId: string,
  member: Member,
): Promise<void> {
  const members = await membersOf(trx, channelId);
  const at = members.findIndex(({ userId }) => userId === member.userId);
  const next = at === -1 ? [...members, member] : members.with(at, member);
  await writeMembers(trx, note, accountId, channelId, next);
}

/** Takes someone out of a shared channel and out of its order. Throws `Refusal` NOT_FOUND when they are no member. */
export async function leaveChannel(
  trx: Writer,
  note: Note,
  accountId: string,
  channelId: string,
  userId: string,
): Promise<void> {
  const members = await membersOf(trx, channelId);
  if (!members.some((member) => member.userId === userId)) throw notFound('member');
  const others = members.filter((member) => member.userId !== userId);
  await writeMembers(trx, note, accountId, channelId, others);
}

/**
 * Writes what differs between the members that are there and those that are wanted. Throws `Refusal` NOT_FOUND for people of
 * nobody here, VALIDATION_FAILED for too many.
 */
export async function writeMembers(
  trx: Writer,
  note: Note,
  accountId: string,
  channelId: string,
  members: readonly Member[],
): Promise<void> {
  const before = await membersOf(trx, channelId);
  if (members.length > Math.max(mostChannelMembers, before.length)) {
    throw new Refusal('VALIDATION_FAILED', `A channel has ${mostChannelMembers} members at most.`);
  }
  const wanted = new Map(members.map((member) => [member.userId, member]));
  const known = new Map(before.map((member) => [member.userId, member]));
  await refuseStrangers(
    trx,
    accountId,
    members.filter(({ userId }) => !known.has(userId)).map(({ userId }) => userId),
  );
  for (const { userId } of before) {
    if (wanted.has(userId)) continue;
    await trx.deleteFrom('channel_members').where('channel_id', '=', channelId).where('user_id', '=', userId).execute();
    await note('channel.memberRemoved', channelId, { userId });
  }
  for (const { userId, dialedIn, ...given } of members) {
    const there = known.get(userId);
    const supervises = given.supervises ?? there?.supervises ?? false;
    const isRinging = there?.dialedIn === dialedIn;
    if (isRinging && there?.supervises === supervises) continue;
    const change = isRinging ? { supervises } : { dialed_in: dialedIn, supervises, ...noPause };
    await trx
      .insertInto('channel_members')
      .values({ channel_id: channelId, user_id: userId, dialed_in: dialedIn, supervises })
      .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet(change))
      .execute();
    const told = { userId, dialedIn, ...((supervises || there?.supervises) && { supervises }) };
    await note(there ? 'channel.memberChanged' : 'channel.memberAdded', channelId, told);
  }
  await writeOrder(trx, channelId, [...wanted.keys()]);
}

/** The members of a channel in the order in which they ring where it is fixed. */
export async function membersOf(trx: Writer, channelId: string): Promise<Member[]> {
  const rows = await trx
    .selectFrom('channel_members')
    .select(['user_id as userId', 'dialed_in as dialedIn', 'supervises'])
    .where('channel_id', '=', channelId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute();
  return inOrder(rows, (await orderOf(trx, channelId)).memberOrder);
}

/** Members as `order` has them; who is not named comes last, as they came. */
export function inOrder<M extends { readonly userId: string }>(members: readonly M[], order: readonly string[]): M[] {
  const place = ({ userId }: M): number => {
    const at = order.indexOf(userId);
    return at === -1 ? order.length : at;
  };
  return members.toSorted((a, b) => place(a) - place(b));
}

const orderOf = async (trx: Writer, channelId: string): Promise<{ memberOrder: readonly string[] }> =>
  routingOf(
    await trx
      .selectFrom('channels')
      .select(['routing', 'ring_seconds', 'follow_up_time'])
      .where('id', '=', channelId)
      .executeTakeFirstOrThrow(),
  );

const writeOrder = async (trx: Writer, channelId: string, order: readonly string[]): Promise<void> => {
  const { memberOrder } = await orderOf(trx, channelId);
  if (JSON.stringify(memberOrder) === JSON.stringify(order)) return;
  await trx
    .updateTable('channels')
    .set({ routing: sql<string>`routing || ${JSON.stringify({ memberOrder: order })}::jsonb` })
    .where('id', '=', channelId)
    .execute();
};

const refuseStrangers = async (trx: Writer, accountId: string, userIds: readonly string[]): Promise<void> => {
  if (userIds.length === 0) return;
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .where('id', 'in', userIds)
    .execute();
  if (found.length < userIds.length) throw notFound('user');
};

const sharedChannelOf = async (trx: Writer, accountId: string, channelId: string): Promise<void> => {
  const channel = await channelOf(trx, accountId, channelId);
  refuseRoom(channel);
  if (channel.type === 'private') throw new Refusal('CONFLICT', 'A private channel has no other members.');
};
