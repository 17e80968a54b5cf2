/** Requests about skills: a good one of each route, and one that cannot be read. */
export const skillSamples = {
  createSkill: {
    good: () => ({ body: { name: 'English' } }),
    bad: { body: { name: ' ' } },
    isOwn: true as const,
  },
  changeSkill: {
    good: ({ skillId }: { skillId: string }) => ({ params: { skillId }, body: { name: 'French' } }),
    bad: { params: { skillId: 'k' }, body: { name: 'French', people: [{ userId: 'w', level: 4 }] } },
  },
  deleteSkill: {
    good: ({ skillId }: { skillId: string }) => ({ params: { skillId } }),
    bad: { params: { skillId: 'no id' } },
  },
  setUserSkills: {
    good: ({ userId }: { userId: string }) => ({ params: { userId }, body: { skills: [] } }),
    bad: { params: { userId: 'w' }, body: { skills: [{ skillId: 'k', level: 0 }] } },
  },
};
