import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import type { DeviceState } from '@sidetone/contract/entities/admin-user.ts';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { presenceRecheckMs } from '../../../identity/presence.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import type { Database } from '../../../storage/database.ts';
import { readPhoneSetups } from './phone-setups.ts';
import { trunkOf } from './trunks.ts';

/** Devices and trunks as administrators see them. */
export const adminDeviceDocuments = (db: Database): LiveSource[] => [
  adminSource<typeof liveQueries.adminDevices>(db, {
    query: liveQueries.adminDevices,
    recheckMs: presenceRecheckMs,
    topics: ({ accountId }, _params, rows) => [
      topic('endpoints', 'account_id', accountId),
      topic('users', 'account_id', accountId),
      topic('phone_setups', 'account_id', accountId),
      ...new Set(rows.map(({ userId }) => topic('registrations', 'user_id', userId))),
    ],
    rows: ({ accountId }) => readDevices(db, accountId),
  }),
  adminSource<typeof liveQueries.adminTrunks>(db, {
    query: liveQueries.adminTrunks,
    topics: ({ accountId }) => [topic('trunks', 'account_id', accountId)],
    async rows({ accountId }) {
      const rows = await db
        .selectFrom('trunks')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('priority')
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...trunkOf(row), rev: Number(row.rev) }));
    },
  }),
];

/** The devices of an account by the names of their people. */
export async function readDevices(db: Database, accountId: string) {
  const devices = await db
    .selectFrom('endpoints')
    .innerJoin('users', 'users.id', 'endpoints.user_id')
    .select(['endpoints.id', 'endpoints.kind', 'endpoints.alias', 'endpoints.sip_username', 'endpoints.created_at'])
    .select(['endpoints.user_id', 'users.first_name', 'users.last_name'])
    .where('endpoints.account_id', '=', accountId)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('endpoints.created_at')
    .orderBy('endpoints.id')
    .execute();
  const registrations = await db
    .selectFrom('registrations')
    .innerJoin('endpoints', 'endpoints.id', 'registrations.endpoint_id')
    .select(['endpoint_id', 'transport', 'remote_address', 'remote_port', 'user_agent', 'expires_at', 'suspect'])
    .where('endpoints.account_id', '=', accountId)
    .where('expires_at', '>', new Date())
    .orderBy('registrations.id')
    .execute();
  const setups = await readPhoneSetups(db, accountId);
  return devices.map((device) => {
    const theirs = registrations.filter(({ endpoint_id }) => endpoint_id === device.id);
    return {
      id: device.id,
      kind: device.kind,
      name: device.alias,
      userId: device.user_id,
      userName: `${device.first_name} ${device.last_name}`.trim(),
      username: device.sip_username,
      state: stateOf(theirs),
      createdAt: device.created_at.toISOString(),
      registrations: theirs.map((row) => ({
        transport: row.transport,
        address: `${row.remote_address.includes(':') ? `[${row.remote_address}]` : row.remote_address}:${row.remote_port}`,
        userAgent: row.user_agent,
        expiresAt: row.expires_at.toISOString(),
      })),
      setup: setups.get(device.id) ?? null,
      // A device has no revision of its own; what changed is compared.
      rev: 0,
    };
  });
}

const stateOf = (registrations: readonly { suspect: boolean }[]): DeviceState => {
  if (registrations.length === 0) return 'offline';
  return registrations.every(({ suspect }) => suspect) ? 'silent' : 'registered';
};
