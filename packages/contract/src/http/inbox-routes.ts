import { z } from 'zod';
import { threadOf } from '../entities/thread.ts';
import { resolveManyLimit } from '../rules/limits.ts';
import { defineRoute } from './route.ts';

const inChannel = z.object({ channelId: z.string().min(1) });

/** Working through a channel's inbox. */
export const inboxRoutes = {
  findEvent: defineRoute({
    method: 'GET',
    path: '/call-events/{docId}',
    summary: 'In which channel of the caller an event is, as links without a channel need; the private one goes first',
    audience: 'user',
    params: z.object({ docId: z.string().min(1).max(200) }),
    reply: z.object({ channelId: z.string() }),
  }),

  setEventResolved: defineRoute({
    method: 'PUT',
    path: '/channels/{channelId}/inbox/{docId}/resolved',
    summary:
      'Resolve an event or reopen it. With `group` it stands for its group: resolving resolves all of its calls but newer ones that ended just now, reopening reopens this one',
    audience: 'user',
    params: inChannel.extend({ docId: z.string().min(1) }),
    body: z.object({ resolved: z.boolean(), group: z.boolean().default(false) }),
    /** `ids` are the events that changed, for undoing. */
    reply: z.object({ resolved: z.boolean(), ids: z.array(z.string()) }),
  }),

  resolveMany: defineRoute({
    method: 'POST',
    path: '/channels/{channelId}/inbox/resolve',
    summary: 'Resolve these events: the undoing of a reopening, and of work on several at once',
    audience: 'user',
    params: inChannel,
    body: z.object({ ids: z.array(z.string().min(1)).min(1).max(resolveManyLimit) }),
    reply: z.object({ resolved: z.number().int().nonnegative() }),
  }),

  resolveAll: defineRoute({
    method: 'POST',
    path: '/channels/{channelId}/inbox/resolve-all',
    summary: 'Resolve every unresolved event of a private channel; FORBIDDEN for a shared one',
    audience: 'user',
    params: inChannel,
    /** `ids` are the events that were unresolved before, for undoing. */
    reply: z.object({ resolved: z.number().int().nonnegative(), ids: z.array(z.string()) }),
    errors: ['FORBIDDEN'],
  }),

  resolveThread: defineRoute({
    method: 'POST',
    path: '/channels/{channelId}/inbox/resolve-thread',
    summary:
      'Resolve every unresolved event of a thread, or those about one of its topics, however many are shown; events newer than `newest` that ended just now stay unresolved',
    audience: 'user',
    params: inChannel,
    body: z.object({
      of: threadOf,
      topic: z.string().min(1).max(200).optional(),
      /** The newest event that the asker sees. */
      newest: z.string().min(1).max(200),
    }),
    /** `ids` are the events that were unresolved before, for undoing. */
    reply: z.object({ resolved: z.number().int().nonnegative(), ids: z.array(z.string()) }),
  }),

  reopen: defineRoute({
    method: 'POST',
    path: '/channels/{channelId}/inbox/reopen',
    summary: 'Reopen these events: the undoing of resolve-all and resolve-thread',
    audience: 'user',
    params: inChannel,
    body: z.object({ ids: z.array(z.string().min(1)).min(1).max(resolveManyLimit) }),
    reply: z.object({ reopened: z.number().int().nonnegative() }),
  }),
} as const;
