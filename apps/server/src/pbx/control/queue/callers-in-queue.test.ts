import { expect, test } from 'vitest';
import { someCall } from '../../calls/testing/some-call.ts';
import { arrivalAt, type ChannelPlan, type ForwardPlan, type RoutePlan } from '../../routing/route-plan.ts';
import type { RunningCall } from '../running-call.ts';
import { waitingIn } from './callers-in-queue.ts';

const waits: ChannelPlan = {
  ...arrivalAt('queue'),
  at: 'rings',
  place: { since: 5, rank: 5, toldAt: null, deserted: null },
};
const sentOn = (way: RoutePlan): ForwardPlan => ({
  kind: 'forwards',
  userId: 'wben',
  endpointId: 'desk',
  contacts: ['14'],
  way,
  rest: null,
});
const seen = (plan: RoutePlan, channelId = 'queue') => {
  const call = someCall([], { plan });
  return waitingIn(new Set([{ call } as RunningCall]), channelId);
};

test.each([
  ['who called it', waits],
  ['whom a phone sent there, which named others as well', sentOn(waits)],
  ['whom two phones sent there', sentOn(sentOn(waits))],
])('a queue counts a caller %s', (_who, plan) => {
  expect(seen(plan)).toEqual([{ callId: 'call', rank: 5, since: 5, isNext: true }]);
  expect(seen(plan, 'other')).toEqual([]);
});

test.each([
  ['left it for a menu', { ...waits, at: 'met' } as const],
  ['left it for a menu after a phone sent them', sentOn({ ...waits, at: 'met' })],
])('a queue does not count a caller who %s', (_who, plan) => {
  expect(seen(plan)).toEqual([]);
});
