import { skillSamples } from './skill-samples.ts';

/** The skill that requests are about. */
export interface SkillThings {
  skillId: string;
}

/** Requests about skills, opening hours and what is switched by hand: a good one of each route, and one that cannot be read. */
export const hoursSamples = {
  ...skillSamples,
  switchChannel: {
    good: ({ channelId }: { channelId: string }) => ({
      params: { channelId },
      body: { held: { state: 'closed', until: null } },
    }),
    bad: { params: { channelId: 'c' }, body: { held: { state: 'shut', until: 'soon' } } },
  },
  publicHolidays: {
    good: () => ({ query: { country: 'DE', state: 'BY' } }),
    bad: { query: { country: 'Germany' } },
    isOwn: true as const,
  },
  createOpeningHours: {
    good: () => ({ body: { name: 'Office' } }),
    bad: { body: { name: ' ' } },
    isOwn: true as const,
  },
  changeOpeningHours: {
    good: ({ hoursId }: { hoursId: string }) => ({ params: { hoursId }, body: { name: 'Shop' } }),
    bad: { params: { hoursId: 'h' }, body: { name: 'Shop', hours: { monday: [{ from: '9', until: '17' }] } } },
  },
  deleteOpeningHours: {
    good: ({ hoursId }: { hoursId: string }) => ({ params: { hoursId } }),
    bad: { params: { hoursId: 'no id' } },
  },
};
