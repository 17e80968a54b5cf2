import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type AdminSetUp, retention } from '@sidetone/contract/entities/admin-account.ts';
import { callSettings } from '@sidetone/contract/entities/call-settings.ts';
import type { Reach } from '@sidetone/contract/entities/common.ts';
import { flags } from '@sidetone/contract/entities/flags.ts';
import { outsideCalls } from '@sidetone/contract/entities/guard.ts';
import { emergencyAddress, numberPlanRules } from '@sidetone/contract/entities/number-plan.ts';
import { plan as planShape } from '@sidetone/contract/entities/plan.ts';
import { sql } from 'kysely';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { rulesOf } from '../../../identity/factors.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import { serverScope } from '../../../requests/audit.ts';
import type { Database } from '../../../storage/database.ts';
import { runsServer } from './account.ts';
import { readAlerts } from './alerts.ts';
import { readAuditLog } from './audit-log.ts';
import type { Backups } from './backups.ts';
import { readBans } from './bans.ts';
import { readSetUp } from './read-set-up.ts';

interface AccountDocumentsDeps {
  readonly db: Database;
  sendsMail(accountId: string): Promise<boolean>;
  /** From where links for other people can be opened. */
  readonly linksReach: Reach;
  readonly offersHttps: boolean;
  readonly backups: Backups;
}

/** What the steps of the set-up are worked out from, besides the account. */
const setUpTables = ['users', 'channels', 'trunks', 'numbers', 'voice_menus'];

/** The account, its first run, its audit log, alerts, bans and backups as administrators see them. */
export const adminAccountDocuments = (deps: AccountDocumentsDeps): LiveSource[] => {
  const { db, backups } = deps;
  return [
    adminSource<typeof liveQueries.adminAccount>(db, {
      query: liveQueries.adminAccount,
      topics: ({ accountId }) => [
        topic('accounts', 'id', accountId),
        topic('users', 'account_id', accountId),
        topic('ai_usage', 'account_id', accountId),
        topic('mail_servers', 'account_id', accountId),
      ],
      rows: ({ accountId }) => readAccount(deps, accountId),
    }),
    adminSource<typeof liveQueries.adminCompanyFacts>(db, {
      query: liveQueries.adminCompanyFacts,
      topics: ({ accountId }) => [topic('accounts', 'id', accountId), topic('mail_servers', 'account_id', accountId)],
      rows: async ({ accountId }) =>
        (await readAccount(deps, accountId)).map((row) => liveQueries.adminCompanyFacts.row.parse(row)),
    }),
    adminSource<typeof liveQueries.adminSetUp>(db, {
      query: liveQueries.adminSetUp,
      topics: ({ accountId }, _params, [setUp]) => [
        topic('accounts', 'id', accountId),
        // Calls are many, and none matters any longer once the three of the last step are there.
        ...(setUp && isTryingOut(setUp) ? [topic('inbox_events', 'account_id', accountId)] : []),
        ...setUpTables.map((table) => topic(table, 'account_id', accountId)),
      ],
      rows: ({ accountId }) => readSetUp(db, accountId),
    }),
    adminSource<typeof liveQueries.adminAuditLog>(db, {
      query: liveQueries.adminAuditLog,
      topics: ({ accountId }) => [topic('audit_log', 'scope', accountId), topic('audit_log', 'scope', serverScope)],
      rows: async ({ accountId }, { limit }) =>
        (await readAuditLog(db, await scopesOf(db, accountId), { limit })).entries,
    }),
    adminSource<typeof liveQueries.adminBans>(db, {
      query: liveQueries.adminBans,
      // Bans run out without any row changing.
      recheckMs: 10_000,
      topics: ({ accountId }) => [topic('bans', 'scope', accountId), topic('bans', 'scope', serverScope)],
      rows: async ({ accountId }) => readBans(db, await scopesOf(db, accountId)),
    }),
    adminSource<typeof liveQueries.adminAlerts>(db, {
      query: liveQueries.adminAlerts,
      topics: ({ accountId }) => [topic('alerts', 'scope', accountId), topic('alerts', 'scope', serverScope)],
      rows: async ({ accountId }) => readAlerts(db, await scopesOf(db, accountId)),
    }),
    adminSource<typeof liveQueries.adminBackups>(db, {
      query: liveQueries.adminBackups,
      // They are files and no rows.
      recheckMs: 2_000,
      topics: ({ accountId }) => [topic('accounts', 'id', accountId)],
      rows: async ({ accountId }) => {
        if (!(await runsServer(db, accountId))) return [];
        return (await backups.list()).map((backup) => ({ ...backup, rev: 0 }));
      },
    }),
  ];
};

const isTryingOut = ({ finishedAt, steps }: AdminSetUp): boolean =>
  finishedAt === null && steps.some(({ step, state }) => step === 'try-out' && state !== 'done');

/** Whose lines an account's administrators read: its own, and the server's where it runs that. */
export const scopesOf = async (db: Database, accountId: string): Promise<string[]> =>
  (await runsServer(db, accountId)) ? [accountId, serverScope] : [accountId];

const readAccount = async ({ db, sendsMail, linksReach, offersHttps }: AccountDocumentsDeps, accountId: string) => {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .select(sql<number>`ai_calls_this_month(id)`.as('boosts'))
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) return [];
  const users = await db
    .selectFrom('users')
    .select(['used_quotas', 'rev'])
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .execute();
  const plan = planShape.partial({ id: true, displayName: true }).parse(row.plan);
  return [
    {
      id: row.id,
      name: row.name,
      logoUrl: row.logo_url,
      timeZone: row.time_zone,
      numberPlan: { ...numberPlanRules.parse(row.number_plan), country: row.country, areaCode: row.area_code },
      emergencyAddress: emergencyAddress.nullable().catch(null).parse(row.emergency_address),
      flags: flags.parse(row.flags),
      callSettings: callSettings.parse(row.call_settings),
      outsideCalls: outsideCalls.parse(row.outside_calls),
      retention: retention.parse(row.retention),
      signIn: rulesOf(row.sign_in),
      plan: {
        id: plan.id ?? '',
        displayName: plan.displayName ?? '',
        grants: plan.grants,
        link: plan.link,
        quotas: plan.quotas.map(({ grant, limit }) => ({
          grant,
          limit,
          used:
            grant === 'CALL_BOOSTS'
              ? row.boosts
              : users.reduce((sum, { used_quotas: used }) => sum + (used[grant] ?? 0), 0),
        })),
      },
      users: users.length,
      sendsMail: await sendsMail(row.id),
      linksReach,
      offersHttps,
      runsServer: row.runs_server,
      rev: Number(row.rev),
    },
  ];
};
