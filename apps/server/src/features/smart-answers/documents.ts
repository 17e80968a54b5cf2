import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { readAssignments } from './assignments.ts';
import { readSets } from './sets.ts';

/** The asker's own sets, and what they assigned. */
export const smartAnswerDocuments = (db: Database): LiveSource[] => [
  liveSource<typeof liveQueries.smartAnswerSets>({
    query: liveQueries.smartAnswerSets,
    authorize: async () => true,
    topics: ({ userId }) => [topic('smart_answer_sets', 'user_id', userId)],
    rows: ({ userId }) => readSets(db, userId),
  }),
  liveSource<typeof liveQueries.smartAnswerAssignments>({
    query: liveQueries.smartAnswerAssignments,
    authorize: async () => true,
    topics: ({ userId }) => [topic('smart_answer_assignments', 'user_id', userId)],
    rows: ({ userId }) => readAssignments(db, userId),
  }),
];
