import { z } from 'zod';
import {
  callRecord,
  callRecordFilter,
  callRecordPart,
  callRecordSip,
  callRecordsPage,
  costCentre,
  costCentreOf,
  costCentreOwners,
} from '../../entities/call-record.ts';
import { defineRoute } from '../route.ts';

const oneCall = z.object({ channelId: z.string().min(1).max(100), docId: z.string().min(1).max(200) });
const byAdmin = { audience: 'admin' } as const;

/** Calls of the whole account, without a word that was said in them. */
export const callRecordRoutes = {
  callRecords: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/call-records',
    summary: 'List calls of the account that are over, newest first, in pages; the audit log notes who looked',
    query: callRecordFilter.extend({
      /** `next` of the page before. */
      before: z
        .string()
        .max(300)
        .regex(/^[0-9]{1,18} \S+ \S+$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(callRecordsPage.most).default(callRecordsPage.usual),
    }),
    /** `next` is null on the last page. */
    reply: z.object({ records: z.array(callRecord), next: z.string().nullable() }),
  }),

  callRecord: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/call-records/{channelId}/{docId}',
    summary: 'Show one call with everyone who was rung for it; the audit log notes who looked',
    params: oneCall,
    reply: z.object({ record: callRecord, parts: z.array(callRecordPart) }),
    errors: ['NOT_FOUND'],
  }),

  callRecordSip: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/call-records/{channelId}/{docId}/sip',
    summary: 'Show the SIP messages of a call, in their order and without secrets; the audit log notes who looked',
    params: oneCall,
    /** `lost`: messages that there was no room for; `keptDays`: 0 where the operator keeps none. */
    reply: z.object({ messages: z.array(callRecordSip), lost: z.number().int(), keptDays: z.number().int() }),
    errors: ['NOT_FOUND'],
  }),

  exportCallRecords: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/call-record-export',
    summary: 'Export calls of the account as CSV, newest first; the language says how columns are separated',
    query: callRecordFilter.extend({ language: z.enum(['de', 'en']).default('en') }),
    /** `text/csv`, UTF-8 with a byte order mark. */
    reply: z.unknown(),
  }),

  costCentres: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/cost-centres',
    summary: 'List the users, channels and numbers that have a cost centre',
    reply: z.array(costCentreOf),
  }),

  setCostCentre: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/cost-centres',
    summary:
      'Set the cost centre of a user, channel or number, or null for none; earlier calls count towards it as well',
    body: z.object({
      of: z.enum(costCentreOwners),
      id: z.string().min(1).max(100),
      costCentre: costCentre.nullable(),
    }),
    reply: z.object({}),
    errors: ['NOT_FOUND'],
  }),
} as const;
