import { z } from 'zod';
import { plainId } from '../../entities/common.ts';
import { newPagingGroup, pagingGroupChange } from '../../entities/paging-group.ts';
import { defineRoute } from '../route.ts';

const nothing = z.object({});
const oneGroup = z.object({ groupId: plainId });
const byAdmin = { audience: 'admin' } as const;

/** Groups of users whose phones answer a page by themselves. */
export const pagingRoutes = {
  createPagingGroup: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/paging-groups',
    summary: 'Create a paging group; up to 50 per account, with 50 members each',
    body: newPagingGroup,
    reply: z.object({ id: z.string() }),
    errors: ['CONFLICT'],
  }),

  changePagingGroup: defineRoute({
    ...byAdmin,
    method: 'PUT',
    path: '/admin/paging-groups/{groupId}',
    summary: 'Change a paging group, from the next page on. CONFLICT if it changed since this `revision`',
    params: oneGroup,
    body: pagingGroupChange,
    reply: nothing,
    errors: ['CONFLICT'],
  }),

  deletePagingGroup: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/paging-groups/{groupId}',
    summary: 'Delete a paging group',
    params: oneGroup,
    reply: nothing,
  }),
} as const;
