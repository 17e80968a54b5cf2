import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { sql } from 'kysely';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { importOf } from './import-row.ts';

const hourMs = 60 * 60 * 1000;

/** Everyone's own imports: those that run, and for a day those that ended. */
export const contactFileDocuments = (db: Database): LiveSource[] => [
  liveSource<typeof phoneQueries.contactImports>({
    query: phoneQueries.contactImports,
    authorize: async () => true,
    topics: ({ userId }) => [topic('contact_imports', 'user_id', userId)],
    async rows({ userId }) {
      const rows = await db
        .selectFrom('contact_imports')
        .selectAll()
        .where('user_id', '=', userId)
        .where(sql<boolean>`(ended_at is null or ended_at > now() - interval '1 day')`)
        .orderBy('started_at', 'desc')
        .execute();
      return rows.map((row) => ({ ...importOf(row), rev: Number(row.rev) }));
    },
    recheckMs: hourMs,
  }),
];
