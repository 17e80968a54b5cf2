import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type Asker, type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import { adminSource } from '../../requests/admin-source.ts';
import type { Database } from '../../storage/database.ts';
import { countEntries } from './admin/count-entries.ts';
import { readEntries } from './admin/read-entries.ts';
import { mayLogCalls } from './log/call.ts';
import { readEntities, readLog, readTask } from './log/log-document.ts';
import { modesOf } from './log/modes.ts';
import type { CallLogParts } from './parts.ts';
import { textOf } from './text/text-choice.ts';

/** Logs of calls for members of their channels, modes of channels, and the ledger for administrators. */
export function callLogDocuments({ db, crm, origin }: Pick<CallLogParts, 'db' | 'crm' | 'origin'>): LiveSource[] {
  const ofMembers = membersOnly(db);
  const entries = ({ accountId }: Asker, { channelId, sessionId }: OfCall) => [
    ...['call_logs', 'call_log_entities', 'call_tasks', 'crm_writes'].map((table) =>
      topic(table, 'log_id', `${channelId}:${sessionId}`),
    ),
    topic('accounts', 'id', accountId),
  ];
  /** Without the grant of the plan there are no logs, whatever was logged before. SPERM-016 */
  const granted = async <Row>({ accountId }: Asker, read: () => Promise<Row[]>): Promise<Row[]> =>
    (await mayLogCalls(db, accountId)) ? await read() : [];
  return [
    liveSource<typeof liveQueries.callLog>({
      query: liveQueries.callLog,
      ...ofMembers,
      topics: (asker, of) => [...entries(asker, of), topic('channel_log_modes', 'channel_id', of.channelId)],
      rows: (asker, of) => granted(asker, () => readLog(db, of)),
    }),
    liveSource<typeof liveQueries.callLogEntities>({
      query: liveQueries.callLogEntities,
      ...ofMembers,
      topics: entries,
      rows: (asker, of) => granted(asker, () => readEntities(db, crm, asker.accountId, of)),
    }),
    liveSource<typeof liveQueries.callTask>({
      query: liveQueries.callTask,
      ...ofMembers,
      topics: entries,
      rows: (asker, of) => granted(asker, () => readTask(db, asker.accountId, of)),
    }),
    liveSource<typeof liveQueries.logModes>({
      query: liveQueries.logModes,
      authorize: async () => true,
      topics: ({ userId, accountId }) => [
        topic('channel_members', 'user_id', userId),
        topic('channel_log_modes', 'account_id', accountId),
        topic('users', 'id', userId),
        topic('accounts', 'id', accountId),
      ],
      rows: (asker) => modesOf(db, asker),
    }),
    adminSource<typeof liveQueries.adminCrmWrites>(db, {
      query: liveQueries.adminCrmWrites,
      topics: ({ accountId }) => [topic('crm_writes', 'account_id', accountId)],
      rows: ({ accountId }, filter) => readEntries(db, accountId, filter),
    }),
    adminSource<typeof liveQueries.adminCrmCounts>(db, {
      query: liveQueries.adminCrmCounts,
      topics: ({ accountId }) => [topic('crm_writes', 'account_id', accountId)],
      rows: ({ accountId }, filter) => countEntries(db, accountId, filter),
    }),
    adminSource<typeof liveQueries.adminLogText>(db, {
      query: liveQueries.adminLogText,
      topics: ({ accountId }) => [topic('call_log_texts', 'account_id', accountId)],
      rows: async ({ accountId }) => [await textOf(db, accountId, origin !== null)],
    }),
  ];
}

interface OfCall {
  readonly channelId: string;
  readonly sessionId: string;
}

/** Calls of a channel are those of its members; all of them get one answer. */
const membersOnly = (db: Database) => ({
  authorize: async ({ userId }: Asker, { channelId }: OfCall): Promise<boolean> => {
    const row = await db
      .selectFrom('channel_members')
      .select('user_id')
      .where('channel_id', '=', channelId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row !== undefined;
  },
  accessTopics: ({ userId }: Asker) => [topic('channel_members', 'user_id', userId)],
  sharedBy: ({ accountId }: Asker) => accountId,
});
