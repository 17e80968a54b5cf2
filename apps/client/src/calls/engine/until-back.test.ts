import { expect, test } from 'vitest';
import { handClock } from '../testing/hand-clock.ts';
import { commandsInOrder } from './in-order.ts';
import { createLegOrders } from './sip/call/leg-orders.ts';
import { fakeSipServer } from './sip/testing/fake-sip-server.ts';
import { untilBack } from './until-back.ts';

const away = (code = 'NETWORK') => Object.assign(new Error('no answer'), { code });

/** An order of which the first tries fail like this. */
function failing(times: number, cause: unknown = away()) {
  let tries = 0;
  return {
    order: async () => {
      tries += 1;
      if (tries <= times) throw cause;
      return 'done';
    },
    tries: () => tries,
  };
}

test.each(['NETWORK', 'UNAVAILABLE', 'NO_CARRIER', 'TOO_MANY_HOPS'])(
  'an order is given again until the server is back (%s)',
  async (code) => {
    const clock = handClock();
    const { order, tries } = failing(24, away(code));
    const done = untilBack(clock, order);
    await clock.pass(11_999);
    expect(tries()).toBe(24);
    await clock.pass(1);
    expect(await done).toBe('done');
  },
);

test('an order that the server refuses is not repeated', async () => {
  const { order, tries } = failing(1, away('CONFLICT'));
  await expect(untilBack(handClock(), order)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(tries()).toBe(1);
});

test('a server that stays away is given up after 20 s', async () => {
  const clock = handClock();
  const done = untilBack(clock, failing(1000).order);
  const failed = expect(done).rejects.toMatchObject({ code: 'NETWORK' });
  await clock.pass(20_000);
  await failed;
});

test('an order that may not come twice is followed by one that may', async () => {
  const clock = handClock();
  const [first, second] = [failing(1), failing(2)];
  const done = untilBack(clock, first.order, second.order);
  await clock.pass(2000);
  expect(await done).toBe('done');
  expect([first.tries(), second.tries()]).toEqual([1, 3]);
});

test('the last of several holds counts, however long the server was away', async () => {
  const clock = handClock();
  const server = fakeSipServer();
  let isAway = true;
  const orders = createLegOrders(
    {
      ...server,
      hold: (callId, value) => (isAway ? Promise.reject(away()) : server.hold(callId, value)),
    },
    clock,
    () => 'leg-1',
    commandsInOrder(),
  );
  const held = [orders.hold(true), orders.hold(false)];
  await clock.pass(3000);
  isAway = false;
  await clock.pass(500);
  await Promise.all(held);
  expect(server.orders).toEqual(['hold leg-1 true', 'hold leg-1 false']);
});
