import { z } from 'zod';
import { newSipAccount, sipAccountChange } from '../entities/sip-account.ts';
import { defineRoute } from './route.ts';

const oneAccount = z.object({ sipAccountId: z.string().min(1).max(64) });
const nothing = z.object({});
const byAdmin = { audience: 'admin', errors: ['NOT_FOUND', 'CONFLICT'] } as const;

/** SIP accounts of the classic generation, which the server registers elsewhere for somebody. */
export const adminSipAccountRoutes = {
  createSipAccount: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/sip-accounts',
    summary: 'Give somebody of the classic generation a SIP account at a provider; it is registered there',
    body: newSipAccount,
    reply: z.object({ sipAccountId: z.string() }),
  }),

  changeSipAccount: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/sip-accounts/{sipAccountId}',
    summary: 'Change a SIP account, or give it to somebody else; calls that run go on',
    params: oneAccount,
    body: sipAccountChange,
    reply: nothing,
  }),

  removeSipAccount: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/sip-accounts/{sipAccountId}',
    summary: 'Unregister a SIP account and forget it; calls that run go on',
    params: oneAccount,
    reply: nothing,
  }),
} as const;
