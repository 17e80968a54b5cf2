import { describe, test } from 'vitest';
import { engineStories } from '../conformance.ts';
import type { TestPhone, TestWorld } from '../conformance-world.ts';
import { createFakeExchange, type FakePhone } from './fake-exchange.ts';

function world(): TestWorld {
  const exchange = createFakeExchange();
  const anna = exchange.phone('11', 'Anna');
  const bob = exchange.phone('12', 'Bob');
  const bobsOther = exchange.phone('12', 'Bob');
  const carol = exchange.phone('13', 'Carol');
  const phones = [anna, bob, bobsOther, carol];
  return {
    anna: standing(anna, '11'),
    bob: standing(bob, '12'),
    bobsOther: standing(bobsOther, '12'),
    carol: standing(carol, '13'),
    nobody: '+4930999999',
    // Orders of the fake wait by themselves; nothing of it is lost when signalling is.
    cutOff: async () => {
      const backs = phones.map((phone) => phone.cutOff());
      return async () => {
        for (const back of backs) back();
      };
    },
    killSignalling: async () => {
      for (const phone of phones) setTimeout(phone.cutOff(), 5);
    },
    close: async () => {
      await Promise.all(phones.map((phone) => phone.stop()));
    },
  };
}

function standing(engine: FakePhone, number: string): TestPhone {
  const phone: TestPhone = {
    engine,
    number,
    channelId: null,
    transferElsewhere: async (sessionId, target) => engine.transferElsewhere(sessionId, target),
    // It keeps its calls itself.
    nextPage: () => phone,
    refuseMicrophone() {
      for (const order of ['dial', 'accept'] as const) engine.failNext(order, 'MICROPHONE_DENIED');
      return () => engine.failNoMore();
    },
    transferCode: () => null,
  };
  return phone;
}

describe('the fake engine', () => {
  test.each(engineStories)('$sentence', async ({ tell }) => {
    const here = world();
    await tell(here);
    await here.close();
  });
});
