import { phone } from '@sidetone/contract/entities/phone.ts';
import { expect, test } from 'vitest';
import { createFakeExchange } from './engine/fake/fake-exchange.ts';
import { withPhones } from './phone-connection.ts';

const somePhone = (id: string, isDisconnectedByUser = false, isConnected = false) =>
  phone.parse({ id, name: id, state: 'REGISTER_SUCCESS', isDisconnectedByUser, isConnected });

function desk() {
  let phones: ReturnType<typeof somePhone>[] | null = null;
  let changed: () => void = () => {};
  const orders: string[] = [];
  const engine = withPhones(createFakeExchange().phone('11'), {
    read: () => phones,
    watch(onChange) {
      changed = onChange;
      return () => {
        changed = () => {};
      };
    },
    connect: async (id, isConnected) => {
      orders.push(`${id} ${isConnected}`);
    },
    log: () => {},
  });
  const has = (...now: ReturnType<typeof somePhone>[]) => {
    phones = now;
    changed();
  };
  return { engine, orders, has };
}

const listener = { incoming() {}, line() {} };

test('phones are connected while the engine is on duty, except those that the user switched off', async () => {
  const { engine, orders, has } = desk();
  await engine.start(listener);
  has(somePhone('desk'), somePhone('off', true));
  has(somePhone('desk'), somePhone('off', true), somePhone('new'));
  expect(orders).toEqual(['desk true', 'new true']);
  await engine.stop();
  has(somePhone('later'));
  expect(orders.slice(2)).toEqual(['desk false', 'new false']);
});

test('another window that takes over finds them connected', async () => {
  const { engine, orders, has } = desk();
  await engine.start(listener);
  has(somePhone('desk'));
  await engine.stop('handOver');
  expect(orders).toEqual(['desk true']);
});

test('a phone that another app disconnects as it ends is connected again, once', async () => {
  const { engine, orders, has } = desk();
  await engine.start(listener);
  has(somePhone('desk'));
  has(somePhone('desk', false, true));
  expect(orders).toEqual(['desk true']);
  has(somePhone('desk', false, false));
  has(somePhone('desk', false, false));
  expect(orders).toEqual(['desk true', 'desk true']);
  has(somePhone('desk', false, true));
  has(somePhone('desk', true, false));
  expect(orders).toHaveLength(2);
});
