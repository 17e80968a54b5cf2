import { z } from 'zod';
import { smartAnswerAssignment, smartAnswerSet } from '../entities/smart-answers.ts';
import { defineLiveQuery } from './live-query.ts';

const nothing = z.object({});

/** What the settings of smart answers and the answers of a call watch; the first load has no need of it. */
export const smartAnswerQueries = {
  /** The signed-in user's sets of questions, the oldest first. API-097, API-101 */
  smartAnswerSets: defineLiveQuery({ name: 'smartAnswerSets', params: nothing, row: smartAnswerSet }),
  /** Which sets answer the signed-in user's calls: a row for each of their channels to which one was ever assigned. */
  smartAnswerAssignments: defineLiveQuery({
    name: 'smartAnswerAssignments',
    params: nothing,
    row: smartAnswerAssignment,
  }),
} as const;
