import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { type LiveSource, topic } from '../../../documents/live-source.ts';
import { adminSource } from '../../../requests/admin-source.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { Database } from '../../../storage/database.ts';
import { administrator } from '../administer.ts';
import { pagingGroupsOf } from './group-row.ts';
import { addGroup, changeGroup, removeGroup } from './groups.ts';

/** Paging groups as administrators see them. */
export const pagingDocuments = (db: Database): LiveSource =>
  adminSource<typeof liveQueries.adminPagingGroups>(db, {
    query: liveQueries.adminPagingGroups,
    topics: ({ accountId }) => [
      topic('paging_groups', 'account_id', accountId),
      topic('endpoints', 'account_id', accountId),
      topic('users', 'account_id', accountId),
    ],
    rows: ({ accountId }) => pagingGroupsOf(db, accountId),
  });

export const pagingRoutes = ({ db }: { readonly db: Database }): Answer[] => [
  answer(routes.createPagingGroup, async (asked) => ({ id: await addGroup(db, administrator(asked), asked.body) })),
  answer(routes.changePagingGroup, async (asked) => {
    await changeGroup(db, administrator(asked), asked.params.groupId, asked.body);
    return {};
  }),
  answer(routes.deletePagingGroup, async (asked) => {
    await removeGroup(db, administrator(asked), asked.params.groupId);
    return {};
  }),
];
