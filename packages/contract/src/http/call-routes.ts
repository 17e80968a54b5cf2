import { z } from 'zod';
import { callErrorCode } from '../call-errors.ts';
import { defineRoute } from './route.ts';

/** Commands for a live call. `id` is a Call-ID of the caller's own leg. */
export const callRoutes = {
  holdCall: defineRoute({
    method: 'POST',
    path: '/v3/neoPBX/client/calls/{id}/hold',
    summary: 'Hold a call (true) or take it back (false)',
    audience: 'user',
    params: z.object({ id: z.string().min(1) }),
    body: z.object({ value: z.boolean() }),
    reply: z.object({ value: z.boolean() }),
    errors: ['CONFLICT'],
  }),

  addFailedDial: defineRoute({
    method: 'POST',
    path: '/failed-dials',
    summary: 'Note a call that could not be started',
    audience: 'user',
    body: z.object({
      channelId: z.string().nullable(),
      targetPhoneNumber: z.string().max(100),
      senderPhoneNumber: z.string().max(100).nullable(),
      sessionId: z.string().max(100).nullable(),
      code: callErrorCode,
    }),
    reply: z.object({ id: z.string() }),
  }),
} as const;
