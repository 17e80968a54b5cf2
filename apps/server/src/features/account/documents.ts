import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { callSettings } from '@sidetone/contract/entities/call-settings.ts';
import { flags } from '@sidetone/contract/entities/flags.ts';
import { numberPlanRules } from '@sidetone/contract/entities/number-plan.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import { type PresenceDesk, presenceOver } from '../../identity/presence-desk.ts';
import type { Database } from '../../storage/database.ts';
import { readFlags } from './chosen-flags.ts';
import { readUser } from './user-row.ts';

/** What a signed-in person sees of their account: itself, themselves, and their colleagues. */
export const accountDocuments = (db: Database, presence: PresenceDesk): LiveSource[] => [
  liveSource<typeof liveQueries.account>({
    query: liveQueries.account,
    authorize: async () => true,
    sharedBy: (asker) => asker.accountId,
    topics: (asker) => [topic('accounts', 'id', asker.accountId)],
    async rows({ accountId }) {
      const row = await db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirst();
      if (!row) return [];
      const { id, name, logo_url: logoUrl, country, area_code: areaCode, time_zone: timeZone } = row;
      return [
        {
          id,
          name,
          logoUrl,
          country,
          areaCode,
          timeZone,
          flags: flags.parse(row.flags),
          rev: Number(row.rev),
          callSettings: callSettings.parse(row.call_settings),
          numberPlan: numberPlanRules.parse(row.number_plan),
        },
      ];
    },
  }),

  ownDocument(db),

  liveSource<typeof liveQueries.flags>({
    query: liveQueries.flags,
    authorize: async () => true,
    topics: (asker) => [
      topic('users', 'id', asker.userId),
      topic('accounts', 'id', asker.accountId),
      topic('presence_connectors', 'user_id', asker.userId),
    ],
    async rows({ userId }) {
      const found = await readFlags(db, userId);
      return found ? [{ id: userId, ...found }] : [];
    },
  }),

  liveSource<typeof liveQueries.webusers>({
    query: liveQueries.webusers,
    authorize: async () => true,
    sharedBy: (asker) => asker.accountId,
    topics: ({ accountId }) =>
      ['users', 'channels', 'numbers', 'extensions'].map((table) => topic(table, 'account_id', accountId)),
    rows: ({ accountId }) => readColleagues(db, accountId),
    over: presenceOver(presence, (row, statusOf) => {
      const neoPbxStatus = statusOf(row.id);
      return neoPbxStatus === row.neoPbxStatus ? row : { ...row, neoPbxStatus };
    }),
  }),
];

const readColleagues = async (db: Database, accountId: string) => {
  const rows = await db
    .selectFrom('users')
    .leftJoin('channels', 'channels.owner_user_id', 'users.id')
    .select(['users.id', 'first_name', 'last_name', 'email', 'avatar_url', 'admin', 'users.rev'])
    .select((row) => [
      row
        .selectFrom('extensions')
        .select((extension) => extension.fn.min('extension').as('extension'))
        .whereRef('extensions.channel_id', '=', 'channels.id')
        .as('extension'),
      row
        .selectFrom('numbers')
        .select((number) => number.fn.min('e164').as('e164'))
        .whereRef('numbers.channel_id', '=', 'channels.id')
        .as('number'),
    ])
    .where('users.account_id', '=', accountId)
    .where('users.deactivated_at', 'is', null)
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    avatarUrl: row.avatar_url,
    // Nobody of the newer generation has a status in the classic one.
    userStatus: 'UNKNOWN' as const,
    neoPbxStatus: 'OFFLINE' as const,
    admin: row.admin,
    extension: row.extension,
    number: row.number,
    rev: Number(row.rev),
  }));
};

/** Whether the plan counts calls of which services were asked. */
const hasLimit = ({ plan }: Pick<User, 'plan'>): boolean => plan.quotas.some(({ grant }) => grant === 'CALL_BOOSTS');

/** The user's own record. */
const ownDocument = (db: Database): LiveSource =>
  liveSource<typeof liveQueries.me>({
    query: liveQueries.me,
    authorize: async () => true,
    topics: (asker, _params, [row]) => [
      topic('users', 'id', asker.userId),
      topic('accounts', 'id', asker.accountId),
      // Each documented call changes it, and where there is no limit nobody is shown it.
      ...(row && hasLimit(row) ? [topic('ai_usage', 'account_id', asker.accountId)] : []),
    ],
    // A month ends without any row changing.
    recheckMs: 3_600_000,
    async rows({ userId }) {
      const row = await readUser(db, userId);
      return row ? [row] : [];
    },
  });
