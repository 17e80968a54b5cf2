import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { phoneState } from '@sidetone/contract/entities/phone.ts';
import { sql } from 'kysely';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import type { Database } from '../../../storage/database.ts';

/** SIP accounts as administrators see them. */
export const adminSipAccountDocuments = (db: Database): LiveSource[] => [
  adminSource<typeof liveQueries.adminSipAccounts>(db, {
    query: liveQueries.adminSipAccounts,
    topics: ({ accountId }) => ['phones', 'users'].map((table) => topic(table, 'account_id', accountId)),
    rows: ({ accountId }) => readSipAccounts(db, accountId),
  }),
];

/** The SIP accounts of a company by the names of their people, each person's in the order they were added. */
async function readSipAccounts(db: Database, accountId: string) {
  const rows = await db
    .selectFrom('phones')
    .innerJoin('users', 'users.id', 'phones.user_id')
    .selectAll('phones')
    .select(['users.first_name', 'users.last_name'])
    .select(sql<boolean>`coalesce(users.settings ->> 'defaultPhoneId' = phones.id, false)`.as('is_default'))
    .where('phones.account_id', '=', accountId)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('phones.created_at')
    .orderBy('phones.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    userId: row.user_id,
    userName: `${row.first_name} ${row.last_name}`.trim(),
    username: row.username,
    authUsername: row.auth_username,
    registrar: row.registrar,
    outboundProxy: row.outbound_proxy,
    phoneNumbers: row.phone_numbers.map(({ phoneNumber, label = null }) => ({ phoneNumber, label })),
    callerId: row.caller_id,
    state: phoneState.parse(row.state),
    stateSince: row.state_since.toISOString(),
    failure: row.failure,
    isSwitchedOff: row.is_disconnected_by_user,
    isDefault: row.is_default,
    // Names and defaults are their users': what changed is compared.
    rev: 0,
  }));
}
