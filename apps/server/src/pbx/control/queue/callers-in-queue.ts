import { type Call, isUntaken } from '../../calls/call.ts';
import type { Waiting } from '../../routing/queue-order.ts';
import type { ChannelPlan, RoutePlan } from '../../routing/route-plan.ts';
import type { RunningCall } from '../running-call.ts';

/** The callers who wait in the queue of a channel, in no order. */
export function waitingIn(calls: ReadonlySet<RunningCall>, channelId: string): Waiting[] {
  return [...calls].flatMap(({ call }) => {
    const { place, skills } = planIn(call, channelId) ?? {};
    if (!place) return [];
    const { rank, since } = place;
    return [{ callId: call.callId, rank, since, isNext: isNext(call), ...(skills && { skills }) }];
  });
}

/** The numbers whose calls in the channel nobody has taken. */
export const numbersOnTheLine = (calls: ReadonlySet<RunningCall>, channelId: string): ReadonlySet<string | null> =>
  new Set(
    [...calls].flatMap(({ call }) =>
      isUntaken(call)
        ? call.events.filter((event) => event.channelId === channelId).map((event) => event.remotePhoneNumber)
        : [],
    ),
  );

/** What is left to try for a caller who waits in this channel. */
export const planIn = (call: Call, channelId: string): ChannelPlan | undefined => {
  if (!isUntaken(call) || !('plan' in call)) return undefined;
  const plan = channelOf(call.plan);
  // One who left the queue for a menu or a call assistant of the same channel waits no longer.
  return plan?.channelId === channelId && plan.at === 'rings' ? plan : undefined;
};

/** What is left to try in the channel where the call is, also where somebody's phone sent it there. */
const channelOf = (plan: RoutePlan | null): ChannelPlan | null => {
  if (plan?.kind === 'forwards') return channelOf(plan.way);
  return plan?.kind === 'channel' ? plan : null;
};

/** Members ring for them already, or they cannot hear anybody yet: the next one may be taken by others. */
const isNext = (call: Call): boolean => {
  if (call.state === 'ringing') return call.rings.length === 0;
  return call.state === 'choosing' || (call.state === 'serving' && call.isServed);
};
