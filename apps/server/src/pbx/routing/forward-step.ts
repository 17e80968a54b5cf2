import { type ForwardRule, type ForwardWhen, forwardRuleFor } from '@sidetone/contract/entities/line-forwarding.ts';
import type { DirectoryChannel } from '../ports.ts';
import type { Moment } from './free-members.ts';
import { wallTime } from './opening.ts';
import { type ChannelPlan, mayEnter, movedTo } from './route-plan.ts';

/** Who calls, as far as rules of forwarding go by it. */
export interface ForwardedCaller {
  readonly isOutside: boolean;
  /** E.164; null where a caller from outside shows none. */
  readonly number: string | null;
}

/** What rules go by besides the line itself. */
export interface ForwardMoment extends Moment {
  readonly canServe: boolean;
  /** Left out: somebody from outside without a number. */
  readonly caller?: ForwardedCaller;
  /** Those who rang said that they are busy, or declined. */
  readonly wasBusy?: boolean;
  /** Devices were called, and none of them could be made to ring. */
  readonly neverRang?: boolean;
}

/** A line sends a call elsewhere by a rule of its owner. */
export type ForwardStep =
  | { readonly do: 'enter'; readonly rule: ForwardWhen; readonly rest: ChannelPlan }
  | { readonly do: 'voicemail'; readonly rule: ForwardWhen; readonly maxSeconds: number }
  | {
      readonly do: 'forward';
      readonly rule: ForwardWhen;
      /** The owner of the line, who pays for the call and needs the permission. */
      readonly userId: string;
      readonly number: string;
      /** How the line goes on where the number must not be called. */
      readonly rest: ChannelPlan;
      /** How it goes on where somebody outside was called and did not take the call. */
      readonly untaken: ChannelPlan;
    };

/** On which occasions a call is sent on before the line rings. */
export function beforeRinging({ ownerUserId, members }: DirectoryChannel, moment: ForwardMoment): ForwardWhen[] {
  const owner = members.find(({ userId }) => userId === ownerUserId);
  if (!owner) return [];
  const isBusy = owner.isDnd || moment.isBusy(owner.userId);
  return [
    'always',
    ...(isBusy ? ['busy' as const] : []),
    ...(moment.isThere(owner.userId) ? [] : ['unreachable' as const]),
  ];
}

/** The occasions on which a call is sent on after the line rang, or after nobody outside took it. */
export function afterRinging({ untakenAfter }: ChannelPlan, { wasBusy, neverRang }: ForwardMoment): ForwardWhen[] {
  // Who was busy then is somebody outside. The rules of the same occasion go on, and nobody took the call.
  if (untakenAfter) return [...new Set<ForwardWhen>([untakenAfter, 'noAnswer'])];
  if (wasBusy) return ['busy'];
  return neverRang ? ['unreachable', 'noAnswer'] : ['noAnswer'];
}

/** How long a line rings, in seconds: by the forwarding of its owner where that has a rule for calls that are not answered. */
export const ringSecondsOf = (plan: ChannelPlan, channel: DirectoryChannel, moment: ForwardMoment): number | null =>
  ruleFor(plan, channel, ['noAnswer'], moment) === null ? null : (channel.forwarding?.ringSeconds ?? null);

/** Whether a rule may count once the line has rung. */
export const forwardsLater = (plan: ChannelPlan, channel: DirectoryChannel, moment: ForwardMoment): boolean =>
  ruleFor(plan, channel, ['busy', 'unreachable', 'noAnswer'], moment) !== null;

/** What the owner of a line wants of a call on one of these occasions; null: the line treats it as it does without rules. */
export function forwardStep(
  plan: ChannelPlan,
  channel: DirectoryChannel,
  whens: readonly ForwardWhen[],
  moment: ForwardMoment,
): ForwardStep | null {
  const rule = ruleFor(plan, channel, whens, moment);
  if (rule === null || channel.ownerUserId === null) return null;
  const { when, to } = rule;
  switch (to.kind) {
    case 'voicemail':
      return { do: 'voicemail', rule: when, maxSeconds: channel.routing?.voicemail.maxSeconds ?? 180 };
    case 'colleague':
      return { do: 'enter', rule: when, rest: movedTo(plan, channel.forwarding?.lines[to.userId] ?? '') };
    case 'number': {
      const rest: ChannelPlan = { ...plan, passed: channel.channelId };
      const untaken: ChannelPlan = { ...rest, at: 'over', msLeft: 0, untakenAfter: when };
      return { do: 'forward', rule: when, userId: channel.ownerUserId, number: to.number, rest, untaken };
    }
  }
}

/**
 * The rule that counts, of those that lead somewhere: to nobody where the call has been, and not back to who calls. A line
 * sends a call to one number alone, which is what ends it.
 */
function ruleFor(
  plan: ChannelPlan,
  channel: DirectoryChannel,
  whens: readonly ForwardWhen[],
  moment: ForwardMoment,
): ForwardRule | null {
  const { forwarding, ownerUserId, members, channelId } = channel;
  if (!forwarding?.isOn || channel.type !== 'private') return null;
  // What a user who is gone wanted no longer counts, and the owner calls the own line to hear what it does.
  if (ownerUserId === moment.callerUserId || !members.some(({ userId }) => userId === ownerUserId)) return null;
  const caller = moment.caller ?? { isOutside: true, number: null };
  const { weekday, time } = wallTime(moment.now, channel.timeZone ?? 'UTC');
  return forwardRuleFor(forwarding, whens, { ...caller, weekday, time }, (to) => {
    switch (to.kind) {
      case 'voicemail':
        return moment.canServe;
      case 'number':
        return plan.passed !== channelId && to.number !== caller.number;
      case 'colleague': {
        const line = forwarding.lines[to.userId];
        return line !== undefined && to.userId !== moment.callerUserId && mayEnter(plan, line);
      }
    }
  });
}
