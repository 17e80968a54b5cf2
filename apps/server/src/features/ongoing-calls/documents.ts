import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { sql } from 'kysely';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import { together } from '../../documents/together.ts';
import type { Database } from '../../storage/database.ts';

/** Every live call of the asker, on whatever device; nobody sees the calls of others. */
export const ongoingCallDocuments = (db: Database): LiveSource[] => {
  // A call changes for all of its users in one moment.
  const read = together((userIds: readonly string[]) =>
    db
      .selectFrom('ongoing_calls')
      .select(['user_id', 'body', 'rev'])
      .where(sql<boolean>`user_id = any(${[...new Set(userIds)]}::text[])`)
      .orderBy('id')
      .execute(),
  );
  return [
    liveSource<typeof liveQueries.ongoingCalls>({
      query: liveQueries.ongoingCalls,
      authorize: async () => true,
      topics: ({ userId }) => [topic('ongoing_calls', 'user_id', userId)],
      async rows({ userId }) {
        const own = (await read(userId)).filter(({ user_id }) => user_id === userId);
        return own.map(({ body, rev }) => ({ ...(body as unknown as OngoingCall), rev: Number(rev) }));
      },
    }),
  ];
};
