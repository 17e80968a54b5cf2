/** Requests about many people and blocks of numbers: a good one of each route, and one that cannot be read. */
export const peopleSamples = {
  changeNumberBlock: {
    good: ({ blockId }: { blockId: string }) => ({ params: { blockId }, body: { label: 'Main' } }),
    bad: { params: { blockId: 'b' }, body: {} },
  },
  removeNumberBlock: {
    good: ({ blockId }: { blockId: string }) => ({ params: { blockId } }),
    bad: { params: { blockId: 'b'.repeat(65) } },
  },
  setForwardingOfUser: {
    good: ({ userId }: { userId: string }) => ({
      params: { userId },
      body: { rules: [{ when: 'busy', to: { kind: 'voicemail' } }] },
    }),
    bad: { params: { userId: 'w1' }, body: { rules: [{ when: 'never', to: { kind: 'voicemail' } }] } },
  },
  changeUsers: {
    good: ({ userId }: { userId: string }) => ({ body: { users: [{ userId, change: { locale: 'en' } }] } }),
    bad: { body: { users: [{ userId: 'w1', change: {} }] } },
  },
  checkPeople: {
    good: () => ({ body: { people: [{ email: 'new@example.com' }] } }),
    bad: { body: { people: [] } },
    isOwn: true as const,
  },
  importPeople: {
    good: () => ({ body: { people: [{ email: 'no address' }] } }),
    bad: { body: { people: [], mode: 'some' } },
    isOwn: true as const,
  },
  importedPeople: {
    good: ({ importId }: { importId: string }) => ({ params: { importId } }),
    bad: { params: { importId: 'm'.repeat(65) } },
  },
  undoPeopleImport: {
    good: ({ importId }: { importId: string }) => ({ params: { importId } }),
    bad: { params: { importId: 'm'.repeat(65) } },
  },
};
