import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { sql } from 'kysely';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import type { Database } from '../../../storage/database.ts';
import { importOf } from './import-row.ts';

/** Imports of people as administrators see them. */
export const peopleImportDocuments = (db: Database): LiveSource[] => [
  adminSource<typeof liveQueries.adminPeopleImports>(db, {
    query: liveQueries.adminPeopleImports,
    topics: ({ accountId }) => [topic('people_imports', 'account_id', accountId)],
    async rows({ accountId }) {
      const rows = await db
        .selectFrom('people_imports')
        .selectAll()
        .where('account_id', '=', accountId)
        .where(sql<boolean>`started_at > now() - interval '30 days'`)
        .orderBy('started_at', 'desc')
        .orderBy('id')
        .limit(100)
        .execute();
      return rows.map((row) => ({ ...importOf(row), rev: Number(row.rev) }));
    },
  }),
];
