import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import type { Database } from '../../../storage/database.ts';
import { openingHoursOf } from './hours-row.ts';

/** Shared opening hours as administrators see them. */
export const openingHoursDocuments = (db: Database): LiveSource =>
  adminSource<typeof liveQueries.adminOpeningHours>(db, {
    query: liveQueries.adminOpeningHours,
    topics: ({ accountId }) => [topic('opening_hours', 'account_id', accountId)],
    rows: async ({ accountId }) =>
      (await openingHoursOf(db, accountId)).map(({ settings, ...hours }) => ({ ...hours, ...settings })),
  });
