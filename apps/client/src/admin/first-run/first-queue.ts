import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';

/** What is asked about the first queue. */
export interface QueueValues {
  name: string;
  number: string;
  userIds: string[];
  strategy: string;
  /** Where calls go that nobody answers. */
  overflow: string;
}

export const ringSeconds = 30;

/** The queue as it is created. Its calls go to the same place once it has opening hours and is closed. */
export const firstQueue = ({ name, number, userIds, strategy, overflow }: QueueValues) => ({
  name,
  number: number || null,
  members: userIds.map((userId) => ({ userId, dialedIn: true })),
  routing: channelRouting.parse({
    strategy,
    ringSeconds,
    memberOrder: userIds,
    overflow: { kind: overflow },
    closed: { kind: overflow },
    voicemail: { enabled: overflow === 'voicemail' },
    followUpSeconds: 10,
  }),
});
