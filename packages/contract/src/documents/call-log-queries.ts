import { z } from 'zod';
import { callLog, callLogEntity, callTask } from '../entities/call-log.ts';
import { defineLiveQuery } from './live-query.ts';

const id = z.string().min(1).max(200);
const oneCall = z.object({ channelId: id, sessionId: id });

/** What the panel of a call's log watches: members of the channel only. SAPI-075, SAPI-076, SAPI-077 */
export const callLogQueries = {
  /** One row, or none while there is no log. */
  callLog: defineLiveQuery({ name: 'callLog', params: oneCall, row: callLog }),
  /** What it is logged to, in the order in which it was chosen. */
  callLogEntities: defineLiveQuery({ name: 'callLogEntities', params: oneCall, row: callLogEntity }),
  /** Its follow-up task: one row, or none. */
  callTask: defineLiveQuery({ name: 'callTask', params: oneCall, row: callTask }),
} as const;
