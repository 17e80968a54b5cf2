import { z } from 'zod';
import { blockedBefore, newBlockedCaller } from '../entities/blocked-caller.ts';
import { plainId } from '../entities/common.ts';
import { defineRoute } from './route.ts';

const nothing = z.object({});
const one = z.object({ blockedId: plainId });
/** `isNew`: false for a caller who was blocked already; `before`: what that was, null where nothing of it is changed. */
const added = z.object({ id: z.string(), isNew: z.boolean(), before: blockedBefore.nullable() });

/** Callers whose calls to the user's own channel are refused. */
export const blockedCallerRoutes = {
  blockCaller: defineRoute({
    method: 'POST',
    path: '/blocked-callers',
    summary: 'Refuse calls of a caller to the user’s own channel. A caller that is blocked already stays as it is',
    audience: 'user',
    body: newBlockedCaller,
    reply: added,
    errors: ['INVALID_NUMBER', 'NEVER_BLOCKED', 'CONFLICT'],
  }),

  unblockCaller: defineRoute({
    method: 'DELETE',
    path: '/blocked-callers/{blockedId}',
    summary: 'Take calls of a blocked caller again',
    audience: 'user',
    params: one,
    reply: nothing,
  }),
} as const;

/** Callers whose calls to any number of the company are refused. */
export const adminBlockedCallerRoutes = {
  blockCallerForAll: defineRoute({
    method: 'POST',
    path: '/admin/blocked-callers',
    summary: 'Refuse calls of a caller to all numbers of the account. A caller that is blocked already stays as it is',
    audience: 'admin',
    body: newBlockedCaller,
    reply: added,
    errors: ['INVALID_NUMBER', 'NEVER_BLOCKED', 'CONFLICT'],
  }),

  unblockCallerForAll: defineRoute({
    method: 'DELETE',
    path: '/admin/blocked-callers/{blockedId}',
    summary: 'Take calls of a caller again whom the account blocked',
    audience: 'admin',
    params: one,
    reply: nothing,
  }),
} as const;
