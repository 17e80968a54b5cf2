import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { phoneOf } from './sip-accounts.ts';

/** A person's own phones of the classic generation, in the order they were added. */
export const phoneDocuments = (db: Database): LiveSource[] => [
  liveSource<typeof liveQueries.phones>({
    query: liveQueries.phones,
    authorize: async () => true,
    topics: ({ userId }) => [topic('phones', 'user_id', userId)],
    async rows({ userId }) {
      const rows = await db
        .selectFrom('phones')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...phoneOf(row), rev: Number(row.rev) }));
    },
  }),
];
