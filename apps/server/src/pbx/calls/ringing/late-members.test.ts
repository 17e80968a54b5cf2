import { expect, test } from 'vitest';
import type { ChannelPlan } from '../../routing/route-plan.ts';
import { begin } from '../testing/core-driver.ts';
import { someFork } from '../testing/some-call.ts';

const plan: ChannelPlan = {
  kind: 'channel',
  channelId: 'c12',
  cameInOn: null,
  visited: ['c12'],
  at: 'rings',
  msLeft: 9000,
  rung: ['wben'],
};
const joined = (name: string) => ({
  type: 'membersJoined' as const,
  userIds: [`w${name}`],
  forks: [someFork(name, `w${name}`)],
});
const ringing = () => {
  const call = begin([someFork('ben', 'wben')], { rings: ['wben'] });
  call.ring('ben');
  return call;
};

test('a member who has become free is rung beside the others, and the first one to answer takes the call', () => {
  const call = ringing();
  call.take(joined('cleo'), { type: 'mediaOpened', legId: 'cleo', sdp: 'offer' });
  expect(call.told('ben')).toEqual(['invite']);
  expect(call.told('cleo')).toEqual(['invite']);
  expect(call.call).toMatchObject({ rings: ['wben', 'wcleo'] });
  expect(call.orders.filter((order) => order.do === 'bookStage')).toMatchObject([{ legIds: ['cleo'], events: [] }]);
  call.talk('cleo');
  expect(call.told('ben')).toEqual(['invite', 'cancel "Call completed elsewhere"']);
});

test('the call goes on with who came later when those who rang first refuse', () => {
  const call = ringing();
  call.take(joined('cleo'), { type: 'refused', legId: 'ben', status: 486, phrase: 'Busy Here' });
  expect(call.ended()).toEqual([]);
});

test('whose turn is over makes way for who has become free', () => {
  const call = ringing();
  call.take({ type: 'turnOver', plan });
  expect(call.told('ben')).toEqual(['invite', 'cancel']);
  expect(call.orders.filter((order) => order.do === 'nextStage')).toHaveLength(1);
  expect(call.call).toMatchObject({ state: 'choosing', plan });
  expect(call.ended()).toEqual([]);
});

test('nobody joins a call that was taken, is over, or looks for who comes next', () => {
  const taken = ringing();
  taken.talk('ben');
  const over = ringing();
  over.take({ type: 'cancelled', legId: 'caller' });
  const choosing = ringing();
  choosing.take({ type: 'turnOver', plan });
  for (const call of [taken, over, choosing]) {
    const orders = call.orders.length;
    call.take(joined('cleo'), { type: 'turnOver', plan });
    expect(call.fork('cleo')).toBeUndefined();
    expect(call.orders).toHaveLength(orders);
  }
});
