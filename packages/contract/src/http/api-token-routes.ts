import { z } from 'zod';
import { apiToken, newCompanyToken, newPersonalToken } from '../entities/api-token.ts';
import { directoryState, removablePercents } from '../entities/directory.ts';
import { defineRoute } from './route.ts';

const one = z.object({ tokenId: z.string().min(1).max(100) });
const byAdmin = { audience: 'admin' } as const;
const byUser = { audience: 'user' } as const;
const tokens = z.object({ tokens: z.array(apiToken) });
/** Only this reply has the token itself. */
const made = apiToken.extend({ token: z.string() });

/** Tokens of programs, and what a directory does with one (docs/API.md). No token can make or delete tokens. */
export const apiTokenRoutes = {
  companyTokens: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/api-tokens',
    summary: 'List the API tokens of the company, newest first',
    reply: tokens,
  }),

  createCompanyToken: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/api-tokens',
    summary: 'Make an API token of the company; only this reply contains it',
    body: newCompanyToken,
    reply: made,
    errors: ['CONFLICT'],
  }),

  deleteCompanyToken: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/api-tokens/{tokenId}',
    summary: 'Delete an API token of the company; the program that uses it loses access',
    params: one,
    reply: z.object({}),
    errors: ['NOT_FOUND'],
  }),

  personalTokens: defineRoute({
    ...byUser,
    method: 'GET',
    path: '/users/me/api-tokens',
    summary: 'List your API tokens, newest first',
    reply: tokens,
  }),

  createPersonalToken: defineRoute({
    ...byUser,
    method: 'POST',
    path: '/users/me/api-tokens',
    summary: 'Make an API token of your own; only this reply contains it',
    body: newPersonalToken,
    reply: made,
    errors: ['CONFLICT'],
  }),

  deletePersonalToken: defineRoute({
    ...byUser,
    method: 'DELETE',
    path: '/users/me/api-tokens/{tokenId}',
    summary: 'Delete an API token of your own',
    params: one,
    reply: z.object({}),
    errors: ['NOT_FOUND'],
  }),

  directory: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/directory',
    summary: 'Show what a directory does here by SCIM: its groups, and whether it was stopped',
    reply: directoryState,
  }),

  changeDirectory: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/directory',
    summary:
      'Set the share of users that a directory may take away within an hour, or let it take away more for an hour',
    body: z
      .object({
        removablePercent: z
          .number()
          .refine((given) => removablePercents.some((percent) => percent === given), 'not a share to choose'),
        /** True: for an hour nothing is refused but the last administrator; false: that ends. */
        allow: z.boolean(),
      })
      .partial()
      .refine((change) => Object.keys(change).length > 0, 'nothing to change'),
    reply: z.object({}),
  }),

  linkDirectoryGroup: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/directory/groups/{groupId}',
    summary: 'Choose the shared channel that the members of a group of the directory are members of, or null for none',
    params: z.object({ groupId: z.string().min(1).max(100) }),
    body: z.object({ channelId: z.string().min(1).max(64).nullable() }),
    reply: z.object({}),
    errors: ['NOT_FOUND'],
  }),
} as const;
