import { z } from 'zod';
import { defineRoute } from './route.ts';

const id = z.string().min(1).max(200);
const params = z.object({ sessionId: id });
/** Where a session stands in two inboxes; left out, the asker's own call is meant. */
const query = z.object({ channelId: id.optional() });
const reply = z.object({});

/** How people stop the documentation of a call and take it up again. Needs the grant CALL_BOOSTS. SAPI-071 to -073 */
export const transcriptionRoutes = {
  cancelTranscription: defineRoute({
    method: 'DELETE',
    path: '/transcriptions/session/{sessionId}/cancel',
    summary: 'End the transcript and summary of a call that are waiting or being made; what is made already stays',
    audience: 'user',
    params,
    query,
    reply,
    errors: ['FORBIDDEN'],
  }),

  skipTranscription: defineRoute({
    method: 'PUT',
    path: '/transcriptions/session/{sessionId}/skip',
    summary: 'Want neither transcript nor summary of a call, perhaps while it still goes on',
    audience: 'user',
    params,
    query,
    reply,
    errors: ['FORBIDDEN'],
  }),

  resumeTranscription: defineRoute({
    method: 'PUT',
    path: '/transcriptions/session/{sessionId}/resume',
    summary: 'Want transcript and summary of a call after all: what was skipped, refused or failed waits again',
    audience: 'user',
    params,
    query,
    reply,
    errors: ['FORBIDDEN'],
  }),
} as const;
