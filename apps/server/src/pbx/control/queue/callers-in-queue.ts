import { type Call, isUntaken } from '../../calls/call.ts';
import type { Waiting } from '../../routing/queue-order.ts';
import type { ChannelPlan } from '../../routing/route-plan.ts';
import type { RunningCall } from '../running-call.ts';

/** The callers who wait in the queue of a channel, in no order. */
export function waitingIn(calls: ReadonlySet<RunningCall>, channelId: string): Waiting[] {
  return [...calls].flatMap(({ call }) => {
    const place = placeIn(call, channelId);
    return place ? [{ callId: call.callId, rank: place.rank, isNext: isNext(call) }] : [];
  });
}

const placeIn = (call: Call, channelId: string): ChannelPlan['place'] => {
  if (!isUntaken(call) || !('plan' in call) || call.plan?.kind !== 'channel') return undefined;
  // One who left the queue for a menu or a call assistant of the same channel waits no longer.
  return call.plan.channelId === channelId && call.plan.at === 'rings' ? call.plan.place : undefined;
};

/** Members ring for them already, or they cannot hear anybody yet: the next one may be taken by others. */
const isNext = (call: Call): boolean => {
  if (call.state === 'ringing') return call.rings.length === 0;
  return call.state === 'choosing' || (call.state === 'serving' && call.isServed);
};
