import { z } from 'zod';
import { supervisionMode } from '../entities/ongoing-call.ts';
import { defineRoute } from './route.ts';

const callBack = z.object({ channelId: z.string().min(1).max(64), docId: z.string().min(1).max(200) });

const supervision = {
  path: '/queues/{channelId}/calls/{docId}/supervision',
  audience: 'user',
  params: callBack,
  reply: z.object({}),
  errors: ['CONFLICT'],
} as const;

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

  superviseCall: defineRoute({
    ...supervision,
    method: 'POST',
    summary: 'Listen to a call of a queue: your phones ring, and you listen once you pick up',
    /** CONFLICT: the call is over or waits, somebody listens already, or none of the phones can be reached. */
    errors: ['CONFLICT', 'FORBIDDEN', 'UNAVAILABLE'],
  }),

  setSupervision: defineRoute({
    ...supervision,
    method: 'PUT',
    summary: 'Listen, whisper to the member of the queue, or join both, in a call that the caller listens to',
    body: z.object({ mode: supervisionMode }),
    errors: ['CONFLICT', 'UNAVAILABLE'],
  }),

  endSupervision: defineRoute({
    ...supervision,
    method: 'DELETE',
    summary: 'Stop listening to the call',
  }),
} as const;
