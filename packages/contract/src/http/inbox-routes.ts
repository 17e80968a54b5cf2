import { z } from 'zod';
import { inboxRow } from '../documents/phone-queries.ts';
import { inboxFilter, inboxKinds } from '../entities/inbox-filter.ts';
import { threadOf } from '../entities/thread.ts';
import { resolveManyLimit } from '../rules/limits.ts';
import { defineRoute } from './route.ts';

const inChannel = z.object({ channelId: z.string().min(1) });

/** Working through a channel's inbox. */
export const inboxRoutes = {
  findEvent: defineRoute({
    method: 'GET',
    path: '/call-events/{docId}',
    summary: 'Find the channel of an event, for links without a channel; the private channel comes first',
    audience: 'user',
    params: z.object({ docId: z.string().min(1).max(200) }),
    reply: z.object({ channelId: z.string() }),
  }),

  ownCalls: defineRoute({
    method: 'GET',
    path: '/users/me/calls',
    summary:
      'List calls that are over, of your own channel or another one that you are a member of, newest first, in pages',
    audience: 'user',
    query: z.object({
      /** Left out: the private channel. */
      channelId: z.string().min(1).max(64).optional(),
      kind: z.enum(inboxKinds).optional(),
      from: inboxFilter.shape.from,
      to: inboxFilter.shape.to,
      /** `next` of the page before. */
      before: z.string().max(300).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    /** `next` is null on the last page. */
    reply: z.object({ calls: z.array(inboxRow), next: z.string().nullable() }),
    errors: ['NOT_FOUND'],
  }),

  callVcon: defineRoute({
    method: 'GET',
    path: '/channels/{channelId}/inbox/{docId}/vcon',
    summary:
      'Download a call as a signed vCon: parties, dialogs, transcript and what was made of it, `application/vcon` (JWS, docs/VCON.md)',
    audience: 'user',
    params: inChannel.extend({ docId: z.string().min(1).max(200) }),
    /** A JWS in its general JSON serialization. */
    reply: z.unknown(),
  }),

  vconCertificate: defineRoute({
    method: 'GET',
    path: '/vcon-certificate',
    summary: 'Get the certificate (PEM) that vCons of this server are signed with, to compare it with theirs',
    audience: 'user',
    reply: z.unknown(),
  }),

  setEventResolved: defineRoute({
    method: 'PUT',
    path: '/channels/{channelId}/inbox/{docId}/resolved',
    summary:
      'Resolve an event or reopen it. With `group`, resolving applies to all calls of its group except newer ones that just ended; reopening applies to this one only',
    audience: 'user',
    params: inChannel.extend({ docId: z.string().min(1) }),
    body: z.object({ resolved: z.boolean(), group: z.boolean().default(false) }),
    /** `ids` are the events that changed, for undoing. */
    reply: z.object({ resolved: z.boolean(), ids: z.array(z.string()) }),
  }),

  resolveMany: defineRoute({
    method: 'POST',
    path: '/channels/{channelId}/inbox/resolve',
    summary: 'Resolve these events, to undo reopening or to resolve several together',
    audience: 'user',
    params: inChannel,
    body: z.object({ ids: z.array(z.string().min(1)).min(1).max(resolveManyLimit) }),
    reply: z.object({ resolved: z.number().int().nonnegative() }),
  }),

  resolveAll: defineRoute({
    method: 'POST',
    path: '/channels/{channelId}/inbox/resolve-all',
    summary: 'Resolve all unresolved events of a private channel; FORBIDDEN for a shared channel',
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
    summary: 'Reopen these events, to undo resolving all or a thread',
    audience: 'user',
    params: inChannel,
    body: z.object({ ids: z.array(z.string().min(1)).min(1).max(resolveManyLimit) }),
    reply: z.object({ reopened: z.number().int().nonnegative() }),
  }),
} as const;
