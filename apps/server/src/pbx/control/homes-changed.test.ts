import { expect, test } from 'vitest';
import { settle } from '../calls/testing/fake-clock.ts';
import { FakeFloor } from './testing/fake-floor.ts';

const place = {
  channelId: 'queue',
  docId: 'pbx-1',
  accountId: 's1',
  number: '+4940555111',
  name: null,
  calledNumber: null,
  since: 0,
  rank: 0,
  until: Date.parse('2099-01-01'),
  tries: 0,
  notBefore: Date.parse('2099-01-01'),
};

test('a company goes to another carrier: what talks ends here, and the places of its queues go with it; a restart loses what rings', async () => {
  const floor = await FakeFloor.open();
  const onBoard = () => floor.board.of('queue').map(({ number }) => number);
  const change = async (isElsewhere: (accountId: string) => boolean) => {
    floor.exchange.homesChanged(isElsewhere);
    await settle();
  };
  floor.callBacks.places.set(place.docId, place);
  await change(() => false);
  await floor.talk('anna', 'cleo');
  expect(floor.exchange.callsToLose()).toBe(0);
  await floor.dial('anna', 'ben');
  expect([floor.exchange.callsToLose(), floor.exchange.activeCalls(), onBoard()]).toEqual([1, 2, [place.number]]);

  await change((accountId) => accountId === 'another');
  expect([floor.exchange.activeCalls(), onBoard()]).toEqual([2, [place.number]]);

  // The keeper gives each carrier only those of its own companies.
  floor.callBacks.places.clear();
  await change((accountId) => accountId === 's1');
  expect([floor.exchange.activeCalls(), onBoard(), floor.callBacks.ends]).toEqual([0, [], []]);
});
