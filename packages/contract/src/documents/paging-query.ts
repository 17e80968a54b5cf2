import { z } from 'zod';
import { adminPagingGroup } from '../entities/paging-group.ts';
import { defineLiveQuery } from './live-query.ts';

export const pagingQueries = {
  /** Paging groups of the account by name. */
  adminPagingGroups: defineLiveQuery({ name: 'adminPagingGroups', params: z.object({}), row: adminPagingGroup }),
} as const;
