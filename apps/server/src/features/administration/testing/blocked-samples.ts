/** Requests about the company's blocked callers: a good one of each route, and one that cannot be read. */
export const blockedSamples = {
  blockCallerForAll: {
    good: () => ({ body: { kind: 'number', number: '+4990055501' } }),
    bad: { body: { kind: 'prefix', number: '' } },
    isOwn: true as const,
  },
  unblockCallerForAll: {
    good: ({ blockedId }: { blockedId: string }) => ({ params: { blockedId } }),
    bad: { params: { blockedId: 'no id' } },
  },
};
