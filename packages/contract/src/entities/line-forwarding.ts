import { z } from 'zod';
import { type TimeOfDay, timeOfDay, weekdays } from './channel-routing.ts';
import { e164, webUserId } from './common.ts';

/**
 * When a user's own line sends a call elsewhere. `always`: without ringing. `busy`: the user talks, is being called, wants no
 * calls, or declines. `noAnswer`: it rang for long enough. `unreachable`: none of the user's devices can ring.
 */
export const forwardWhens = ['always', 'busy', 'noAnswer', 'unreachable'] as const;
export type ForwardWhen = (typeof forwardWhens)[number];

/** Whose calls a rule is for. `anonymous`: those from outside without a number. `numbers`: those from outside with one of these. */
const forwardCallers = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('outside') }),
  z.object({ kind: z.literal('anonymous') }),
  z.object({ kind: z.literal('numbers'), numbers: z.array(e164).min(1).max(100) }),
]);
export type ForwardCallers = z.infer<typeof forwardCallers>;

/** When a rule counts, by the clock on the wall of the account. A span that ends before it begins lasts past midnight. */
const forwardTimes = z
  .object({ days: z.array(z.enum(weekdays)).min(1).max(7), from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from !== until, { message: 'a span ends at another time', path: ['until'] });
export type ForwardTimes = z.infer<typeof forwardTimes>;

/** Where a rule sends a call. */
const forwardTarget = z.discriminatedUnion('kind', [
  /** The own line of another user of the account. */
  z.object({ kind: z.literal('colleague'), userId: webUserId }),
  /** A number of the public network. */
  z.object({ kind: z.literal('number'), number: e164 }),
  /** The voicemail of the line itself. */
  z.object({ kind: z.literal('voicemail') }),
]);
export type ForwardTarget = z.infer<typeof forwardTarget>;

const forwardRule = z.object({
  when: z.enum(forwardWhens),
  callers: forwardCallers.default({ kind: 'all' }),
  /** Null: at any time. */
  times: forwardTimes.nullable().default(null),
  to: forwardTarget,
  /** Off: it is kept, and does not count. A key of a desk phone switches a rule, and not all of them. */
  isOn: z.boolean().default(true),
});
export type ForwardRule = z.infer<typeof forwardRule>;

/** How long a line rings before a call counts as not answered, in seconds, where the user chose nothing. */
export const forwardRingSeconds = 20;

/**
 * A mobile, or any number of the public network, that rings along with the user's devices. Who answers there takes the call
 * with a key.
 */
const alongMobile = z.object({
  /** Off: it is kept, and does not ring. */
  isOn: z.boolean(),
  number: e164,
  /** How long the devices ring alone, in seconds. Where the user has none, the first number rings immediately. */
  afterSeconds: z.int().min(0).max(60).default(0),
  /** Null: at any time. */
  times: forwardTimes.nullable().default(null),
  /** It also rings for the shared channels that the user takes calls for. */
  inShared: z.boolean().default(false),
});
export type AlongMobile = z.infer<typeof alongMobile>;

/** At most so many ring along for one user. */
export const mostAlongMobiles = 3;
const alongMobiles = z
  .array(alongMobile)
  .max(mostAlongMobiles)
  .refine((mobiles) => new Set(mobiles.map(({ number }) => number)).size === mobiles.length, 'each number once');

/** Mobiles as they are stored; those that cannot be read are none. */
export const readAlongMobiles = (stored: unknown): readonly AlongMobile[] => alongMobiles.safeParse(stored).data ?? [];

const ringSeconds = z.int().min(5).max(120);
const rules = z.array(forwardRule).max(20);
const revision = z.int().min(0);

/** Where the calls of a user's own line go when the user does not take them. Of the rules of one occasion the first counts that fits. */
export const lineForwarding = z.object({
  /** Off: the rules are kept, and none of them counts. */
  isOn: z.boolean().default(false),
  /** How long the line rings where a rule is for calls that are not answered. */
  ringSeconds: ringSeconds.default(forwardRingSeconds),
  rules: rules.default([]),
  /** They ring along whether or not the rules count. */
  mobiles: alongMobiles.default([]),
  /** How often the rules, the mobiles, or how long the line rings, were changed. */
  revision: revision.default(0),
});
export type LineForwarding = z.infer<typeof lineForwarding>;

/** What is missing stays. `revision`: the one the change was made from; if it is no longer the current one, nothing is changed. */
export const lineForwardingChange = z
  .object({ isOn: z.boolean(), ringSeconds, rules, mobiles: alongMobiles, revision })
  .partial()
  .refine((change) => Object.keys(change).some((key) => key !== 'revision'), 'nothing to change');
export type LineForwardingChange = z.infer<typeof lineForwardingChange>;

/** The forwarding as it is stored; what cannot be read is off. */
export const readLineForwarding = (stored: unknown): LineForwarding => {
  const read = lineForwarding.safeParse(stored);
  return read.success ? read.data : lineForwarding.parse({});
};

/** What rules go by of a call that comes to a line. */
export interface ForwardedCall {
  /** From outside the account. */
  readonly isOutside: boolean;
  /** Who calls, in E.164; null where the caller shows none, or is a colleague. */
  readonly number: string | null;
  /** The clock on the wall of the account. */
  readonly weekday: (typeof weekdays)[number];
  readonly time: TimeOfDay;
}

/**
 * The rule that counts for a call on one of these occasions, the first named first; null: none. `canUse`: whether a call could
 * go there now; rules that lead nowhere are passed over.
 */
export function forwardRuleFor(
  { isOn: isAnyOn, rules }: LineForwarding,
  whens: readonly ForwardWhen[],
  call: ForwardedCall,
  canUse: (to: ForwardTarget) => boolean,
): ForwardRule | null {
  if (!isAnyOn) return null;
  const inOrder = whens.flatMap((when) => rules.filter((rule) => rule.when === when));
  const counts = ({ isOn, callers, times, to }: ForwardRule) =>
    isOn && isFor(callers, call) && countsAt(times, call) && canUse(to);
  return inOrder.find(counts) ?? null;
}

function isFor(callers: ForwardCallers, { isOutside, number }: ForwardedCall): boolean {
  switch (callers.kind) {
    case 'all':
      return true;
    case 'outside':
      return isOutside;
    case 'anonymous':
      return isOutside && number === null;
    case 'numbers':
      return isOutside && number !== null && callers.numbers.includes(number);
  }
}

/** Whether the clock on the wall is within these times; null: it always is. */
export function countsAt(
  times: ForwardTimes | null,
  { weekday, time }: Pick<ForwardedCall, 'weekday' | 'time'>,
): boolean {
  if (times === null) return true;
  const { days, from, until } = times;
  if (from < until) return days.includes(weekday) && from <= time && time < until;
  const before = weekdays[(weekdays.indexOf(weekday) + 6) % 7] ?? weekday;
  return (days.includes(weekday) && from <= time) || (days.includes(before) && time < until);
}
