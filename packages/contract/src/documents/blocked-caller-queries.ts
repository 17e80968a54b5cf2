import { z } from 'zod';
import { blockedCaller } from '../entities/blocked-caller.ts';
import { defineLiveQuery } from './live-query.ts';

const row = blockedCaller.extend({ rev: z.number() });

/** Lists of blocked callers, the newest entry first. Watched where they are shown, so that the first load is without them. */
export const blockedCallerQueries = {
  /** Those of the signed-in user. */
  blockedCallers: defineLiveQuery({ name: 'blockedCallers', params: z.object({}), row }),
  /** Those of the account, for its administrators. */
  adminBlockedCallers: defineLiveQuery({ name: 'adminBlockedCallers', params: z.object({}), row }),
} as const;
