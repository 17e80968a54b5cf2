import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import type { AiConnection, AiPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import { aiSettings, type UsedAiService } from '@sidetone/contract/entities/ai-settings.ts';
import { hostOfService } from '@sidetone/contract/rules/ai/ai-services.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import { adminSource } from '../../requests/admin-source.ts';
import type { Database } from '../../storage/database.ts';
import { rowInUse } from './choice.ts';
import { connectionOf } from './connection-row.ts';
import { readSettings } from './settings.ts';

/** What an account set up, as its administrators see it, and what everyone is told of it. */
export const aiSetupDocuments = (db: Database): LiveSource[] => [
  adminSource<typeof liveQueries.adminAiConnections>(db, {
    query: liveQueries.adminAiConnections,
    topics: ({ accountId }) => [topic('ai_connections', 'account_id', accountId)],
    rows: ({ accountId }) => readConnections(db, accountId),
  }),
  liveSource<typeof liveQueries.aiOverview>({
    query: liveQueries.aiOverview,
    authorize: async () => true,
    sharedBy: ({ accountId }) => accountId,
    topics: ({ accountId }) => [
      topic('ai_connections', 'account_id', accountId),
      topic('ai_settings', 'account_id', accountId),
      topic('accounts', 'id', accountId),
    ],
    async rows({ accountId }) {
      const account = await db.selectFrom('accounts').select('rev').where('id', '=', accountId).executeTakeFirst();
      if (!account) return [];
      const { rev: ofSettings, ...settings } = await readSettings(db, accountId);
      const rev = Math.max(Number(account.rev), ofSettings);
      const speech = await usedFor(db, accountId, 'speech');
      const language = await usedFor(db, accountId, 'language');
      const voice = await usedFor(db, accountId, 'voice');
      return [{ id: accountId, settings: aiSettings.parse(settings), speech, language, voice, rev }];
    },
  }),
];

/** The account's own services, those that write down first, each part by name. */
export async function readConnections(db: Database, accountId: string): Promise<AiConnection[]> {
  const rows = await db
    .selectFrom('ai_connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('purpose', 'desc')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => connectionOf(row) ?? []);
}

async function usedFor(db: Database, accountId: string, purpose: AiPurpose): Promise<UsedAiService | null> {
  const row = await rowInUse(db, accountId, purpose);
  const connection = row && connectionOf(row);
  if (!connection) return null;
  const { kind, name, state } = connection;
  return { kind, name, host: hostOfService(connection), isFailing: state === 'failing' };
}
