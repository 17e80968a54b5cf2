import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { outsideCallsOfUser } from '@sidetone/contract/entities/guard.ts';
import { emergencyAddress } from '@sidetone/contract/entities/number-plan.ts';
import { type SqlBool, sql } from 'kysely';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { hasComeIn } from '../../../identity/has-come-in.ts';
import { presenceRecheckMs } from '../../../identity/presence.ts';
import { type PresenceDesk, presenceOver } from '../../../identity/presence-desk.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import type { Database } from '../../../storage/database.ts';
import { readDevices } from '../devices/device-documents.ts';

/** People and their invitations as administrators see them. */
export const adminUserDocuments = (db: Database, presence: PresenceDesk): LiveSource[] => [
  adminSource<typeof liveQueries.adminUsers>(db, {
    query: liveQueries.adminUsers,
    recheckMs: presenceRecheckMs,
    topics: ({ accountId }, _params, rows) => [
      ...watched.map((table) => topic(table, 'account_id', accountId)),
      ...rows.flatMap(({ id }) => [topic('channel_members', 'user_id', id), topic('registrations', 'user_id', id)]),
    ],
    rows: ({ accountId }) => readUsers(db, accountId),
    over: presenceOver(presence, (row, statusOf) => {
      const status = statusOf(row.id);
      return status === row.presence ? row : { ...row, presence: status };
    }),
  }),
  adminSource<typeof liveQueries.adminUserDirectory>(db, {
    query: liveQueries.adminUserDirectory,
    topics: ({ accountId }, _params, rows) => [
      ...['users', 'channels', 'numbers', 'extensions', 'single_sign_on_links'].map((table) =>
        topic(table, 'account_id', accountId),
      ),
      ...rows.map(({ id }) => topic('channel_members', 'user_id', id)),
    ],
    rows: async ({ accountId }) => (await readUsers(db, accountId)).map(forDirectory),
  }),
  adminSource<typeof liveQueries.adminInvitations>(db, {
    query: liveQueries.adminInvitations,
    topics: ({ accountId }) => [
      topic('one_time_links', 'account_id', accountId),
      topic('users', 'account_id', accountId),
    ],
    rows: ({ accountId }) => readInvitations(db, accountId),
  }),
];

/** What users are read from, by the account. */
const watched = [
  'users',
  'channels',
  'numbers',
  'extensions',
  'one_time_links',
  'endpoints',
  'authenticators',
  'passkeys',
  'single_sign_on_links',
] as const;

/** A user for those who work with names, extensions and numbers alone. */
const forDirectory = (user: Awaited<ReturnType<typeof readUsers>>[number]) => ({
  ...user,
  email: '',
  admin: false,
  roles: [],
  grants: [],
  invitation: null,
  devices: [],
  emergencyAddress: null,
  limits: null,
  secondFactor: { authenticator: false, passkeys: 0 },
  singleSignOn: false,
});

