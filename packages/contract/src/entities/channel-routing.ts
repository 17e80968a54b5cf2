import { z } from 'zod';
import { plainLine } from '../rules/plain-line.ts';
import { usualServiceSeconds } from '../rules/statistics.ts';
import { e164, plainId, typedName, webUserId } from './common.ts';
import { queueLimits } from './queue-limits.ts';
import { queueSkills } from './skill.ts';

/**
 * How a channel hands its calls out: all free members at once; one after the other, whoever has been without a call for
 * longest first; or one after the other in the order of `members`.
 */
export const ringStrategy = z.enum(['all-at-once', 'longest-idle', 'fixed-order']);
export type RingStrategy = z.infer<typeof ringStrategy>;

/** Where a call goes that a channel does not take. `none`: the caller is told that nobody is there. */
export const routingDestination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('channel'), channelId: z.string().min(1).max(64) }),
  /** The voicemail of this channel. */
  z.object({ kind: z.literal('voicemail') }),
  /** A number of the public network. */
  z.object({ kind: z.literal('number'), number: e164 }),
  /** A call assistant asks the caller its questions. */
  z.object({ kind: z.literal('assistant'), assistantId: plainId }),
  /** A voice menu asks the caller where to go. */
  z.object({ kind: z.literal('menu'), menuId: plainId }),
]);
export type RoutingDestination = z.infer<typeof routingDestination>;

/**
 * Why no call could come to a destination: the channel itself, one that sends its calls back, one that is gone, a number of
 * this server, no trunk to leave by, a number that the account may not call, or a call assistant that has nothing to ask.
 * `message` of the issue that names the field.
 */
export const destinationProblems = ['itself', 'loop', 'gone', 'ownNumber', 'noTrunk', 'barred', 'asksNothing'] as const;
export type DestinationProblem = (typeof destinationProblems)[number];

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Time of day as a clock on the wall shows it in the account's time zone; `24:00` is the end of the day. */
export const timeOfDay = z
  .string()
  .regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$/, 'not a time of day such as 08:30');

export type TimeOfDay = z.infer<typeof timeOfDay>;

