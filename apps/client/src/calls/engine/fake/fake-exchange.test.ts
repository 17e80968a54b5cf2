import { describe, test } from 'vitest';
import { engineStories, type TestWorld } from '../conformance.ts';
import { createFakeExchange } from './fake-exchange.ts';

function world(): TestWorld {
  const exchange = createFakeExchange();
  const anna = exchange.phone('11', 'Anna');
  const bob = exchange.phone('12', 'Bob');
  const bobsOther = exchange.phone('12', 'Bob');
  const carol = exchange.phone('13', 'Carol');
  const phones = [anna, bob, bobsOther, carol];
  return {
    anna: { engine: anna, number: '11', channelId: null },
    bob: { engine: bob, number: '12', channelId: null },
    bobsOther: { engine: bobsOther, number: '12', channelId: null },
    carol: { engine: carol, number: '13', channelId: null },
    nobody: '+4930999999',
    close: async () => {
      await Promise.all(phones.map((phone) => phone.stop()));
    },
  };
}

describe('the fake engine', () => {
  test.each(engineStories)('$sentence', async ({ tell }) => {
    const here = world();
    await tell(here);
    await here.close();
  });
});
