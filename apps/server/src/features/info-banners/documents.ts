import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { flags } from '@sidetone/contract/entities/flags.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import { adminSource } from '../../requests/admin-source.ts';
import { serverScope } from '../../requests/audit.ts';
import type { Database } from '../../storage/database.ts';
import { bannerOf } from './banner-row.ts';

/** News as people see it, and as the administrators of the account that wrote it do. */
export const infoBannerDocuments = (db: Database): LiveSource[] => [
  liveSource<typeof liveQueries.infoBanners>({
    query: liveQueries.infoBanners,
    authorize: async () => true,
    sharedBy: ({ accountId }) => accountId,
    topics: ({ accountId }) => [
      topic('info_banners', 'scope', accountId),
      topic('info_banners', 'scope', serverScope),
      topic('accounts', 'id', accountId),
    ],
    rows: ({ accountId }) => readShown(db, accountId),
  }),
  adminSource<typeof liveQueries.adminInfoBanners>(db, {
    query: liveQueries.adminInfoBanners,
    topics: ({ accountId }) => [topic('info_banners', 'account_id', accountId)],
    rows: ({ accountId }) => readWritten(db, accountId),
  }),
];

/**
 * What may be shown to the people of an account: it is on, not over, and for them. What depends on the single app (its
 * version, its system) is left to the app. Banners for test accounts never leave for others.
 */
async function readShown(db: Database, accountId: string) {
  const account = await db.selectFrom('accounts').select('flags').where('id', '=', accountId).executeTakeFirst();
  if (!account) return [];
  const { isTestAccount } = flags.parse(account.flags);
  const rows = await db
    .selectFrom('info_banners')
    .selectAll()
    .where('scope', 'in', [accountId, serverScope])
    .where('enabled', '=', true)
    .where(({ or, eb }) => or([eb('expires', 'is', null), eb('expires', '>', new Date())]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    const banner = bannerOf(row);
    if (banner === null || (banner.testAccountOnly && !isTestAccount)) return [];
    const { isForAllAccounts: _, ...shown } = banner;
    return [shown];
  });
}

async function readWritten(db: Database, accountId: string) {
  const rows = await db
    .selectFrom('info_banners')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => bannerOf(row) ?? []);
}
