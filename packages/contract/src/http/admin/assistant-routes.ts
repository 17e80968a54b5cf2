import { z } from 'zod';
import { assistantChange, newAssistant } from '../../entities/assistant.ts';
import { botProblem, botTrial } from '../../entities/assistant-voice.ts';
import { typedName } from '../../entities/common.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(100);
const nothing = z.object({});
const oneAssistant = z.object({ assistantId: id });
const oneUser = oneAssistant.extend({ userId: id });
const byAdmin = { audience: 'admin' } as const;

/** Call assistants of an account: what they are, who uses them, and which agents deliver results. */
export const adminAssistantRoutes = {
  createAssistant: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/assistants',
    summary: 'Create a call assistant; results come from agents that have a token for it',
    body: newAssistant,
    reply: z.object({ id: z.string() }),
    errors: ['CONFLICT'],
  }),

  changeAssistant: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/assistants/{assistantId}',
    summary: 'Change a call assistant; fields left out stay as they are. CONFLICT if it changed since this `revision`',
    params: oneAssistant,
    body: assistantChange,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  deleteAssistant: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/assistants/{assistantId}',
    summary: 'Permanently delete a call assistant with its results, transcripts and tokens; calls stay',
    params: oneAssistant,
    reply: nothing,
  }),

  tryVoiceBot: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/assistants/voice-trials',
    summary: 'Open a connection to a voice bot, close it again, and say what is wrong; nothing is kept',
    body: botTrial,
    /** Null where the bot took the connection. */
    reply: z.object({ problem: botProblem.nullable() }),
  }),

  setAssistantUser: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/assistants/{assistantId}/users/{userId}',
    summary: 'Have a user of the account see the results of a call assistant, and its transcripts or not',
    params: oneUser,
    body: z.object({ canSeeTranscripts: z.boolean() }),
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  removeAssistantUser: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/assistants/{assistantId}/users/{userId}',
    summary: 'Take a call assistant away from a user; they immediately see nothing of it',
    params: oneUser,
    reply: nothing,
  }),

  createAssistantToken: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/assistants/{assistantId}/tokens',
    summary: 'Make a token with which an agent delivers results of a call assistant; only this reply contains it',
    params: oneAssistant,
    body: z.object({ name: typedName(60) }),
    reply: z.object({ id: z.string(), token: z.string() }),
    errors: ['CONFLICT'],
  }),

  revokeAssistantToken: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/assistants/{assistantId}/tokens/{tokenId}',
    summary: 'Revoke a token; deliveries with it are immediately refused',
    params: oneAssistant.extend({ tokenId: id }),
    reply: nothing,
  }),
} as const;
