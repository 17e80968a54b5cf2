import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { isMember } from './access.ts';
import { readInbox } from './read-inbox.ts';

/** A channel's inbox, for its members. */
export const inboxDocuments = (db: Database): LiveSource[] => [
  liveSource<typeof liveQueries.inbox>({
    query: liveQueries.inbox,
    authorize: ({ userId }, { channelId }) => isMember(db, channelId, userId),
    accessTopics: ({ userId }) => [topic('channel_members', 'user_id', userId)],
    sharedBy: (_asker, { channelId }) => channelId,
    topics: ({ accountId }, { channelId }) => [
      topic('inbox_events', 'channel_id', channelId),
      ...['contacts', 'users', 'numbers', 'extensions'].map((table) => topic(table, 'account_id', accountId)),
    ],
    rows: (_asker, { channelId, limit, unresolvedOnly }) =>
      readInbox(db, { channelId, limit, unresolvedOnly: unresolvedOnly ?? false }),
  }),
];
