import { dialogOfCaller } from '@sidetone/sip/dialogs/dialog.ts';
import { describe, expect, test } from 'vitest';
import type { LegOrder } from '../../calls/legs.ts';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

type Exchange = ReturnType<typeof fakeExchange>;

const legId = 'l1';
const order = (exchange: Exchange, what: 'acknowledge' | 'bye') => exchange.legs.order({ do: what, legId });

/** Bob's phone was invited, and answers; `meanwhile` is ordered while it rings. */
const bobAnswers = async (...meanwhile: readonly LegOrder[]) => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  const [contact] = await exchange.legs.contactsOf(['w-bob']);
  if (!contact) throw new Error('bob is not there');
  const parties = { from: { user: '11' }, to: { user: '12' } };
  const target = { kind: 'device', contact } as const;
  exchange.legs.order({ do: 'invite', legId, sipCallId: 'c1', sessionId: 's1', target, offer, ...parties });
  await exchange.pass();
  const [invite] = bob.requests;
  if (!invite) throw new Error('no INVITE came');
  for (const each of meanwhile) exchange.legs.order(each);
  bob.answer(invite);
  return { exchange, bob, invite };
};

/** Bob calls, and the exchange answers; gives the 200s that reach him. */
const bobIsAnswered = async (exchange: Exchange) => {
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  await bob.call('200');
  const { legId: his } = exchange.fact('invited');
  exchange.legs.order({ do: 'answer', legId: his, sdp: answer });
  return () => bob.heardTexts.filter((text) => text.startsWith('SIP/2.0 200') && text.includes('v=0')).length;
};

describe('the ACK of an answer', () => {
  test('waits for its order, and goes out once', async () => {
    const { exchange, bob } = await bobAnswers();
    await exchange.pass(400);
    expect(bob.acks).toEqual([]);
    order(exchange, 'acknowledge');
    order(exchange, 'acknowledge');
    await exchange.pass();
    expect(bob.acks).toHaveLength(1);
  });

  test('waits no longer when the phone repeats its answer', async () => {
    const { exchange, bob, invite } = await bobAnswers();
    await exchange.pass();
    bob.answer(invite);
    await exchange.pass();
    expect(bob.acks).toHaveLength(1);
  });

  test('precedes a BYE', async () => {
    const { exchange, bob } = await bobAnswers();
    await exchange.pass();
    order(exchange, 'bye');
    await exchange.pass();
    expect(bob.acks).toHaveLength(1);
    expect(bob.requests.map(({ request }) => request.method)).toEqual(['INVITE', 'BYE']);
  });

  test('precedes an offer that was made while the phone rang', async () => {
    const { exchange, bob } = await bobAnswers({ do: 'reinvite', legId, sdp: answer });
    await exchange.pass(400);
    expect(bob.requests).toHaveLength(1);
    order(exchange, 'acknowledge');
    await exchange.pass();
    expect(bob.acks).toHaveLength(1);
    expect(bob.requests.map(({ request }) => request.method)).toEqual(['INVITE', 'INVITE']);
  });

  test('leaves when the dialog is stored', async () => {
    const { exchange, bob } = await bobAnswers();
    const stored = Promise.withResolvers<void>();
    exchange.dialogs.save = () => stored.promise;
    await exchange.pass(1);
    order(exchange, 'acknowledge');
    await exchange.pass(400);
    expect(bob.acks).toEqual([]);
    stored.resolve();
    await exchange.pass(1);
    expect(bob.acks).toHaveLength(1);
  });
});

describe('the 200 to a caller', () => {
  test('leaves when the dialog is stored', async () => {
    const exchange = fakeExchange();
    const stored = Promise.withResolvers<void>();
    exchange.dialogs.save = () => stored.promise;
    const heard = await bobIsAnswered(exchange);
    await exchange.pass(400);
    expect(heard()).toBe(0);
    stored.resolve();
    await exchange.pass(1);
    expect(heard()).toBe(1);
  });

  test('does not wait for longer than half a second', async () => {
    const exchange = fakeExchange();
    exchange.dialogs.save = () => new Promise(() => {});
    const heard = await bobIsAnswered(exchange);
    await exchange.pass(499);
    expect(heard()).toBe(0);
    await exchange.pass(1);
    expect(heard()).toBe(1);
  });

  test('becomes a 487 where the caller hangs up before it has left', async () => {
    const exchange = fakeExchange();
    exchange.dialogs.save = () => new Promise(() => {});
    const bob = fakeDevice(exchange, 'bob');
    await bob.register();
    const call = await bob.call('200');
    const { legId: his } = exchange.fact('invited');
    exchange.legs.order({ do: 'provisional', legId: his, status: 180 });
    await exchange.pass();
    const ringing = call.responses.at(-1);
    if (ringing?.status !== 180) throw new Error('it does not ring');
    exchange.legs.order({ do: 'answer', legId: his, sdp: answer });
    await exchange.pass(100);
    const bye = bob.inside(dialogOfCaller(call.request, ringing), 'BYE');
    await exchange.pass(1000);
    expect(bye.responses.map(({ status }) => status)).toEqual([200]);
    expect(call.responses.at(-1)?.status).toBe(487);
  });

  test('does not wait for a store that fails', async () => {
    const exchange = fakeExchange();
    exchange.dialogs.save = () => Promise.reject(new Error('the database is down'));
    const heard = await bobIsAnswered(exchange);
    await exchange.pass(1);
    expect(heard()).toBe(1);
  });
});
