import { z } from 'zod';
import { madeLink } from '../../entities/admin-user.ts';
import { plainId } from '../../entities/common.ts';
import { companyChange, newCompany } from '../../entities/company.ts';
import { defineRoute } from '../route.ts';

const nothing = z.object({});
const one = z.object({ accountId: plainId });
/** Only for administrators of the account that runs the server: others get FORBIDDEN. */
const ofServer = { audience: 'admin', errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'] } as const;

/** The companies of a server, for its operator. */
export const companyRoutes = {
  addCompany: defineRoute({
    ...ofServer,
    method: 'POST',
    path: '/admin/companies',
    summary: 'Add a company to this server and invite its first administrator; only for the operator of the server',
    body: newCompany,
    reply: z.object({ accountId: z.string(), invitation: madeLink }),
  }),

  changeCompany: defineRoute({
    ...ofServer,
    method: 'PATCH',
    path: '/admin/companies/{accountId}',
    summary:
      'Change what a company may have and its own address; fields left out stay as they are; only for the operator of the server',
    params: one,
    body: companyChange,
    reply: nothing,
  }),

  suspendCompany: defineRoute({
    ...ofServer,
    method: 'POST',
    path: '/admin/companies/{accountId}/suspend',
    summary: 'Stop a company from signing in and calling, except for help; only for the operator of the server',
    params: one,
    reply: nothing,
  }),

  resumeCompany: defineRoute({
    ...ofServer,
    method: 'POST',
    path: '/admin/companies/{accountId}/resume',
    summary: 'Let a suspended company sign in and call again; only for the operator of the server',
    params: one,
    reply: nothing,
  }),

  removeCompany: defineRoute({
    ...ofServer,
    method: 'POST',
    path: '/admin/companies/{accountId}/remove',
    summary: 'Permanently delete a suspended company, named by its whole name; only for the operator of the server',
    params: one,
    body: z.object({ name: z.string().max(200) }),
    reply: nothing,
  }),
} as const;
