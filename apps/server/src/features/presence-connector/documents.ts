import { presenceConnectorQueries } from '@sidetone/contract/documents/presence-connector-query.ts';
import type { PresenceConnector } from '@sidetone/contract/entities/presence-connector.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import type { PresenceSetUp } from './ports.ts';

/** Whether Teams shows that the user talks. */
export const presenceConnectorDocuments = (db: Database, setUp: PresenceSetUp): LiveSource[] => [
  liveSource<typeof presenceConnectorQueries.presenceConnector>({
    query: presenceConnectorQueries.presenceConnector,
    authorize: async () => true,
    topics: ({ userId }) => [topic('presence_connectors', 'user_id', userId)],
    rows: async ({ userId }) => [await readConnector(db, setUp, userId)],
  }),
];

/** Each connection is a row of its own. */
async function readConnector(
  db: Database,
  setUp: PresenceSetUp,
  userId: string,
): Promise<{ id: string; rev: number; connector: PresenceConnector }> {
  const lacks = [
    ...(setUp.service === null ? (['client'] as const) : []),
    ...(setUp.redirect === null ? (['publicUrl'] as const) : []),
  ];
  const row = await db.selectFrom('presence_connectors').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!row)
    return {
      id: userId,
      rev: 0,
      connector: lacks.length > 0 ? { state: 'unavailable', lacks } : { state: 'disconnected' },
    };
  const { id, problem, account_name: account, connected_at: connectedAt } = row;
  const since = connectedAt.toISOString();
  return {
    id,
    rev: Number(row.rev),
    connector:
      problem === null ? { state: 'connected', account, since } : { state: 'reconnect', account, since, problem },
  };
}
