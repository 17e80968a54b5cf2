const trunk = { name: 'North', kind: 'address', host: '9.9.9.9' };

/** Requests about trunks: a good one of each route, and one that cannot be read. */
export const trunkSamples = {
  createTrunk: { good: () => ({ body: trunk }), bad: { body: { ...trunk, host: 'not a host' } }, isOwn: true as const },
  changeTrunk: {
    good: ({ trunkId }: { trunkId: string }) => ({ params: { trunkId }, body: { name: 'South' } }),
    bad: { params: { trunkId: 't' }, body: { port: 0 } },
  },
  removeTrunk: {
    good: ({ trunkId }: { trunkId: string }) => ({ params: { trunkId } }),
    bad: { params: { trunkId: 't'.repeat(65) } },
  },
  callByTrunk: {
    good: ({ trunkId }: { trunkId: string }) => ({ params: { trunkId }, body: { number: '+4930555' } }),
    bad: { params: { trunkId: 't' }, body: { number: '112' } },
  },
  testTrunk: {
    good: ({ trunkId }: { trunkId: string }) => ({ params: { trunkId } }),
    bad: { params: { trunkId: 't'.repeat(65) } },
  },
};
