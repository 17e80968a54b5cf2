import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { readLineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import { skillNeeds } from '@sidetone/contract/entities/skill.ts';
import { type Asker, type LiveSource, topic } from '../../../documents/live-source.ts';
import { presenceRecheckMs } from '../../../identity/presence.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import type { Database } from '../../../storage/database.ts';
import { heldOf, routingOf } from './channel-row.ts';
import { inOrder } from './members.ts';
import { readNumberBlocks } from './number-blocks.ts';

const topicsOf = ({ accountId }: Asker, _params: object, rows: readonly { readonly id: string }[]) => [
  ...['channels', 'users', 'numbers', 'extensions'].map((table) => topic(table, 'account_id', accountId)),
  ...rows.map(({ id }) => topic('channel_members', 'channel_id', id)),
];

/** Channels and numbers as administrators see them. */
export const adminChannelDocuments = (db: Database): LiveSource[] => [
  adminSource<typeof liveQueries.adminChannels>(db, {
    query: liveQueries.adminChannels,
    // Calls come and go all day; how many are unresolved is counted now and then.
    recheckMs: presenceRecheckMs,
    topics: topicsOf,
    rows: ({ accountId }) => readAdminChannels(db, accountId),
  }),
  adminSource<typeof liveQueries.adminChannelDirectory>(db, {
    query: liveQueries.adminChannelDirectory,
    recheckMs: presenceRecheckMs,
    topics: topicsOf,
    rows: async ({ accountId }) => (await readAdminChannels(db, accountId)).map(forDirectory),
  }),
  adminSource<typeof liveQueries.adminNumbers>(db, {
    query: liveQueries.adminNumbers,
    topics: ({ accountId }) => ['channels', 'users', 'numbers'].map((table) => topic(table, 'account_id', accountId)),
    rows: ({ accountId }) => readNumbers(db, accountId),
  }),
  adminSource<typeof liveQueries.adminNumberBlocks>(db, {
    query: liveQueries.adminNumberBlocks,
    topics: ({ accountId }) =>
      ['number_blocks', 'numbers', 'trunks'].map((table) => topic(table, 'account_id', accountId)),
    rows: ({ accountId }) => readNumberBlocks(db, accountId),
  }),
];

/** A private channel by its name, numbers and extensions alone; a shared one as it is. */
const forDirectory = (channel: Awaited<ReturnType<typeof readAdminChannels>>[number]) =>
  channel.type === 'acd'
    ? channel
    : { ...channel, routing: channelRouting.parse({}), forwarding: null, held: null, unresolved: 0 };

const nameOf = (row: { name: string | null; first_name: string | null; last_name: string | null }): string =>
  row.name ?? `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();

const rank = { acd: 0, room: 1, private: 2 };

/** Shared channels by name, then private ones by their owners' names. */
export async function readAdminChannels(db: Database, accountId: string) {
  const channels = await channelRows(db, accountId);
  const [extensions, numbers, members] = await Promise.all([
    db.selectFrom('extensions').selectAll().where('account_id', '=', accountId).orderBy('extension').execute(),
    db.selectFrom('numbers').selectAll().where('account_id', '=', accountId).orderBy('e164').execute(),
    db
      .selectFrom('channel_members')
      .innerJoin('users', 'users.id', 'channel_members.user_id')
      .select(['channel_id', 'user_id', 'dialed_in', 'supervises', 'first_name', 'last_name', 'deactivated_at'])
      .where('users.account_id', '=', accountId)
      .orderBy('joined_at')
      .orderBy('user_id')
      .execute(),
  ]);
  return channels
    .map((channel) => {
      const routing = routingOf(channel);
      const people = members
        .filter(({ channel_id }) => channel_id === channel.id)
        .map((row) => ({
          userId: row.user_id,
          name: nameOf({ ...row, name: null }),
          dialedIn: row.dialed_in,
          supervises: row.supervises,
          deactivated: row.deactivated_at !== null,
        }));
      return {
        id: channel.id,
        type: channel.type,
        name: nameOf(channel),
        icon: channel.icon,
        ownerUserId: channel.owner_user_id,
        directDial: channel.direct_dial,
        routing,
        forwarding: forwardingOf(channel),
        held: heldOf(channel),
        extensions: extensions.filter((row) => row.channel_id === channel.id).map(({ extension }) => extension),
        numbers: numbers
          .filter((row) => row.channel_id === channel.id)
          .map(({ e164: number, label }) => ({ number, label })),
        members: inOrder(people, routing.memberOrder),
        unresolved: Number(channel.unresolved ?? 0),
        rev: Number(channel.rev),
      };
    })
    .sort((a, b) => rank[a.type] - rank[b.type] || a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
}

/** Channels with the names of their owners, and how many of their calls are unresolved. */
const channelRows = (db: Database, accountId: string) =>
  db
    .selectFrom('channels')
    .leftJoin('users', 'users.id', 'channels.owner_user_id')
    .selectAll('channels')
    .select(['users.first_name', 'users.last_name'])
    .select((row) =>
      row
        .selectFrom('inbox_events')
        .select((event) => event.fn.countAll<string>().as('count'))
        .whereRef('inbox_events.channel_id', '=', 'channels.id')
        .where('inbox_events.unresolved', '=', true)
        .where('inbox_events.terminated_at', 'is not', null)
        .as('unresolved'),
    )
    .where('channels.account_id', '=', accountId)
    .execute();

/** Of private channels alone. */
const forwardingOf = (channel: { type: string; forwarding: unknown }) =>
  channel.type === 'private' ? readLineForwarding(channel.forwarding) : null;

const readNumbers = async (db: Database, accountId: string) => {
  const rows = await db
    .selectFrom('numbers')
    .leftJoin('channels', 'channels.id', 'numbers.channel_id')
    .leftJoin('users', 'users.id', 'channels.owner_user_id')
    .select(['numbers.e164', 'numbers.label', 'numbers.channel_id', 'numbers.menu_id', 'numbers.skills', 'numbers.rev'])
    .select(['channels.name', 'channels.type', 'channels.direct_dial', 'users.first_name', 'users.last_name'])
    .where('numbers.account_id', '=', accountId)
    .orderBy('numbers.e164')
    .execute();
  return rows.map((row) => ({
    id: row.e164,
    label: row.label,
    channelId: row.channel_id,
    channelType: row.type,
    channelName: row.channel_id === null ? null : nameOf(row),
    isDirectDial: row.direct_dial === row.e164,
    menuId: row.menu_id,
    skills: skillNeeds.safeParse(row.skills).data ?? [],
    rev: Number(row.rev),
  }));
};
