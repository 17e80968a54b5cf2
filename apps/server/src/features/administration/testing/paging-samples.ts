const group = { name: 'Warehouse', number: '7' };

/** Requests about paging groups: a good one of each route, and one that cannot be read. */
export const pagingSamples = {
  createPagingGroup: {
    good: () => ({ body: { ...group, number: '8' } }),
    bad: { body: { ...group, number: '08' } },
    isOwn: true as const,
  },
  changePagingGroup: {
    good: ({ groupId }: { groupId: string }) => ({ params: { groupId }, body: { ...group, name: 'Shop' } }),
    bad: { params: { groupId: 'g' }, body: { ...group, longestSeconds: 601 } },
  },
  deletePagingGroup: {
    good: ({ groupId }: { groupId: string }) => ({ params: { groupId } }),
    bad: { params: { groupId: 'no id' } },
  },
};