/** Everyone of an account by name. */
export async function readUsers(db: Database, accountId: string) {
  const users = await byName(db, accountId).execute();
  const [extensions, numbers, members, devices, links] = await Promise.all([
    db.selectFrom('extensions').selectAll().where('account_id', '=', accountId).orderBy('extension').execute(),
    db.selectFrom('numbers').selectAll().where('account_id', '=', accountId).orderBy('e164').execute(),
    db
      .selectFrom('channel_members')
      .innerJoin('channels', 'channels.id', 'channel_members.channel_id')
      .select(['channel_members.user_id', 'channels.id'])
      .where('channels.account_id', '=', accountId)
      .where('channels.type', '=', 'acd')
      .orderBy('channels.name')
      .execute(),
    readDevices(db, accountId),
    db
      .selectFrom('one_time_links')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('kind', '=', 'invitation')
      .execute(),
  ]);
  const linkOf = new Map(links.map((link) => [link.user_id, link]));
  const extensionsOf = Map.groupBy(extensions, ({ channel_id }) => channel_id);
  const numbersOf = Map.groupBy(numbers, ({ channel_id }) => channel_id);
  const membershipsOf = Map.groupBy(members, ({ user_id }) => user_id);
  const devicesOf = Map.groupBy(devices, ({ userId }) => userId);
  return users.map((user) => {
    const link = linkOf.get(user.id);
    const channelId = user.private_channel_id;
    return {
      id: user.id,
      firstName: user.first_name,
      lastName: user.last_name,
      email: user.email,
      avatarUrl: user.avatar_url,
      locale: user.locale,
      admin: user.admin,
      roles: user.roles,
      grants: user.grants,
      department: user.department,
      state: stateOf(user),
      createdAt: user.created_at.toISOString(),
      deactivatedAt: user.deactivated_at?.toISOString() ?? null,
      invitation: link && !user.has_come_in ? invitationOf(link) : null,
      // The desk lays it over.
      presence: 'OFFLINE' as const,
      privateChannelId: channelId,
      extensions: (extensionsOf.get(channelId) ?? []).map(({ extension }) => extension),
      numbers: (numbersOf.get(channelId) ?? []).map(({ e164 }) => e164),
      channelIds: (membershipsOf.get(user.id) ?? []).map(({ id }) => id),
      devices: (devicesOf.get(user.id) ?? []).map(({ id, kind, name, state }) => ({ id, kind, name, state })),
      emergencyAddress: emergencyAddress.nullable().catch(null).parse(user.emergency_address),
      limits: outsideCallsOfUser.parse(user.outside_calls).limits,
      secondFactor: { authenticator: user.has_authenticator, passkeys: user.passkeys },
      singleSignOn: user.is_linked,
      rev: Number(user.rev),
    };
  });
}

/** The users of an account with their private channels. */
const byName = (db: Database, accountId: string) =>
  db
    .selectFrom('users')
    .innerJoin('channels', (join) =>
      join.onRef('channels.owner_user_id', '=', 'users.id').on('channels.type', '=', 'private'),
    )
    .selectAll('users')
    .select('channels.id as private_channel_id')
    .select(
      sql<boolean>`exists (select from authenticators where user_id = users.id and confirmed_at is not null)`.as(
        'has_authenticator',
      ),
    )
    .select(sql<number>`(select count(*)::int from passkeys where user_id = users.id)`.as('passkeys'))
    .select(
      sql<boolean>`exists (select from single_sign_on_links where user_id = users.id and subject is not null)`.as(
        'is_linked',
      ),
    )
    .select(hasComeIn.as('has_come_in'))
    .where('users.account_id', '=', accountId)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id');

const readInvitations = async (db: Database, accountId: string) => {
  const rows = await db
    .selectFrom('one_time_links')
    .innerJoin('users', 'users.id', 'one_time_links.user_id')
    .selectAll('one_time_links')
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.admin'])
    .where('one_time_links.account_id', '=', accountId)
    .where('one_time_links.kind', '=', 'invitation')
    .where((eb) => eb.not(hasComeIn))
    .where('users.deactivated_at', 'is', null)
    .orderBy('one_time_links.created_at', 'desc')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({
    id: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    admin: row.admin,
    ...invitationOf(row),
    invitedBy: row.made_by,
    rev: Number(row.rev),
  }));
};

/** A mail that is still on its way after this long got lost with the process that sent it. */
const sendingMs = 60_000;

const invitationOf = (link: {
  created_at: Date;
  expires_at: Date;
  delivery: 'off' | 'pending' | 'sent' | 'failed';
}) => ({
  createdAt: link.created_at.toISOString(),
  expiresAt: link.expires_at.toISOString(),
  delivery:
    link.delivery === 'pending' && link.created_at.getTime() < Date.now() - sendingMs
      ? ('failed' as const)
      : link.delivery,
});

const stateOf = (user: { deactivated_at: Date | null; has_come_in: SqlBool }) => {
  if (user.deactivated_at) return 'deactivated' as const;
  return user.has_come_in ? ('active' as const) : ('invited' as const);
};
