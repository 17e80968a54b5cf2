import { z } from 'zod';
import { statistics, statisticsAsked } from '../entities/statistics.ts';
import { defineLiveQuery } from './live-query.ts';

/** What users watch of their statistics. */
export const statisticsQueries = {
  /** One row: channels that the asker is a member of, and no others. ROUTE-011, SROUTE-045 */
  statistics: defineLiveQuery({
    name: 'statistics',
    params: statisticsAsked,
    row: statistics.extend({ rev: z.number() }),
  }),
} as const;
