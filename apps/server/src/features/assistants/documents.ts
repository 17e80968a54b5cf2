import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { assistantTopic } from '@sidetone/contract/entities/assistant.ts';
import { type Asker, type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { usesAssistant } from './access.ts';
import { readResult, readResults } from './read-results.ts';
import type { WhoCalled } from './who-called.ts';

/** Call assistants and their results, for those who use them. */
export function assistantDocuments<Found>(db: Database, who: WhoCalled<Found>): LiveSource[] {
  const ofUsers = {
    authorize: ({ userId }: Asker, { assistantId }: { assistantId: string }) => usesAssistant(db, userId, assistantId),
    accessTopics: ({ userId }: Asker) => [topic('assistant_users', 'user_id', userId)],
  };
  const names = ({ accountId }: Asker) =>
    ['users', 'numbers', 'extensions'].map((table) => topic(table, 'account_id', accountId));
  return [
    ...ownAssistants(db),
    liveSource<typeof liveQueries.assistantResults>({
      query: liveQueries.assistantResults,
      ...ofUsers,
      topics: (asker, { assistantId }) => [
        topic('assistant_results', 'assistant_id', assistantId),
        topic('channel_members', 'user_id', asker.userId),
        ...names(asker),
      ],
      calmTopics: ({ accountId }) => [topic('contacts', 'account_id', accountId)],
      rows: (asker, asked) => readResults(db, asker, asked, who),
    }),
    liveSource<typeof liveQueries.assistantResult>({
      query: liveQueries.assistantResult,
      ...ofUsers,
      topics: (asker, { assistantId, resultId }) => [
        topic('assistant_results', 'assistant_id', assistantId),
        topic('assistant_feedback', 'result_id', resultId),
        topic('assistant_users', 'user_id', asker.userId),
        topic('channel_members', 'user_id', asker.userId),
        ...names(asker),
      ],
      // Its call may come into an inbox after it, and may be deleted there.
      calmTopics: ({ accountId }) => [
        topic('contacts', 'account_id', accountId),
        topic('inbox_events', 'account_id', accountId),
      ],
      rows: (asker, asked) => readResult(db, asker, asked, who),
    }),
  ];
}

/** What the sidebar and the page of call assistants show of the user's own. */
const ownAssistants = (db: Database): LiveSource[] => [
  liveSource<typeof liveQueries.assistants>({
    query: liveQueries.assistants,
    authorize: async () => true,
    topics: ({ accountId, userId }) => [
      topic('assistant_users', 'user_id', userId),
      topic('assistants', 'account_id', accountId),
    ],
    rows: ({ userId }) => readAssistants(db, userId),
  }),
  liveSource<typeof liveQueries.assistantCounts>({
    query: liveQueries.assistantCounts,
    authorize: async () => true,
    topics: ({ userId }, _params, rows) => [
      topic('assistant_users', 'user_id', userId),
      ...rows.map(({ id }) => topic('assistant_counts', 'assistant_id', id)),
    ],
    rows: ({ userId }) => readCounts(db, userId),
  }),
];

const readAssistants = async (db: Database, userId: string) => {
  const rows = await db
    .selectFrom('assistant_users as own')
    .innerJoin('assistants', 'assistants.id', 'own.assistant_id')
    .selectAll('assistants')
    .select('own.may_see_transcripts')
    .where('own.user_id', '=', userId)
    .orderBy('assistants.name')
    .orderBy('assistants.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rev: Number(row.rev),
    name: row.name,
    channelId: row.channel_id,
    topics: assistantTopic.array().parse(row.topics),
    canSeeTranscripts: row.may_see_transcripts,
  }));
};

const readCounts = async (db: Database, userId: string) => {
  const rows = await db
    .selectFrom('assistant_users as own')
    .innerJoin('assistant_counts as counts', 'counts.assistant_id', 'own.assistant_id')
    .selectAll('counts')
    .where('own.user_id', '=', userId)
    .orderBy('counts.assistant_id')
    .execute();
  return rows.map(({ assistant_id: id, open, done, rev }) => ({ id, rev: Number(rev), open, done }));
};
