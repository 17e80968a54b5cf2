import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { sql } from 'kysely';
import { type Asker, type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { hasChat } from './access.ts';
import { readChats } from './chats.ts';
import { callsInScope } from './find-calls.ts';
import { readMessages } from './read-messages.ts';

/** While calls end they are counted at most this often, in milliseconds. */
const countsCalmMs = 60_000;

/** The asker's own chats; without the flag there are no such queries. */
export function chatDocuments(db: Database): LiveSource[] {
  const guarded = {
    authorize: (asker: Asker) => hasChat(db, asker),
    accessTopics: ({ userId, accountId }: Asker) => [topic('users', 'id', userId), topic('accounts', 'id', accountId)],
  };
  return [
    liveSource<typeof liveQueries.chats>({
      ...guarded,
      query: liveQueries.chats,
      topics: ({ userId }) => [topic('chats', 'user_id', userId)],
      rows: ({ userId }) => readChats(db, userId),
    }),
    liveSource<typeof liveQueries.chatMessages>({
      ...guarded,
      query: liveQueries.chatMessages,
      topics: ({ userId }, { chatId }) => [
        topic('chat_messages', 'chat_id', chatId),
        topic('channel_members', 'user_id', userId),
      ],
      rows: ({ userId }, { chatId }) => readMessages(db, userId, chatId),
    }),
    liveSource<typeof liveQueries.chatChannels>({
      ...guarded,
      query: liveQueries.chatChannels,
      topics: ({ userId, accountId }) => [
        topic('channel_members', 'user_id', userId),
        topic('accounts', 'id', accountId),
      ],
      // All words of the days are counted: only after something changed, and not after each call.
      calmTopics: ({ accountId }) => [topic('inbox_events', 'account_id', accountId)],
      calmMs: countsCalmMs,
      rows: (asker, scope) => readChannels(db, asker, scope),
    }),
  ];
}

async function readChannels(
  db: Database,
  { userId, accountId }: Asker,
  { from, to }: { readonly from: string | null; readonly to: string | null },
) {
  const asked = { accountId, userId, channelIds: null, from, to };
  const { rows } = await sql<{ id: string; calls: number }>`
    select member.channel_id as id, count(found.doc_id)::int as calls
    from channel_members as member
      left join (select channel_id, doc_id from call_words where ${callsInScope(asked)}) as found using (channel_id)
    where member.user_id = ${userId} group by 1 order by 1`.execute(db);
  return rows.map((row) => ({ ...row, rev: row.calls }));
}
