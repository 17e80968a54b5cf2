import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import type { Logger } from 'pino';
import { type Asker, type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { isMember } from './access.ts';
import { readEvent, readInbox } from './read-inbox.ts';
import { warnOnce } from './readable.ts';
import { readThreadInfo } from './thread-info.ts';
import { readThread } from './threads.ts';
import { readTranscriptWords } from './transcript-words.ts';

/** A channel's inbox, its events and its threads, for its members. */
export function inboxDocuments(db: Database, log: Pick<Logger, 'warn'>): LiveSource[] {
  const onBad = warnOnce(log);
  const ofMembers = membersOnly(db);
  const names = ({ accountId }: Asker) =>
    ['users', 'numbers', 'extensions'].map((table) => topic(table, 'account_id', accountId));
  const namesOfContacts = { calmTopics: ({ accountId }: Asker) => [topic('contacts', 'account_id', accountId)] };
  return [
    liveSource<typeof liveQueries.inbox>({
      query: liveQueries.inbox,
      ...ofMembers,
      ...namesOfContacts,
      ...sharedByMembers,
      topics: (asker, { channelId }) => [listed(channelId), ...names(asker)],
      rows: (_asker, asked) => readInbox(db, asked, onBad),
    }),

    liveSource<typeof liveQueries.inboxEvent>({
      query: liveQueries.inboxEvent,
      ...ofMembers,
      ...namesOfContacts,
      ...sharedByMembers,
      // It counts its group, which other calls belong to.
      topics: (asker, { channelId }) => [listed(channelId), ...names(asker)],
      rows: (_asker, asked) => readEvent(db, asked, onBad),
    }),

    wordsOfTranscripts(db),
    liveSource<typeof liveQueries.thread>({
      query: liveQueries.thread,
      ...ofMembers,
      ...namesOfContacts,
      ...sharedByMembers,
      topics: (asker, { channelId }) => [listed(channelId), ...names(asker)],
      rows: (_asker, asked) => readThread(db, asked, onBad),
    }),

    liveSource<typeof liveQueries.threadInfo>({
      query: liveQueries.threadInfo,
      ...ofMembers,
      ...namesOfContacts,
      // In which other channels they called depends on which the asker is in.
      topics: (asker) => [
        topic('inbox_events', 'account_id', asker.accountId),
        topic('channel_members', 'user_id', asker.userId),
        ...names(asker),
      ],
      rows: (asker, asked) => readThreadInfo(db, asker, asked, onBad),
    }),
  ];
}

/** Words with their seconds, for members of the channel. */
const wordsOfTranscripts = (db: Database): LiveSource =>
  liveSource<typeof liveQueries.transcriptWords>({
    query: liveQueries.transcriptWords,
    ...membersOnly(db),
    ...sharedByMembers,
    topics: (_asker, { docId }) => [topic('transcript_words', 'doc_id', docId)],
    rows: (_asker, asked) => readTranscriptWords(db, asked),
  });

const membersOnly = (db: Database) => ({
  authorize: ({ userId }: Asker, { channelId }: { channelId: string }) => isMember(db, channelId, userId),
  accessTopics: ({ userId }: Asker) => [topic('channel_members', 'user_id', userId)],
});
/** Changes of calls of a channel that are over: others are in no list. */
const listed = (channelId: string) => topic('inbox_events', 'listed_in', channelId);
const sharedByMembers = { sharedBy: (_asker: Asker, { channelId }: { channelId: string }) => channelId };
