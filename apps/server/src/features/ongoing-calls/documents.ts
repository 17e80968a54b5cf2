import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';

/** Every live call of the asker, on whatever device; nobody sees the calls of others. */
export const ongoingCallDocuments = (db: Database): LiveSource[] => [
  liveSource<typeof liveQueries.ongoingCalls>({
    query: liveQueries.ongoingCalls,
    authorize: async () => true,
    topics: ({ userId }) => [topic('ongoing_calls', 'user_id', userId)],
    async rows({ userId }) {
      const rows = await db
        .selectFrom('ongoing_calls')
        .select(['body', 'rev'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute();
      return rows.map(({ body, rev }) => ({ ...(body as unknown as OngoingCall), rev: Number(rev) }));
    },
  }),
];
