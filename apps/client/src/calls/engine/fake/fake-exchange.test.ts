import { describeEngine } from '../conformance.ts';
import { createFakeExchange } from './fake-exchange.ts';

describeEngine('fake', async () => {
  const exchange = createFakeExchange();
  const anna = exchange.phone('11', 'Anna');
  const bob = exchange.phone('12', 'Bob');
  const bobsOther = exchange.phone('12', 'Bob');
  const phones = [anna, bob, bobsOther];
  return {
    anna: { engine: anna, number: '11', channelId: null },
    bob: { engine: bob, number: '12', channelId: null },
    bobsOther: { engine: bobsOther, number: '12', channelId: null },
    nobody: '+4930999999',
    close: async () => {
      await Promise.all(phones.map((phone) => phone.stop()));
    },
  };
});
