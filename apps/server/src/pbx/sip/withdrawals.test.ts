import { expect, test } from 'vitest';
import { answer, fakeDevice, offer } from './testing/fake-device.ts';
import { fakeExchange } from './testing/fake-exchange.ts';

const whose = { endpointId: 'e-anna' };

/** Anna has a page that rings for 200 and is heard to. */
const calling = async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  const call = await anna.call('200');
  const { legId } = exchange.fact('invited');
  exchange.legs.order({ do: 'provisional', legId, status: 180 });
  await exchange.pass();
  return { exchange, anna, call, legId };
};
/** Anna has a page that is called and says that it rings. */
const called = async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  const [contact] = await exchange.legs.contactsOf(['w-anna']);
  if (!contact) throw new Error('anna is not there');
  const parties = { from: { user: '+4930111' }, to: { user: '200' } };
  const target = { kind: 'device', contact } as const;
  exchange.legs.order({ do: 'invite', legId: 'l1', callId: 'c1', sessionId: 's1', target, offer, ...parties });
  await exchange.pass();
  const [invite] = anna.requests;
  if (!invite) throw new Error('no INVITE');
  invite.reply(180);
  await exchange.pass();
  return { exchange, anna, invite };
};
const types = ({ facts }: { facts: readonly { type: string }[] }) => facts.map(({ type }) => type);

test('whom a page calls rings on when its password is withdrawn, and it is closed once the answer is acknowledged', async () => {
  const { exchange, anna, call, legId } = await calling();
  await exchange.core.closeFlowsOf(whose);
  expect([anna.open, await exchange.legs.contactsOf(['w-anna'])]).toEqual([true, []]);
  // Nothing else begins there.
  const another = anna.send(anna.build('INVITE', '201', [], offer));
  await exchange.pass();
  expect(another.responses.map(({ status }) => status)).toEqual([401]);

  exchange.legs.order({ do: 'answer', legId, sdp: answer });
  await exchange.pass();
  expect(call.responses.at(-1)?.status).toBe(200);
  expect(anna.open).toBe(true);
  anna.confirm(call);
  await exchange.pass();
  expect(anna.open).toBe(false);
  expect(types(exchange)).toEqual(['invited', 'acknowledged']);

  // The page comes back with the next password, and the call is still there.
  const again = fakeDevice(exchange, 'anna');
  again.instance = anna.instance;
  await again.register();
  await exchange.pass(60_000);
  expect(types(exchange)).toEqual(['invited', 'acknowledged']);
  expect(again.open).toBe(true);
});

test('a page that is called rings on when its password is withdrawn, and is closed once it has answered', async () => {
  const { exchange, anna, invite } = await called();
  await exchange.core.closeFlowsOf(whose);
  expect([anna.open, await exchange.legs.contactsOf(['w-anna'])]).toEqual([true, []]);
  await exchange.pass(5000);
  expect(types(exchange)).toEqual(['provisional']);
  anna.answer(invite);
  await exchange.pass();
  expect(types(exchange)).toEqual(['provisional', 'answered']);
  expect(anna.heardTexts.at(-1)).toMatch(/^ACK /);
  expect(anna.open).toBe(false);
});

test('a page is closed as soon as what rang there is over, in either direction', async () => {
  const out = await calling();
  await out.exchange.core.closeFlowsOf(whose);
  out.call.cancel();
  await out.exchange.pass();
  expect([out.anna.open, types(out.exchange)]).toEqual([false, ['invited', 'cancelled']]);

  const incoming = await called();
  await incoming.exchange.core.closeFlowsOf(whose);
  incoming.invite.reply(486);
  await incoming.exchange.pass();
  expect([incoming.anna.open, types(incoming.exchange)]).toEqual([false, ['provisional', 'refused']]);
});

test('nobody rings for longer than a minute with what was withdrawn', async () => {
  const { exchange, anna } = await called();
  await exchange.core.closeFlowsOf(whose);
  await exchange.pass(40_000);
  // A second withdrawal gives no more time.
  await exchange.core.closeFlowsOf(whose);
  await exchange.pass(19_900);
  expect(anna.open).toBe(true);
  await exchange.pass(100);
  expect(anna.open).toBe(false);
  expect(types(exchange)).toEqual(['provisional', 'unreachable']);
});

test('a page that proves itself anew meanwhile stays', async () => {
  const { exchange, anna, invite } = await called();
  await exchange.core.closeFlowsOf(whose);
  await anna.register();
  anna.answer(invite);
  await exchange.pass(60_000);
  expect(anna.open).toBe(true);
  expect(await exchange.legs.contactsOf(['w-anna'])).toHaveLength(1);
});

test('whoever is deactivated rings no more at once', async () => {
  const { exchange, anna } = await called();
  await exchange.core.closeFlowsOf({ userId: 'w-anna' });
  expect(anna.open).toBe(false);
});

test('whoever is deactivated rings no more at once, also where their devices were let go a moment before', async () => {
  const { exchange, anna } = await called();
  // One transaction sends both notices, that of the device first.
  const letGo = exchange.core.closeFlowsOf(whose);
  await exchange.core.closeFlowsOf({ userId: 'w-bob' });
  expect(anna.open).toBe(true);
  await exchange.core.closeFlowsOf({ userId: 'w-anna' });
  expect(anna.open).toBe(false);
  await letGo;

  const later = await called();
  await later.exchange.core.closeFlowsOf(whose);
  expect(later.anna.open).toBe(true);
  await later.exchange.core.closeFlowsOf({ userId: 'w-anna' });
  expect(later.anna.open).toBe(false);
});
