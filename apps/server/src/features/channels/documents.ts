import { type ChannelRow, liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type Selectable, sql } from 'kysely';
import { deskOver } from '../../documents/account-desk.ts';
import { type Asker, bothOver, type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import { presenceIn } from '../../identity/presence.ts';
import { type PresenceDesk, presenceOver, type StatusOf } from '../../identity/presence-desk.ts';
import { pauseColumns, pauseOf } from '../../identity/queue-pauses.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { isMember } from './access.ts';
import { readChannelSettings } from './settings.ts';
import type { UnresolvedDesk } from './unresolved-desk.ts';

/** What is kept in memory of the channels of an account. */
export interface ChannelDesks {
  readonly presence: PresenceDesk;
  readonly unresolved: UnresolvedDesk;
}

/** A device that goes is announced by the server that it registered at; a server that is gone announces nothing. */
const lostServerMs = 60_000;

/** The channels that a person is a member of, their own first. */
export const channelDocuments = (db: Database, { presence, unresolved }: ChannelDesks): LiveSource[] => [
  liveSource<typeof liveQueries.channels>({
    query: liveQueries.channels,
    authorize: async () => true,
    topics: ({ userId, accountId }, _params, rows) => [
      topic('channel_members', 'user_id', userId),
      ...['channels', 'numbers', 'extensions', 'users', 'endpoints'].map((table) =>
        topic(table, 'account_id', accountId),
      ),
      ...rows.map(({ id }) => topic('channel_members', 'channel_id', id)),
    ],
    rows: (asker) => readChannels(db, asker),
    over: bothOver(
      presenceOver(presence, withStatuses),
      deskOver(unresolved, (row, countOf) => {
        const unresolvedCalls = countOf(row.id) ?? 0;
        return row.unresolvedCalls === unresolvedCalls ? row : { ...row, unresolvedCalls };
      }),
    ),
  }),

  liveSource<typeof liveQueries.memberInfos>({
    query: liveQueries.memberInfos,
    authorize: (asker, { channelId }) => isMember(db, asker, channelId),
    accessTopics: ({ userId }) => [topic('channel_members', 'user_id', userId)],
    sharedBy: (_asker, { channelId, webuserId }) => `${channelId} ${webuserId ?? ''}`,
    topics: ({ accountId }, { channelId }) => [
      topic('channel_members', 'channel_id', channelId),
      topic('users', 'account_id', accountId),
      topic('endpoints', 'account_id', accountId),
    ],
    rows: async (_asker, { channelId, webuserId }) =>
      (await readMemberInfos(db, channelId)).filter(({ id }) => webuserId === undefined || id === webuserId),
    over: presenceOver(presence, (row, statusOf) => {
      const status = presenceIn(statusOf(row.id), row.dialedIn);
      return status === row.status ? row : { ...row, status };
    }),
  }),

  liveSource<typeof liveQueries.channelSettings>({
    query: liveQueries.channelSettings,
    authorize: async () => true,
    recheckMs: lostServerMs,
    topics: ({ userId, accountId }) => [
      topic('channel_members', 'user_id', userId),
      topic('channels', 'account_id', accountId),
      topic('numbers', 'account_id', accountId),
      topic('phones', 'user_id', userId),
      topic('registrations', 'user_id', userId),
      topic('endpoints', 'account_id', accountId),
    ],
    rows: (asker) => readChannelSettings(db, asker),
  }),
];

/** A channel with its members as reachable as they are now. */
function withStatuses(row: ChannelRow, statusOf: StatusOf): ChannelRow {
  const changed = row.members.some(({ id, dialedIn, status }) => presenceIn(statusOf(id), dialedIn) !== status);
  if (!changed) return row;
  return {
    ...row,
    members: row.members.map((member) => ({ ...member, status: presenceIn(statusOf(member.id), member.dialedIn) })),
  };
}

/** The members of a channel, who are all offline until presence is laid over them. */
const readMemberInfos = async (db: Database, channelId: string) => {
  const rows = await db
    .selectFrom('channel_members')
    .innerJoin('users', 'users.id', 'channel_members.user_id')
    .select(['users.id', 'dialed_in', 'dialed_changed_at', 'endpoint_ids', 'channel_members.rev', 'users.account_id'])
    .select(pauseColumns)
    .select((row) => [
      row
        .selectFrom('endpoints')
        .select((endpoint) => endpoint.fn.agg<string[]>('array_agg', ['endpoints.id']).as('ids'))
        .whereRef('endpoints.user_id', '=', 'users.id')
        .as('ids'),
    ])
    .where('channel_id', '=', channelId)
    .where('deactivated_at', 'is', null)
    .orderBy('users.id')
    .execute();
  return rows.map(({ id, dialed_in, dialed_changed_at, endpoint_ids, ids, rev, account_id, ...columns }) => ({
    id,
    pause: pauseOf(columns),
    webuserId: id,
    accountId: account_id,
    dialedIn: dialed_in,
    dialedSince: dialed_changed_at?.toISOString() ?? null,
    rev: Number(rev),
    status: 'OFFLINE' as const,
    endpointIds: rungDevices(ids ?? [], endpoint_ids),
  }));
};

/** The devices of a member that a channel rings: those that were chosen and are still there, or all. */
const rungDevices = (theirs: readonly string[], chosen: readonly string[] | null): string[] =>
  theirs.filter((id) => chosen === null || chosen.includes(id)).sort();

const firstExtension = sql<string | null>`(select min(extension) from extensions where channel_id = channels.id)`;

const readChannels = async (db: Database, { userId, accountId }: Asker): Promise<ChannelRow[]> => {
  const channels = await db
    .selectFrom('channels')
    .innerJoin('channel_members', 'channel_members.channel_id', 'channels.id')
    .selectAll('channels')
    .select(firstExtension.as('extension'))
    .where('channel_members.user_id', '=', userId)
    .where('channels.account_id', '=', accountId)
    .execute();
  if (channels.length === 0) return [];
  const around = await readAround(
    db,
    channels.map(({ id }) => id),
  );
  const own = (owner: string | null) => (owner === userId ? 0 : 1);
  return channels
    .sort((a, b) => own(a.owner_user_id) - own(b.owner_user_id) || (a.name ?? '').localeCompare(b.name ?? ''))
    .map((channel) => asRow(channel, around));
};

/** Members, numbers and devices of these channels. */
async function readAround(db: Database, ids: readonly string[]) {
  const members = await db
    .selectFrom('channel_members')
    .innerJoin('users', 'users.id', 'channel_members.user_id')
    .select(['channel_id', 'users.id', 'first_name', 'last_name', 'avatar_url', 'dialed_in', 'endpoint_ids'])
    .where('channel_id', 'in', [...ids])
    .where('deactivated_at', 'is', null)
    .orderBy('first_name')
    .orderBy('users.id')
    .execute();
  const numbers = await db
    .selectFrom('numbers')
    .select(['channel_id', 'e164', 'label'])
    .where('channel_id', 'in', [...ids])
    .orderBy('e164')
    .execute();
  const userIds = [...new Set(members.map(({ id }) => id))];
  const devices = userIds.length
    ? await db.selectFrom('endpoints').select(['id', 'user_id']).where('user_id', 'in', userIds).orderBy('id').execute()
    : [];
  return { members, numbers, devices };
}

type Channel = Selectable<Schema['channels']> & {
  readonly extension: string | null;
};

/** Without what is laid over it: its members are offline, and nothing is unresolved. */
function asRow(channel: Channel, { members, numbers, devices }: Awaited<ReturnType<typeof readAround>>): ChannelRow {
  const people = members.filter(({ channel_id }) => channel_id === channel.id);
  return {
    id: channel.id,
    name: channel.name,
    icon: channel.icon,
    // A room has no members who could see it.
    type: channel.type === 'room' ? 'acd' : channel.type,
    channelType: channel.type === 'acd' ? ('shared' as const) : ('personal' as const),
    unresolvedCalls: 0,
    phoneNumbers: numbers
      .filter(({ channel_id }) => channel_id === channel.id)
      .map(({ e164, label }) => ({ phoneNumber: e164, label })),
    members: people.map(({ id, first_name, last_name, avatar_url, dialed_in }) => ({
      id,
      firstName: first_name,
      lastName: last_name,
      dialedIn: dialed_in,
      avatar: avatar_url,
      status: 'OFFLINE' as const,
    })),
    users: people.map(({ id, endpoint_ids }) => ({
      id,
      deviceIds: rungDevices(
        devices.filter(({ user_id }) => user_id === id).map((device) => device.id),
        endpoint_ids,
      ),
    })),
    directDial: channel.direct_dial,
    extension: channel.extension,
    followUpTime: channel.follow_up_time,
    rev: Number(channel.rev),
  };
}
