import { healthQueries } from '@sidetone/contract/documents/health-query.ts';
import type { HealthFinding } from '@sidetone/contract/entities/health.ts';
import { topic } from '../../documents/live-source.ts';
import { adminSource } from '../../requests/admin-source.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { companyHealth } from './company-health.ts';
import { worstFirst } from './finding.ts';
import type { QueuedCalls } from './queues-health.ts';
import { type Machine, serverHealth } from './server-health.ts';

export interface HealthDeps {
  readonly db: Database;
  readonly machine: Machine;
  /** Who waits in queues; undefined: nobody. */
  readonly queued?: QueuedCalls | undefined;
}

/** Disks fill and registrations run out without any row changing; in milliseconds. */
const recheckMs = 15_000;

/** Health, live: every administrator sees their company, those of the company that runs the server also see the machine. */
export const healthFeature = (deps: HealthDeps): Feature => ({
  sources: [
    adminSource<typeof healthQueries.adminHealth>(deps.db, {
      query: healthQueries.adminHealth,
      recheckMs,
      topics: ({ accountId }) => [
        topic('trunks', 'account_id', accountId),
        topic('phones', 'account_id', accountId),
        topic('mail_servers', 'account_id', accountId),
      ],
      rows: ({ accountId }) => readHealth(deps, accountId, new Date()),
    }),
  ],
});

/** Everything that administrators of an account may know, the worst first. */
export async function readHealth(
  { db, machine, queued }: HealthDeps,
  accountId: string,
  now: Date,
): Promise<HealthFinding[]> {
  const account = await db.selectFrom('accounts').select('runs_server').where('id', '=', accountId).executeTakeFirst();
  const company = await companyHealth(db, accountId, queued, now);
  const server = account?.runs_server ? await serverHealth(db, machine, accountId, now) : [];
  return worstFirst([
    ...company.map((one) => ({ ...one, isOfServer: false, rev: 0 })),
    ...server.map((one) => ({ ...one, isOfServer: true, rev: 0 })),
  ]);
}
