import { z } from 'zod';
import {
  callLog,
  callLogEntity,
  callLogText,
  callTask,
  crmWrite,
  crmWriteCount,
  logMode,
} from '../entities/call-log.ts';
import { crmWriteGroups } from '../rules/crm/write-groups.ts';
import { defineLiveQuery } from './live-query.ts';

const id = z.string().min(1).max(200);
const oneCall = z.object({ channelId: id, sessionId: id });

/** A channel and how its calls get into CRMs. */
const channelLogMode = z.object({
  id: z.string(),
  rev: z.number(),
  mode: logMode,
  /** Whether the user may set it. */
  mayChange: z.boolean(),
});
export type ChannelLogMode = z.infer<typeof channelLogMode>;

/** What users watch of the logs of calls: members of the channel only. SAPI-075, SAPI-076, SAPI-077 */
export const callLogQueries = {
  /** One row, or none while there is no log. */
  callLog: defineLiveQuery({ name: 'callLog', params: oneCall, row: callLog }),
  /** What it is logged to, in the order in which it was chosen. */
  callLogEntities: defineLiveQuery({ name: 'callLogEntities', params: oneCall, row: callLogEntity }),
  /** Its follow-up task: one row, or none. */
  callTask: defineLiveQuery({ name: 'callTask', params: oneCall, row: callTask }),
  /** Of all channels of the user; all `off` without the grant CALL_EVENT. `id` is the channel's. */
  logModes: defineLiveQuery({ name: 'logModes', params: z.object({}), row: channelLogMode }),
} as const;

/** Which entries of the CRM log: of one connection, closed by one user (null: by the server), of calls logged in a time. */
const crmFilter = z.object({
  integrationId: id.optional(),
  actor: id.nullable().optional(),
  from: z.iso.datetime().optional(),
  before: z.iso.datetime().optional(),
});

/** What administrators watch of the CRM log of their account. */
export const adminCrmQueries = {
  /** The newest 200 entries, newest first; of one group, and as far as the filter fits, where that is asked for. */
  adminCrmWrites: defineLiveQuery({
    name: 'adminCrmWrites',
    params: crmFilter.extend({ state: z.enum(crmWriteGroups).optional() }),
    row: crmWrite,
  }),
  /** How many entries are in each group, up to `mostCounted`; groups without an entry are left out. */
  adminCrmCounts: defineLiveQuery({ name: 'adminCrmCounts', params: crmFilter, row: crmWriteCount }),
  /** What the account's logs say: one row. */
  adminLogText: defineLiveQuery({ name: 'adminLogText', params: z.object({}), row: callLogText }),
} as const;
