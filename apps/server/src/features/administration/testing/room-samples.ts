import { pagingSamples } from './paging-samples.ts';

const settings = { name: 'Board', ownerUserId: null };

/** Requests about conference rooms and paging groups: a good one of each route, and one that cannot be read. */
export const roomSamples = {
  ...pagingSamples,
  createConferenceRoom: {
    good: () => ({ body: { ...settings, pin: '482913' } }),
    bad: { body: { ...settings, pin: '12' } },
    isOwn: true as const,
  },
  changeConferenceRoom: {
    good: ({ roomId }: { roomId: string }) => ({ params: { roomId }, body: { ...settings, number: null } }),
    bad: { params: { roomId: 'r' }, body: { ...settings, number: null, mostPeople: 51 } },
  },
  deleteConferenceRoom: {
    good: ({ roomId }: { roomId: string }) => ({ params: { roomId } }),
    bad: { params: { roomId: 'no id' } },
  },
};
