import { z } from 'zod';
import { defineRoute } from './route.ts';

const callBack = z.object({ channelId: z.string().min(1).max(64), docId: z.string().min(1).max(200) });

/** What members of a queue and administrators do on its board. */
export const queueBoardRoutes = {
  dismissCallBack: defineRoute({
    method: 'DELETE',
    path: '/queues/{channelId}/call-backs/{docId}',
    summary: 'Dismiss the call-back of a caller who hung up and kept their place in a queue',
    audience: 'user',
    params: callBack,
    reply: z.object({}),
    errors: ['CONFLICT'],
  }),

  restoreCallBack: defineRoute({
    method: 'PUT',
    path: '/queues/{channelId}/call-backs/{docId}',
    summary: 'Undo that: the caller is called back after all, and has their place again',
    audience: 'user',
    params: callBack,
    reply: z.object({}),
    /** CONFLICT: their time is over, or they have called again. */
    errors: ['CONFLICT'],
  }),
} as const;
