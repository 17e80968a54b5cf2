import { z } from 'zod';
import {
  callLog,
  callLogEntity,
  callTask,
  crmEntity,
  entityType,
  logMode,
  selectedOutcome,
} from '../../entities/call-log.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(200);
const nothing = z.object({});
const byUser = { audience: 'user' } as const;
const oneCall = z.object({ channelId: id, sessionId: id });

/**
 * Logs of calls in CRMs. Reading needs the channel; writing its owner, or a member for a missed call; all of it the
 * integration grant CALL_EVENT of the account.
 */
export const callLogRoutes = {
  openCallLog: defineRoute({
    ...byUser,
    method: 'PUT',
    path: '/call-logs/{channelId}/{sessionId}/panel',
    summary:
      'A panel shows the log of a call: makes it if there is none, chooses default entities once, and keeps the server from writing it for 30 seconds; repeated every 10',
    params: oneCall,
    /** `isUpdate`: the call was logged before; nothing is chosen by default. SLOG-012 */
    body: z.object({ isUpdate: z.boolean().default(false) }),
    reply: callLog,
    errors: ['FORBIDDEN'],
  }),

  changeCallLog: defineRoute({
    ...byUser,
    method: 'PATCH',
    path: '/call-logs/{channelId}/{sessionId}',
    summary: 'Change the outcome of a log; null takes it away. What is written already changes in the CRM as well',
    params: oneCall,
    body: z.object({ selectedOutcome: selectedOutcome.nullable() }),
    reply: callLog,
    errors: ['FORBIDDEN'],
  }),

  addCallLogEntity: defineRoute({
    ...byUser,
    method: 'PUT',
    path: '/call-logs/{channelId}/{sessionId}/entities/{integrationId}/{type}/{entityId}',
    summary: 'Log a call to a record of a CRM. `remember`: it is who calls from this number from now on',
    params: oneCall.extend({ integrationId: id, type: entityType, entityId: id }),
    body: z.object({ remember: z.boolean().default(false) }),
    reply: callLogEntity,
    errors: ['FORBIDDEN', 'INTEGRATION_FAILED', 'INTEGRATION_REFRESH'],
  }),

  removeCallLogEntity: defineRoute({
    ...byUser,
    method: 'DELETE',
    path: '/call-logs/{channelId}/{sessionId}/entities/{integrationId}/{type}/{entityId}',
    summary: 'Do not log a call to this record; where it was, the association is taken away in the CRM as well',
    params: oneCall.extend({ integrationId: id, type: entityType, entityId: id }),
    reply: nothing,
    errors: ['FORBIDDEN'],
  }),

  closeCallLog: defineRoute({
    ...byUser,
    method: 'POST',
    path: '/call-logs/{channelId}/{sessionId}/close',
    summary:
      'The panel is closed. `ready`: write it; otherwise it stays a draft. Replies with the log, whose entries say why nothing is written',
    params: oneCall,
    body: z.object({ ready: z.boolean() }),
    reply: callLog,
    errors: ['FORBIDDEN'],
  }),

  removeCallLog: defineRoute({
    ...byUser,
    method: 'DELETE',
    path: '/call-logs/{channelId}/{sessionId}',
    summary: 'Remove what was written of a call from its CRMs; the log stays as a draft',
    params: oneCall,
    reply: nothing,
    errors: ['FORBIDDEN'],
  }),

  retryCallLog: defineRoute({
    ...byUser,
    method: 'POST',
    path: '/call-logs/{channelId}/{sessionId}/retry',
    summary: 'Try again immediately what waits, is blocked or was refused',
    params: oneCall,
    reply: nothing,
    errors: ['FORBIDDEN'],
  }),

  changeCallTask: defineRoute({
    ...byUser,
    method: 'PATCH',
    path: '/call-logs/{channelId}/{sessionId}/task',
    summary: 'Make or change the draft of a follow-up task; CONFLICT once it is created',
    params: oneCall,
    body: callTask
      .pick({ integrationId: true, type: true, title: true, content: true, dueDay: true, dueTime: true })
      .partial(),
    reply: callTask,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  removeCallTask: defineRoute({
    ...byUser,
    method: 'DELETE',
    path: '/call-logs/{channelId}/{sessionId}/task',
    summary: 'Throw away the draft of a follow-up task; CONFLICT once it is created',
    params: oneCall,
    reply: nothing,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  createTask: defineRoute({
    ...byUser,
    method: 'POST',
    path: '/tasks',
    summary:
      'Create the follow-up task of a call in its CRM. It needs a type and an entity, else VALIDATION_FAILED. SLOG-019 to -021',
    body: oneCall,
    reply: callTask,
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  changeLogMode: defineRoute({
    ...byUser,
    method: 'PUT',
    path: '/channels/{channelId}/log-mode',
    summary: 'Say how calls of a channel get into CRMs. Its owner, for shared channels administrators',
    params: z.object({ channelId: id }),
    body: z.object({ mode: logMode }),
    reply: nothing,
    errors: ['FORBIDDEN'],
  }),

  candidatesOfCall: defineRoute({
    ...byUser,
    method: 'GET',
    path: '/call-logs/{channelId}/{sessionId}/candidates',
    summary:
      'Contacts of connected CRMs that have the number of a call, with their ids here and what is known to belong to them',
    params: oneCall,
    reply: z.object({ contacts: z.array(crmEntity.extend({ contactId: id })), related: z.array(crmEntity) }),
    errors: ['FORBIDDEN'],
  }),
} as const;
