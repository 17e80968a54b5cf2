import { z } from 'zod';
import { assistantFeedback, assistantNote, assistantResultChange, deliveredResult } from '../../entities/assistant.ts';
import { defineRoute } from '../route.ts';

const id = z.string().min(1).max(100);
const oneResult = z.object({ assistantId: id, resultId: id });
const nothing = z.object({});
const byUser = { audience: 'user' } as const;

/** What users of a call assistant do with its results; NOT_FOUND for everyone else. API-040, SAPI-010, SAPI-031, SAPI-078 */
export const assistantRoutes = {
  changeAssistantResult: defineRoute({
    ...byUser,
    method: 'PATCH',
    path: '/user/assistants/{assistantId}/results/{resultId}',
    summary:
      'Change state, concern or note of a result of a call assistant; fields left out stay as they are. CONFLICT if someone else has written the note since: nothing is changed',
    params: oneResult,
    body: assistantResultChange,
    /** `rev` is what the result has from now on, `note` as it is kept. */
    reply: z.object({ rev: z.number(), note: assistantNote }),
    errors: ['CONFLICT'],
  }),

  deleteAssistantResult: defineRoute({
    ...byUser,
    method: 'DELETE',
    path: '/user/assistants/{assistantId}/results/{resultId}',
    summary:
      'Permanently delete a result of a call assistant with its transcript; the call stays. Needs the permission CALL_DELETE',
    params: oneResult,
    reply: nothing,
    errors: ['FORBIDDEN'],
  }),

  sendAssistantFeedback: defineRoute({
    ...byUser,
    method: 'POST',
    path: '/user/assistants/{assistantId}/results/{resultId}/feedback',
    summary: 'Tell whether a call assistant did well: 1 is good, 0 bad. Once per user, then CONFLICT',
    params: oneResult,
    body: assistantFeedback,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  assistantTranscript: defineRoute({
    ...byUser,
    method: 'GET',
    path: '/storage/transcripts/{assistantId}/{file}',
    summary:
      'Get what was said to a call assistant, `{transcriptDocId}.txt`: plain text, for users of the assistant who may see transcripts',
    params: z.object({ assistantId: id, file: z.string().min(1).max(200) }),
    /** `text/plain` in UTF-8. */
    reply: z.unknown(),
  }),
} as const;

/**
 * How an agent outside delivers the result of a call (docs/CALL-ASSISTANT.md). It sends the token of its call assistant as
 * `Authorization: Bearer`, so that this is no route of users.
 */
export const deliverAssistantResult = defineRoute({
  method: 'POST',
  path: '/assistants/{assistantId}/results',
  summary:
    'Deliver the result of a call with a token of the call assistant. The same delivery a second time changes nothing; CONFLICT if another one had this `id`',
  audience: 'public',
  params: z.object({ assistantId: id }),
  body: deliveredResult,
  /** `created` is false where it was delivered before. */
  reply: z.object({ resultId: z.string(), created: z.boolean() }),
  errors: ['CONFLICT', 'UNAUTHENTICATED', 'TOO_MANY_ATTEMPTS', 'STORAGE_FULL'],
});
