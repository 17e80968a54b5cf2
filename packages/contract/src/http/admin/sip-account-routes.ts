import { z } from 'zod';
import { newSipAccount, sipAccountChange } from '../../entities/sip-account.ts';
import { defineRoute } from '../route.ts';

const oneAccount = z.object({ sipAccountId: z.string().min(1).max(64) });
const nothing = z.object({});
const byAdmin = { audience: 'admin', errors: ['NOT_FOUND', 'CONFLICT'] } as const;

/** SIP accounts of the classic generation, which the server registers elsewhere for someone. */
export const adminSipAccountRoutes = {
  createSipAccount: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/sip-accounts',
    summary: 'Add a SIP account at a provider for a user of the classic generation; it is registered there',
    body: newSipAccount,
    reply: z.object({ sipAccountId: z.string() }),
  }),

  changeSipAccount: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/sip-accounts/{sipAccountId}',
    summary: 'Change a SIP account, or assign it to another user; calls in progress continue',
    params: oneAccount,
    body: sipAccountChange,
    reply: nothing,
  }),

  removeSipAccount: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/sip-accounts/{sipAccountId}',
    summary: 'Unregister and delete a SIP account; calls in progress continue',
    params: oneAccount,
    reply: nothing,
  }),
} as const;
