import { z } from 'zod';
import { aiConnection, aiConnectionChange, aiTestResult, newAiConnection } from '../../entities/ai-connection.ts';
import { aiSettings, aiSettingsChange } from '../../entities/ai-settings.ts';
import { aiUseRow } from '../../entities/ai-use.ts';
import { defineRoute } from '../route.ts';

const nothing = z.object({});
const oneConnection = z.object({ connectionId: z.string().min(1).max(100) });
const oneModel = z.object({ modelId: z.string().min(1).max(100) });
const byAdmin = { audience: 'admin' } as const;

/** Services that document the calls of an account. A key is written and never read. */
export const adminAiRoutes = {
  aiConnections: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/ai-connections',
    summary: 'List the AI services of the account',
    reply: z.object({ connections: z.array(aiConnection) }),
  }),

  addAiConnection: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/ai-connections',
    summary: 'Add an AI service; CONFLICT if the account has one of this purpose and kind',
    body: newAiConnection,
    reply: z.object({ id: z.string() }),
    errors: ['CONFLICT'],
  }),

  changeAiConnection: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/ai-connections/{connectionId}',
    summary:
      'Change an AI service; fields left out stay as they are, but another server needs its key and its confirmation again. CONFLICT if someone else changed it since',
    params: oneConnection,
    body: aiConnectionChange,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  removeAiConnection: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/ai-connections/{connectionId}',
    summary: 'Permanently delete an AI service with its key',
    params: oneConnection,
    reply: nothing,
  }),

  testAiConnection: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/ai-connections/{connectionId}/test',
    summary: 'Ask an AI service whether it would work; no call is sent',
    params: oneConnection,
    reply: aiTestResult,
  }),

  fetchAiModel: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/ai-models/{modelId}/fetch',
    summary:
      'Download a model for the recogniser on this server, or go on with it; nothing happens where it is here or on its way. Only who runs the server may',
    params: oneModel,
    reply: nothing,
  }),

  stopAiModel: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/ai-models/{modelId}/stop',
    summary: 'Stop the download of a model; what has come stays. Only who runs the server may',
    params: oneModel,
    reply: nothing,
  }),

  removeAiModel: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/ai-models/{modelId}',
    summary: 'Delete a model from this server, also one that has come in part. Only who runs the server may',
    params: oneModel,
    reply: nothing,
  }),

  aiUse: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/ai-use',
    summary: 'List what AI services were used and what they cost, by month and service, for 13 months',
    reply: z.object({ rows: z.array(aiUseRow) }),
  }),

  changeAiSettings: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/ai-settings',
    summary: 'Change how calls are documented; fields left out stay as they are',
    body: aiSettingsChange,
    reply: aiSettings,
  }),
} as const;
