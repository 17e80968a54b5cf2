import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type AdminAssistant, assistantQuestion, assistantTopic } from '@sidetone/contract/entities/assistant.ts';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import type { Database } from '../../../storage/database.ts';
import { voiceOf } from './voice.ts';

/** Call assistants as administrators see them: without a word of their results. */
export const adminAssistantDocuments = (db: Database): LiveSource =>
  adminSource<typeof liveQueries.adminAssistants>(db, {
    query: liveQueries.adminAssistants,
    topics: ({ accountId }) => [
      topic('assistants', 'account_id', accountId),
      topic('assistant_tokens', 'account_id', accountId),
      topic('users', 'account_id', accountId),
    ],
    rows: ({ accountId }) => readAssistants(db, accountId),
  });

async function readAssistants(db: Database, accountId: string): Promise<AdminAssistant[]> {
  const ofAccount = db.selectFrom('assistants').where('assistants.account_id', '=', accountId);
  const [rows, users, tokens] = await Promise.all([
    ofAccount.selectAll().orderBy('name').orderBy('id').execute(),
    ofAccount
      .innerJoin('assistant_users', 'assistant_users.assistant_id', 'assistants.id')
      .innerJoin('users', 'users.id', 'assistant_users.user_id')
      .select(['assistant_id', 'user_id', 'may_see_transcripts'])
      .orderBy('first_name')
      .orderBy('last_name')
      .orderBy('user_id')
      .execute(),
    ofAccount
      .innerJoin('assistant_tokens', 'assistant_tokens.assistant_id', 'assistants.id')
      .select([
        'assistant_id',
        'assistant_tokens.id',
        'assistant_tokens.name',
        'assistant_tokens.created_at',
        'last_used_at',
      ])
      .orderBy('assistant_tokens.created_at', 'desc')
      .orderBy('assistant_tokens.id')
      .execute(),
  ]);
  const usersOf = Map.groupBy(users, (one) => one.assistant_id);
  const tokensOf = Map.groupBy(tokens, (one) => one.assistant_id);
  return rows.map((row) => ({
    id: row.id,
    rev: Number(row.rev),
    revision: row.revision,
    name: row.name,
    channelId: row.channel_id,
    greeting: row.greeting,
    greetingAnnouncementId: row.greeting_announcement_id,
    goodbyeAnnouncementId: row.goodbye_announcement_id,
    questions: assistantQuestion.array().parse(row.questions),
    topics: assistantTopic.array().parse(row.topics),
    voice: voiceOf(row.bot, row.bot_secret_sealed),
    users: (usersOf.get(row.id) ?? []).map((one) => ({
      userId: one.user_id,
      canSeeTranscripts: one.may_see_transcripts,
    })),
    tokens: (tokensOf.get(row.id) ?? []).map((one) => ({
      id: one.id,
      name: one.name,
      createdAt: one.created_at.toISOString(),
      lastUsedAt: one.last_used_at?.toISOString() ?? null,
    })),
  }));
}
