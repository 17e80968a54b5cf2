import { fakeClock } from '@sidetone/sip/testing/fake-clock.ts';
import { expect, test } from 'vitest';
import { answeredCall, type FakeDevice, sendInside, takenCall } from '../testing/calls.ts';
import { answer, fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange, memoryDialogs, memoryStore } from '../testing/fake-exchange.ts';

/** Where two lives of an exchange keep what they know. */
const someStores = () => ({ clock: fakeClock(), store: memoryStore(), dialogs: memoryDialogs() });

/** The next life of an exchange that was killed, before anybody adopted anything. */
const nextLife = async (stores: ReturnType<typeof someStores>) => {
  const exchange = fakeExchange(stores);
  await exchange.core.bindings.load();
  await exchange.core.book.load();
  return exchange;
};
/** A device whose dialogs are older than the exchange; `from` is the same device in the life before. */
const again = (exchange: ReturnType<typeof fakeExchange>, from: FakeDevice, transport: 'ws' | 'udp') => {
  const device = fakeDevice(exchange, from.username, { transport, port: from.port });
  device.instance = from.instance;
  device.onRequest = (transaction) =>
    transaction.reply(200, {
      headers: [['Contact', `<${device.contact}>`]],
      body: { type: 'application/sdp', text: answer },
    });
  return device;
};
/** A phone talks over UDP; then the exchange is killed and started again. */
const killed = async (begun: 'placed' | 'taken', transport: 'ws' | 'udp' = 'udp') => {
  const stores = someStores();
  const before = fakeExchange(stores);
  const bob = fakeDevice(before, 'bob', { transport });
  await bob.register();
  const { legId, dialog } = begun === 'placed' ? await answeredCall(before, bob) : await takenCall(before, bob);
  await before.pass(1000);
  const rows = structuredClone([...stores.dialogs.rows]);
  if (transport === 'ws') bob.drop();
  await before.core.stop();
  // A process that was killed writes nothing at the last moment.
  stores.dialogs.rows.clear();
  for (const [id, row] of rows) stores.dialogs.rows.set(id, row);
  const exchange = await nextLife(stores);
  const device = again(exchange, bob, transport);
  return { exchange, stores, device, dialog, legId, order: exchange.legs.order };
};

test.each(['placed', 'taken'] as const)(
  'a call that was %s goes on, and the phone can do all it could',
  async (begun) => {
    const { exchange, stores, device, dialog, legId, order } = await killed(begun);
    expect(await exchange.legs.adopt([legId, 'nobody'])).toEqual([legId]);
    const hold = sendInside(device, dialog, 'INVITE', [], 'v=0 hold');
    await exchange.pass();
    expect(exchange.fact('reoffered')).toEqual({ type: 'reoffered', legId, sdp: 'v=0 hold' });
    order({ do: 'answerReoffer', legId, sdp: 'v=0 held' });
    await exchange.pass();
    expect(hold.responses.at(-1)).toMatchObject({ status: 200, body: 'v=0 held' });
    const key = device.inside(dialog, 'INFO', { type: 'application/dtmf', text: '5' });
    await exchange.pass();
    expect([key.responses[0]?.status, exchange.fact('info').digit]).toEqual([200, '5']);
    const bye = device.inside(dialog, 'BYE');
    await exchange.pass();
    expect([bye.responses[0]?.status, exchange.facts.at(-1)]).toEqual([200, { type: 'ended', legId }]);
    await exchange.pass(1000);
    expect([stores.dialogs.rows.size, exchange.core.book.size]).toEqual([0, 0]);
  },
);

test.each(['placed', 'taken'] as const)(
  'a call that was %s goes on, and this side can do all it could',
  async (begun) => {
    const { exchange, device, dialog, legId, order } = await killed(begun);
    await exchange.legs.adopt([legId]);
    order({ do: 'reinvite', legId, sdp: 'v=0 again' });
    await exchange.pass();
    expect(exchange.facts.at(-1)).toEqual({ type: 'reofferAnswered', legId, sdp: answer });
    order({ do: 'bye', legId });
    await exchange.pass();
    const [invite, bye] = device.requests.map(({ request }) => request);
    expect([invite?.method, bye?.method]).toEqual(['INVITE', 'BYE']);
    const tags = (name: 'From' | 'To') => /tag=([^;]*)/.exec(invite?.headers.get(name) ?? '')?.[1];
    expect([tags('From'), tags('To')]).toEqual(
      (['remote', 'local'] as const).map((side) => dialog[side].parameters.get('tag')),
    );
    // The number must be above all that the earlier life used.
    expect(Number(invite?.headers.get('CSeq')?.split(' ')[0])).toBeGreaterThan(dialog.remoteCSeq ?? 0);
  },
);

