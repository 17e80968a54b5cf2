/** Requests about numbers and extensions: a good one of each route, and one that cannot be read. */
export const numberSamples = {
  changeNumber: {
    good: () => ({ params: { number: '+4930555001' }, body: { label: 'Desk' } }),
    bad: { params: { number: '+4930555001' }, body: {} },
  },
  removeNumber: { good: () => ({ params: { number: '+4930555001' } }), bad: { params: { number: '4930' } } },
  setExtension: {
    good: ({ channelId }: { channelId: string }) => ({ params: { extension: '71' }, body: { channelId } }),
    bad: { params: { extension: '071' }, body: { channelId: 'c' } },
  },
  removeExtension: { good: () => ({ params: { extension: '77' } }), bad: { params: { extension: '123456' } } },
};