/** From this minute until, but not with, that one. Hours past midnight are two spans. */
const openSpan = z
  .object({ from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from < until, { message: 'a span ends after it begins', path: ['until'] });
export type OpenSpan = z.infer<typeof openSpan>;

const spans = z.array(openSpan).max(12).default([]);

/** The week of a channel; a day without spans is closed. */
export const weeklyHours = z.object({
  monday: spans,
  tuesday: spans,
  wednesday: spans,
  thursday: spans,
  friday: spans,
  saturday: spans,
  sunday: spans,
} satisfies Record<Weekday, typeof spans>);
export type WeeklyHours = z.infer<typeof weeklyHours>;

/** Days on which the channel is closed whatever the week says. */
export const holiday = z
  .object({
    /** The first day, `2026-12-24`. */
    from: z.iso.date(),
    /** The last day, which belongs to it. */
    until: z.iso.date(),
    name: typedName(100),
    /** Null: as outside the hours. */
    destination: routingDestination.nullable().default(null),
  })
  .refine(({ from, until }) => from <= until, { message: 'a holiday ends after it begins', path: ['until'] });
export type Holiday = z.infer<typeof holiday>;

/** How callers wait in a shared channel, in their order, until a member takes them. */
const queueWaiting = z.object({
  /** How long a caller waits at most, ringing included, before the call continues as an untaken one. */
  longestSeconds: z.number().int().min(10).max(7200).default(600),
  /** How many callers wait at the same time; further ones go to `full`. */
  mostCallers: z.number().int().min(1).max(500).default(20),
  /** Where a call goes that finds the queue full. */
  full: routingDestination.default({ kind: 'none' }),
  /** The announcement that is played again and again as music; null: the account's own music. */
  musicId: plainId.nullable().default(null),
  /** Callers hear which place they have, when they begin to wait and then as often as this; null: they hear music alone. */
  positionEverySeconds: z.number().int().min(15).max(600).nullable().default(null),
  /** With it, and when they begin to wait, callers hear about how long they will, where that is known. */
  tellsWait: z.boolean().default(false),
  /** Callers may press 1, hang up and be called back when it is their turn; null: they may not. */
  callBack: z
    .object({
      /** The announcement that offers it; null: the usual sentence. */
      promptId: plainId.nullable().default(null),
      /** How long a place is kept for somebody who hung up. */
      keptMinutes: z.number().int().min(10).max(1440).default(240),
    })
    .nullable()
    .default(null),
  /** Beginnings of numbers, such as `+4930555`: their callers pass those who have waited for less than three minutes. */
  first: z
    .array(z.string().regex(/^\+[1-9][0-9]{1,14}$/, 'not the beginning of a number such as +4930555'))
    .max(200)
    .default([]),
});
export type QueueWaiting = z.infer<typeof queueWaiting>;

const fields = {
  strategy: ringStrategy.default('all-at-once'),
  /** How long the channel rings altogether before the call continues; where callers wait in a queue, how long one round rings. */
  ringSeconds: z.number().int().min(5).max(300).default(30),
  /** How long each member rings where they ring one after the other. */
  turnSeconds: z.number().int().min(5).max(120).default(15),
  /** Who rings in which order where the order is fixed; members that are not named come last. */
  memberOrder: z.array(webUserId).max(200).default([]),
  /** Of a shared channel: callers wait in a queue. Null: it rings for `ringSeconds`, and callers wait in no order. */
  waiting: queueWaiting.nullable().default(null),
  /** Where a call goes that nobody took. */
  overflow: routingDestination.default({ kind: 'none' }),
  /** Opening hours of the account that the channel follows in place of its own week, and beside its own holidays. */
  hoursId: plainId.nullable().default(null),
  /** Null: always open. */
  hours: weeklyHours.nullable().default(null),
  holidays: z.array(holiday).max(200).default([]),
  /** Where a call goes outside the hours and on holidays that name no destination of their own. */
  closed: routingDestination.default({ kind: 'none' }),
  /** Played to a caller before anyone rings. */
  announcementId: plainId.nullable().default(null),
  /** Played to a caller who comes outside the hours, before the call continues. */
  closedAnnouncementId: plainId.nullable().default(null),
  /** The voice menu that callers hear before anyone rings. */
  menuId: plainId.nullable().default(null),
  /** The call assistant that asks callers before anyone rings; only those who press 0 go on to the members. */
  assistantId: plainId.nullable().default(null),
  voicemail: z
    .object({
      enabled: z.boolean().default(false),
      /** The longest message. */
      maxSeconds: z.number().int().min(10).max(600).default(180),
    })
    .default({ enabled: false, maxSeconds: 180 }),
  /** How long a member is left alone after a call of this channel. */
  followUpSeconds: z.number().int().min(0).max(3600).default(0),
  /** Of a shared channel: calls that are answered within this time count for its service level. */
  serviceSeconds: z.number().int().min(5).max(600).default(usualServiceSeconds),
  /** Of a shared channel: which skills its callers need. */
  skills: queueSkills.default({ needs: [], relaxSeconds: 30 }),
  /** Of a shared channel: when an alarm says that too many wait; null: as the company has it. */
  alarmLimits: queueLimits.nullable().default(null),
};

/** How a channel treats a call that comes in. Voicemail as a destination needs the channel's voicemail to be on. */
export const channelRouting = z.object(fields).check(({ value, issues }) => {
  const refuse = (path: (string | number)[], message: string) =>
    issues.push({ code: 'custom', input: value, path, message });
  const check = (destination: RoutingDestination | null, path: (string | number)[]) => {
    if (destination?.kind === 'voicemail' && !value.voicemail.enabled)
      refuse(path, 'the voicemail of the channel is off');
  };
  check(value.overflow, ['overflow']);
  check(value.closed, ['closed']);
  check(value.waiting?.full ?? null, ['waiting', 'full']);
  for (const [index, { destination }] of value.holidays.entries())
    check(destination, ['holidays', index, 'destination']);
  if (new Set(value.memberOrder).size < value.memberOrder.length) refuse(['memberOrder'], 'a member is named twice');
});
export type ChannelRouting = z.infer<typeof channelRouting>;

/** The routing as a channel keeps it: two of its times are in columns. What is missing or unreadable is the default. */
export function readRouting(
  stored: Readonly<Record<string, unknown>>,
  times: { readonly ringSeconds: number; readonly followUpSeconds: number },
): ChannelRouting {
  const kept: Readonly<Record<string, unknown>> = { ...stored, holidays: withPlainNames(stored['holidays']) };
  const readable = Object.entries(fields).filter(([name, field]) => field.safeParse(kept[name]).success);
  const read = z.object(fields).parse(Object.fromEntries(readable.map(([name]) => [name, kept[name]])));
  // Times that were set before there were bounds count as they are.
  return { ...read, ...times };
}

/** Names of holidays that were typed before they had to be one line. */
const withPlainNames = (holidays: unknown): unknown => {
  const read = z.array(z.looseObject({ name: z.string() })).safeParse(holidays);
  return read.success ? read.data.map((one) => ({ ...one, name: plainLine(one.name) || '–' })) : holidays;
};

/** What `readRouting` reads again. */
export function storedRouting({ ringSeconds, followUpSeconds, ...stored }: ChannelRouting) {
  return { stored, ringSeconds, followUpSeconds };
}

/** The name of a time zone of the IANA database, such as `Europe/Berlin`. */
export const timeZone = z.string().refine(
  (name) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      return /^[A-Za-z]/.test(name);
    } catch {
      return false;
    }
  },
  { message: 'not a time zone such as Europe/Berlin' },
);
