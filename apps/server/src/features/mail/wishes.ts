import { type MailWishes, mailWishes, type OwnMail } from '@sidetone/contract/entities/mail.ts';
import { sql } from 'kysely';
import type { Caller } from '../../requests/callers.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Writer } from '../../storage/writer.ts';

/** Of a user who has said nothing: mails of their own line alone, once they switch some on. */
const nothingYet = { voicemails: 'off', missedCalls: 'off', everyMinutes: 60 } as const;

type Who = Pick<Caller, 'userId' | 'accountId'>;

/** The channels that a user may be mailed of: their own line first, and those that they are a member of. */
const channelsOfUser = (db: Writer, userId: string) =>
  db
    .selectFrom('channels')
    .leftJoin('channel_members', (join) =>
      join.onRef('channel_members.channel_id', '=', 'channels.id').on('channel_members.user_id', '=', userId),
    )
    .where((where) =>
      where.or([where('channels.owner_user_id', '=', userId), where('channel_members.user_id', '=', userId)]),
    )
    .select(['channels.id', sql<boolean>`channels.owner_user_id is not distinct from ${userId}`.as('isOwn')]);

/** What a user wishes to be mailed of. `isServerSet`: the operator has a mail server. */
export async function readOwnMail(
  db: Database,
  { userId, accountId }: Who,
  { isServerSet }: { readonly isServerSet: boolean },
): Promise<OwnMail> {
  const user = await db
    .selectFrom('users')
    .leftJoin('mail_wishes', 'mail_wishes.user_id', 'users.id')
    .leftJoin('mail_servers', 'mail_servers.account_id', 'users.account_id')
    .select(['users.email', 'voicemails', 'missed_calls', 'every_minutes', 'channel_ids', 'mail_servers.host'])
    .where('users.id', '=', userId)
    .where('users.account_id', '=', accountId)
    .executeTakeFirst();
  if (!user) throw notFound('user');
  const mine = await channelsOfUser(db, userId).execute();
  const wished = mailWishes.safeParse({
    voicemails: user.voicemails,
    missedCalls: user.missed_calls,
    everyMinutes: user.every_minutes,
    channelIds: (user.channel_ids ?? []).filter((id) => mine.some((channel) => channel.id === id)),
  });
  const channelIds = mine.filter(({ isOwn }) => isOwn).map(({ id }) => id);
  return {
    wishes: wished.data ?? { ...nothingYet, channelIds },
    to: user.email,
    isSetUp: isServerSet || user.host !== null,
  };
}

/** Keeps what a user wishes; calls that ended before are not mailed. */
export async function setWishes(
  db: Database,
  { userId }: Who,
  { voicemails, missedCalls, everyMinutes, channelIds }: MailWishes,
): Promise<void> {
  const mine = new Set((await channelsOfUser(db, userId).execute()).map(({ id }) => id));
  const values = {
    voicemails,
    missed_calls: missedCalls,
    every_minutes: everyMinutes,
    channel_ids: [...new Set(channelIds)].filter((id) => mine.has(id)),
  };
  // Calls end at whole milliseconds.
  const since = sql<Date>`date_trunc('milliseconds', now())`;
  await db
    .insertInto('mail_wishes')
    .values({ user_id: userId, ...values, since })
    .onConflict((row) => row.column('user_id').doUpdateSet({ ...values, since }))
    .execute();
}
