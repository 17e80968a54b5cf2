import { z } from 'zod';
import { mostTopics, mostWaitingCalls, statisticsDays } from '../rules/statistics.ts';
import { timestamp } from './common.ts';
import { remote } from './remote.ts';

const count = z.number().int().nonnegative();
/** A mean in whole seconds; null where there is nothing to take it of. */
const seconds = count.nullable();
/** `yyyy-MM-dd` by the clock of the company. */
const day = z.iso.date();

/** What is counted of a set of calls; `rules/statistics.ts` says what the words mean. */
const callFigures = z.object({
  calls: count,
  incoming: count,
  answered: count,
  missed: count,
  waitSeconds: seconds,
  talkSeconds: seconds,
});
export type CallFigures = z.infer<typeof callFigures>;

/** A call that has been unresolved for more than a day. */
const waitingCall = z.object({
  docId: z.string(),
  channelId: z.string(),
  startedAt: timestamp,
  isMissed: z.boolean(),
  hasVoicemail: z.boolean(),
  phoneNumber: z.string().nullable(),
  remote,
});
export type WaitingCall = z.infer<typeof waitingCall>;

/** The figures of a period, of channels that the asker is a member of. */
export const statistics = z.object({
  /** The asker's. */
  id: z.string(),
  /** The first day of the period, and the last, which is today. */
  from: day,
  to: day,
  /** The zone whose clock days and hours go by, an IANA name. */
  timeZone: z.string(),
  now: callFigures,
  before: callFigures,
  /** Calls that have been unresolved for more than a day, and how many of them were missed. */
  unresolved: z.object({ calls: count, missed: count }),
  /** Every day of the period in order. `incoming` are those that were not missed. */
  perDay: z.array(z.object({ day, incoming: count, outgoing: count, missed: count })),
  /** Hours of the week in which there were calls. Monday is 1. */
  busyHours: z.array(
    z.object({
      weekday: z.number().int().min(1).max(7),
      hour: z.number().int().min(0).max(23),
      calls: z.number().int().positive(),
    }),
  ),
  /** Every channel asked for, the asker's own first; `perDay` are its calls of each day of the period. */
  channels: z.array(callFigures.extend({ channelId: z.string(), perDay: z.array(count) })),
  /** The ones that began first. */
  waiting: z.array(waitingCall).max(mostWaitingCalls),
  /** What calls of the period were about, the most frequent first. */
  topics: z
    .array(
      z.object({
        topic: z.string(),
        calls: z.number().int().positive(),
        /** Those of the channels asked for that have calls about it. */
        channelIds: z.array(z.string()).min(1),
      }),
    )
    .max(mostTopics),
});
export type Statistics = z.infer<typeof statistics>;

/** Which figures: null means all channels of the asker. */
export const statisticsAsked = z.object({
  channelIds: z.array(z.string().min(1).max(200)).min(1).max(200).nullable().default(null),
  days: z.literal(statisticsDays).default(14),
});
export type StatisticsAsked = z.infer<typeof statisticsAsked>;
