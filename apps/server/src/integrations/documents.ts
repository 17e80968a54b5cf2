import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type LiveSource, liveSource, topic } from '../documents/live-source.ts';
import type { Database } from '../storage/database.ts';
import { connectedOf, integrationColumns } from './integration-row.ts';
import type { Registry } from './registry.ts';

/** What an account has connected; everyone in it sees that. */
export const integrationDocuments = (db: Database, registry: Pick<Registry, 'offerOf'>): LiveSource[] => [
  liveSource<typeof liveQueries.integrations>({
    query: liveQueries.integrations,
    authorize: async () => true,
    sharedBy: ({ accountId }) => accountId,
    topics: ({ accountId }) => [topic('integrations', 'account_id', accountId)],
    async rows({ accountId }) {
      const rows = await db
        .selectFrom('integrations')
        .select(integrationColumns)
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => connectedOf(row, registry.offerOf(row.name)));
    },
  }),
];
