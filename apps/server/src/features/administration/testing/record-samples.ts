/** Requests about calls of the account and cost centres: a good one of each route, and one that cannot be read. */
export const recordSamples = {
  callRecords: { good: () => ({ query: {} }), bad: { query: { number: 'Anna' } }, isOwn: true as const },
  callRecord: {
    good: ({ channelId }: { channelId: string }) => ({ params: { channelId, docId: 'd1' } }),
    bad: { params: { channelId: 'c'.repeat(101), docId: 'd1' } },
  },
  callRecordSip: {
    good: ({ channelId }: { channelId: string }) => ({ params: { channelId, docId: 'd1' } }),
    bad: { params: { channelId: 'c', docId: 'd'.repeat(201) } },
  },
  exportCallRecords: { good: () => ({ query: {} }), bad: { query: { language: 'fr' } }, isOwn: true as const },
  costCentres: { good: () => ({}), isOwn: true as const },
  setCostCentre: {
    good: ({ channelId }: { channelId: string }) => ({ body: { of: 'channel', id: channelId, costCentre: '4711' } }),
    bad: { body: { of: 'trunk', id: 't', costCentre: '' } },
  },
};
