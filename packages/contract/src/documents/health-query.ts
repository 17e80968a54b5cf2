import { z } from 'zod';
import { raisedAlarm } from '../entities/alarm.ts';
import { healthFinding } from '../entities/health.ts';
import { defineLiveQuery } from './live-query.ts';

/** What administrators watch of the health of their company, and operators of the server. */
export const healthQueries = {
  /** What does not work, then what may not, then everything else. */
  adminHealth: defineLiveQuery({ name: 'adminHealth', params: z.object({}), row: healthFinding }),
  /** Alarms that have not ended, then the last that have; a hundred at most. */
  adminAlarms: defineLiveQuery({ name: 'adminAlarms', params: z.object({}), row: raisedAlarm }),
} as const;
