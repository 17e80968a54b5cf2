import { type ChannelRouting, readRouting } from '@sidetone/contract/entities/channel-routing.ts';
import type { CallFlow, ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import { readLineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import { lineVoicemailOf } from '@sidetone/contract/entities/line-voicemail.ts';
import { sql } from 'kysely';
import { pauseColumns, pauseOf } from '../../identity/queue-pauses.ts';
import type { Database } from '../../storage/database.ts';

interface Who {
  readonly userId: string;
  readonly accountId: string;
}

/** What a person chose for each of their channels, and what there is to choose from. */
export async function readChannelSettings(
  db: Database,
  { userId, accountId }: Who,
): Promise<(ChannelSetting & { rev: number })[]> {
  const channels = await db
    .selectFrom('channel_members')
    .innerJoin('channels', 'channels.id', 'channel_members.channel_id')
    .leftJoin('channels as next', (join) =>
      join
        .onRef('next.account_id', '=', 'channels.account_id')
        .on(sql<boolean>`next.id = channels.routing #>> '{overflow,channelId}'`),
    )
    .select(['channels.id', 'channels.type', 'channels.owner_user_id'])
    // Both revisions come from one sequence. A row that only its channel changes in is newer, too.
    .select(sql<string>`greatest(channel_members.rev, channels.rev)`.as('rev'))
    .select([
      'channels.routing',
      'channels.forwarding',
      'channels.ring_seconds',
      'channels.follow_up_time',
      'next.name as overflow_name',
    ])
    .select(['sender', 'phone_id', 'endpoint_ids', 'dialed_in', 'dialed_changed_at', ...pauseColumns])
    .where('channel_members.user_id', '=', userId)
    .where('channels.account_id', '=', accountId)
    .orderBy('channels.id')
    .execute();
  const devices = await devicesOf(db, userId);
  const numbers = await numbersOf(db, { userId, accountId });
  return channels.map((channel) => {
    const theirs = numbers.filter(({ channelId }) => channelId === channel.id);
    const own = numbers.filter(({ isOwn, channelId }) => isOwn && channelId !== channel.id);
    const offered = [...theirs, ...own];
    const rings = (id: string) => channel.endpoint_ids === null || channel.endpoint_ids.includes(id);
    return {
      id: channel.id,
      selectedPhoneId: channel.phone_id,
      selectedPhoneNumber: stillOffered(channel.sender, offered),
      dialedIn: channel.dialed_in,
      isAppExtensionActive: devices.some(({ id, kind }) => kind === 'app' && rings(id)),
      defaultNumber: (theirs[0] ?? own[0])?.phoneNumber ?? null,
      numbers: offered.map(({ phoneNumber, label, isOwn }) => ({ phoneNumber, label, isOwn })),
      devices: devices.map(({ id, kind, alias, online }) => ({ id, kind, name: alias, online, rings: rings(id) })),
      dialedSince: channel.dialed_changed_at?.toISOString() ?? null,
      pause: pauseOf(channel),
      flow: channel.type === 'acd' ? flowOf(routingOf(channel), channel.overflow_name) : null,
      voicemail: channel.owner_user_id === userId ? lineVoicemailOf(routingOf(channel)) : null,
      forwarding: channel.owner_user_id === userId ? readLineForwarding(channel.forwarding) : null,
      rev: Number(channel.rev),
    };
  });
}

const devicesOf = (db: Database, userId: string) =>
  db
    .selectFrom('endpoints')
    .select(['id', 'kind', 'alias'])
    .select(
      sql<boolean>`exists (select 1 from registrations
        where endpoint_id = endpoints.id and expires_at > now() and not suspect)`.as('online'),
    )
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** What members are told of a routing. A channel that is gone since has no name. */
const flowOf = ({ strategy, ringSeconds, overflow }: ChannelRouting, nextName: string | null): CallFlow => ({
  strategy,
  ringSeconds,
  overflow,
  overflowChannel: overflow.kind === 'channel' ? nextName : null,
});

/** How a channel treats its calls, from the columns that keep it. */
export const routingOf = (row: {
  routing: Record<string, unknown>;
  ring_seconds: number;
  follow_up_time: number | null;
}): ChannelRouting =>
  readRouting(row.routing, { ringSeconds: row.ring_seconds, followUpSeconds: row.follow_up_time ?? 0 });

/** A number that went to another channel since is no longer shown. */
const stillOffered = (sender: string | null, offered: readonly { phoneNumber: string }[]): string | null =>
  sender === 'anonymous' || sender === 'suppressed' || offered.some(({ phoneNumber }) => phoneNumber === sender)
    ? sender
    : null;

/** The numbers of a person's channels, each channel's in order; `isOwn`: of their own line. */
export async function numbersOf(db: Database, { userId, accountId }: Who) {
  const rows = await db
    .selectFrom('numbers')
    .innerJoin('channel_members', 'channel_members.channel_id', 'numbers.channel_id')
    .innerJoin('channels', 'channels.id', 'numbers.channel_id')
    .select(['numbers.e164', 'numbers.label', 'channels.id', 'channels.owner_user_id'])
    .where('channel_members.user_id', '=', userId)
    .where('channels.account_id', '=', accountId)
    .orderBy('numbers.e164')
    .execute();
  return rows.map(({ e164, label, id, owner_user_id }) => ({
    phoneNumber: e164,
    label,
    channelId: id,
    isOwn: owner_user_id === userId,
  }));
}
