import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { sql } from 'kysely';
import { type LiveSource, liveSource, topic } from '../documents/live-source.ts';
import type { Database } from '../storage/database.ts';
import { connectedOf, integrationColumns } from './integration-row.ts';
import type { Registry } from './registry.ts';

/** Logs that wait for a connection, counted so far that nothing is counted for long. */
const waitingLogs = sql<number>`(select count(*)::int from (select 1 from crm_writes
  where account_id = integrations.account_id and source = integrations.name
    and state in ('READY', 'WAITING', 'BLOCKED') limit 1000) as counted)`;

/** What an account has connected; everyone in it sees that. */
export const integrationDocuments = (db: Database, registry: Pick<Registry, 'offerOf'>): LiveSource[] => [
  liveSource<typeof liveQueries.integrations>({
    query: liveQueries.integrations,
    authorize: async () => true,
    sharedBy: ({ accountId }) => accountId,
    topics: ({ accountId }) => [topic('integrations', 'account_id', accountId)],
    // Each call moves its entry several times, and how many wait is worth no hurry.
    calmTopics: ({ accountId }) => [topic('crm_writes', 'account_id', accountId)],
    calmMs: 5000,
    async rows({ accountId }) {
      const rows = await db
        .selectFrom('integrations')
        .select(integrationColumns)
        .select(waitingLogs.as('waiting_logs'))
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => connectedOf(row, registry.offerOf(row.name), row.waiting_logs));
    },
  }),
];
