import { beforeEach, expect, test } from 'vitest';
import { settle } from '../calls/testing/fake-clock.ts';
import { FakeFloor } from './testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const click = async (number = '12') => {
  const target = { number, ownNumber: null, channelId: null, sessionId: 'clicked' };
  const started = await floor.exchange.startCall('wanna', target);
  await settle();
  return started;
};

test('a call that is started by a click rings the own phone first, then the number', async () => {
  const { callId, sessionId } = await click();
  expect(sessionId).toBe('clicked');
  expect(floor.legs.of('invite')).toMatchObject([{ target: { contact: { userId: 'wanna' } }, from: { user: '12' } }]);
  const anna = await floor.pickUp('anna');
  expect([...floor.media.endpoints.values()].map(({ sound }) => sound)).toEqual(['ringback', null]);
  await floor.ring('ben');
  const ben = await floor.pickUp('ben');
  expect(floor.heard()).toHaveLength(1);
  expect(floor.book.calls.at(-1)?.events.map(({ direction, docId }) => [direction, docId])).toEqual([
    ['OUTGOING', 'sda-clicked'],
    ['INCOMING', 'pbx-clicked'],
  ]);
  expect(floor.row('anna')?.body).toMatchObject({ id: 'clicked', state: 'talking', number: '12', callId: anna.callId });
  await floor.exchange.hangUp('wanna', { callId });
  await settle();
  expect([floor.told(anna).at(-1), floor.told(ben).at(-1)]).toEqual(['bye', 'bye']);
  expect(await floor.isQuiet()).toBe(true);
});

test('nobody is called when the user does not pick up, or thinks better of it', async () => {
  const { callId } = await click();
  await floor.exchange.hangUp('wanna', { callId });
  await settle();
  floor.legs.tell({ type: 'refused', legId: floor.rung('anna').legId, status: 487, phrase: 'Request Terminated' });
  expect(floor.legs.of('invite')).toHaveLength(1);
  expect(await floor.isQuiet()).toBe(true);
});

test('a number that cannot be called rings nobody', async () => {
  await expect(click('99')).rejects.toMatchObject({ code: 'BAD_TARGET' });
  expect(floor.legs.orders).toEqual([]);
});

test('nobody starts more than twenty calls at a time', async () => {
  const started = await Promise.allSettled(Array.from({ length: 25 }, () => click()));
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(click()).rejects.toMatchObject({ code: 'WRONG_STATE' });
});
