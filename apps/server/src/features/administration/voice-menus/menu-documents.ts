import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import type { Database } from '../../../storage/database.ts';
import { menusOf } from './menu-row.ts';

/** Voice menus as administrators see them. */
export const voiceMenuDocuments = (db: Database): LiveSource =>
  adminSource<typeof liveQueries.adminVoiceMenus>(db, {
    query: liveQueries.adminVoiceMenus,
    topics: ({ accountId }) => [topic('voice_menus', 'account_id', accountId)],
    rows: async ({ accountId }) =>
      (await menusOf(db, accountId)).map(({ settings, ...menu }) => ({ ...menu, ...settings })),
  });
