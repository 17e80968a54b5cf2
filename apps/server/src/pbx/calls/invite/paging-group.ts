import type { DirectoryPagingGroup } from '../../paging-groups.ts';

/** Whether the user may speak to the group. */
export const mayPage = ({ callerIds }: DirectoryPagingGroup, userId: string): boolean =>
  callerIds === null || callerIds.includes(userId);
