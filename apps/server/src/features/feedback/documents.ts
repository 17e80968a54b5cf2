import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type LiveSource, topic } from '../../documents/live-source.ts';
import { adminSource } from '../../requests/admin-source.ts';
import type { Database } from '../../storage/database.ts';
import { readCallFeedback, readFeedback } from './read-feedback.ts';

/** Feedback as administrators watch it. */
export const feedbackDocuments = (db: Database): LiveSource[] => [
  adminSource<typeof liveQueries.adminFeedback>(db, {
    query: liveQueries.adminFeedback,
    topics: ({ accountId }) => [topic('feedback', 'account_id', accountId), topic('users', 'account_id', accountId)],
    rows: ({ accountId }, { limit }) => readFeedback(db, accountId, limit),
  }),
  adminSource<typeof liveQueries.adminCallFeedback>(db, {
    query: liveQueries.adminCallFeedback,
    topics: ({ accountId }) => [
      topic('call_feedback', 'account_id', accountId),
      topic('users', 'account_id', accountId),
    ],
    rows: ({ accountId }, { limit }) => readCallFeedback(db, accountId, limit),
  }),
];