test('a dialog that nobody adopts hears BYE and is forgotten', async () => {
  const { exchange, stores, device } = await killed('placed');
  expect(await exchange.legs.adopt([])).toEqual([]);
  await exchange.pass(1100);
  expect(device.requests.map(({ request }) => request.method)).toEqual(['BYE']);
  expect([exchange.facts, stores.dialogs.rows.size, exchange.core.book.size]).toEqual([[], 0, 0]);
});

test('without a word from the core for a minute nothing is adopted', async () => {
  const { exchange, device, legId } = await killed('placed');
  await exchange.pass(59_000);
  expect(device.requests).toEqual([]);
  await exchange.pass(2000);
  expect(device.requests.map(({ request }) => request.method)).toEqual(['BYE']);
  expect(await exchange.legs.adopt([legId])).toEqual([]);
});

test('what a phone says before the fate of its call is known waits for it', async () => {
  const { exchange, device, dialog, legId } = await killed('placed');
  const hold = sendInside(device, dialog, 'INVITE', [], 'v=0 hold');
  await exchange.pass(400);
  expect(hold.responses.some(({ status }) => status >= 200)).toBe(false);
  await exchange.legs.adopt([legId]);
  expect(exchange.fact('reoffered')).toEqual({ type: 'reoffered', legId, sdp: 'v=0 hold' });
});

test('a page that comes back within half a minute keeps its call, and hears over its new connection', async () => {
  const { exchange, device, legId, order } = await killed('taken', 'ws');
  await exchange.legs.adopt([legId]);
  await exchange.pass(20_000);
  await device.register();
  await exchange.pass(60_000);
  expect(exchange.facts).toEqual([]);
  order({ do: 'bye', legId });
  await exchange.pass();
  expect(device.requests.map(({ request }) => request.method)).toEqual(['BYE']);
});

test('a page that speaks in its dialog before anybody registered is heard', async () => {
  const { exchange, device, dialog, legId } = await killed('taken', 'ws');
  await exchange.legs.adopt([legId]);
  const update = sendInside(device, dialog, 'UPDATE', []);
  await exchange.pass();
  expect(update.responses.map(({ status }) => status)).toEqual([200]);
  await exchange.pass(60_000);
  expect(exchange.facts).toEqual([]);
});

test('a page that stays away has left', async () => {
  const { exchange, legId } = await killed('placed', 'ws');
  await exchange.legs.adopt([legId]);
  await exchange.pass(29_000);
  expect(exchange.facts).toEqual([]);
  await exchange.pass(2000);
  expect(exchange.facts).toEqual([{ type: 'ended', legId }]);
});

test('a page that was reloaded takes the place of a leg of the earlier life, even before its fate is known', async () => {
  const { exchange, device, dialog, legId } = await killed('placed', 'ws');
  await device.register();
  const tag = (side: 'local' | 'remote') => dialog[side].parameters.get('tag');
  const replaces = `${dialog.callId};to-tag=${tag('remote')};from-tag=${tag('local')}`;
  await device.call('200', [
    ['Replaces', replaces],
    ['Call-ID', 'another'],
  ]);
  expect(exchange.facts).toEqual([]);
  await exchange.legs.adopt([legId]);
  await exchange.pass();
  expect(exchange.fact('invited')).toMatchObject({ replacesLegId: legId });
});

test('a session timer goes on where it was', async () => {
  const stores = someStores();
  const before = fakeExchange(stores);
  const bob = fakeDevice(before, 'bob', { transport: 'udp' });
  await bob.register();
  const { legId } = await takenCall(before, bob, {
    headers: [
      ['Session-Expires', '1200;refresher=uac'],
      ['Allow', 'UPDATE'],
    ],
  });
  bob.onRequest = (transaction) => transaction.reply(200);
  await before.pass(300_000);
  await before.core.stop();
  const exchange = await nextLife(stores);
  const device = again(exchange, bob, 'udp');
  await exchange.legs.adopt([legId]);
  await exchange.pass(250_000);
  expect(device.requests.filter(({ request }) => request.method === 'UPDATE')).toHaveLength(0);
  await exchange.pass(60_000);
  expect(device.requests.filter(({ request }) => request.method === 'UPDATE')).toHaveLength(1);
});

test('a dialog that cannot be read is removed, and the rest goes on', async () => {
  const stores = someStores();
  stores.dialogs.rows.set('broken', { version: 7 } as never);
  const exchange = await nextLife(stores);
  expect(await exchange.legs.adopt(['broken'])).toEqual([]);
  await exchange.pass(1000);
  expect(stores.dialogs.rows.size).toBe(0);
});

test('a store that fails for a while delays no call, and has all of it in the end', async () => {
  const stores = someStores();
  const { save } = stores.dialogs;
  stores.dialogs.save = () => Promise.reject(new Error('the database is down'));
  const exchange = fakeExchange(stores);
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  const { legId } = await answeredCall(exchange, bob);
  await exchange.pass(3000);
  expect(stores.dialogs.rows.size).toBe(0);
  stores.dialogs.save = save;
  await exchange.pass(1100);
  expect([...stores.dialogs.rows.keys()]).toEqual([legId]);
});
