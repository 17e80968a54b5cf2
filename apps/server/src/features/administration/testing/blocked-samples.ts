/** Requests about the company's blocked callers and those that its users marked: a good one of each route, and one that cannot be read. */
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
  nuisanceCallers: { good: () => ({}), isOwn: true as const },
  changeNuisanceSettings: {
    good: () => ({ body: { after: 3 } }),
    bad: { body: { after: 0 } },
    isOwn: true as const,
  },
  dismissNuisance: {
    good: () => ({ params: { number: '+4990055502' } }),
    bad: { params: { number: '4'.repeat(200) } },
  },
};
