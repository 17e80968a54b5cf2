/** How the phone in the hall sets itself up. */
export const hallSetup = { vendor: 'snom' as const, mac: '00:04:13:00:00:01', model: 'D785', keys: [] };

/** Requests about desk phones: a good one of each route, and one that cannot be read. */
export const phoneSamples = {
  addDeskPhone: {
    good: ({ userId }: { userId: string }) => ({ body: { userId, name: 'Desk' } }),
    bad: { body: { userId: 'w1', name: ' ' } },
  },
  deskPhoneSettings: {
    good: ({ phoneId }: { phoneId: string }) => ({ params: { phoneId } }),
    bad: { params: { phoneId: 'p'.repeat(65) } },
  },
  renameDeskPhone: {
    good: ({ phoneId }: { phoneId: string }) => ({ params: { phoneId }, body: { name: 'Window' } }),
    bad: { params: { phoneId: 'p' }, body: {} },
  },
  resetDeskPhonePassword: {
    good: ({ phoneId }: { phoneId: string }) => ({ params: { phoneId } }),
    bad: { params: { phoneId: 'p'.repeat(65) } },
  },
  setUpDeskPhone: {
    good: ({ phoneId }: { phoneId: string }) => ({ params: { phoneId }, body: { ...hallSetup, model: 'D812' } }),
    bad: { params: { phoneId: 'p' }, body: { ...hallSetup, mac: '00:04:13' } },
  },
  changeDeskPhoneKeys: {
    good: ({ phoneId }: { phoneId: string }) => ({ params: { phoneId }, body: { keys: ['77'] } }),
    bad: { params: { phoneId: 'p' }, body: { keys: ['sip:77@elsewhere'] } },
  },
  syncDeskPhone: {
    good: ({ phoneId }: { phoneId: string }) => ({ params: { phoneId } }),
    bad: { params: { phoneId: 'p'.repeat(65) } },
  },
  removeDevice: {
    good: ({ phoneId }: { phoneId: string }) => ({ params: { phoneId } }),
    bad: { params: { phoneId: 'p'.repeat(65) } },
  },
};
