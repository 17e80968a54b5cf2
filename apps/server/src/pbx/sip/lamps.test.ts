import { dialogOfCaller } from '@sidetone/sip/dialogs/dialog.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { expect, test } from 'vitest';
import { type LampLine, lampBoard, type Watched } from '../lamps.ts';
import { sendInside } from './testing/calls.ts';
import { fakeDevice } from './testing/fake-device.ts';
import { fakeExchange, knownDevices } from './testing/fake-exchange.ts';

const line = (userId: string, state: LampLine['state'], channelIds: readonly string[] = []): LampLine => ({
  userId,
  channelIds,
  direction: 'recipient',
  state,
});

/** An exchange where 11 is Anna, 12 Bob and 20 a team, and what a phone of Bob's hears. */
async function office() {
  const named = new Map<string, Watched>([
    ['11', { kind: 'user', userId: 'w-anna' }],
    ['12', { kind: 'user', userId: 'w-bob' }],
    ['20', { kind: 'channel', channelId: 'c-team' }],
  ]);
  const lamps = lampBoard();
  let asked = 0;
  const exchange = fakeExchange({
    lamps,
    watchedBy: async (accountId, extensions) => {
      asked += 1;
      return new Map(accountId === 's1' ? [...named].filter(([extension]) => extensions.includes(extension)) : []);
    },
  });
  const phone = async (username = 'bob') => {
    const device = fakeDevice(exchange, username, { transport: 'udp' });
    await device.register();
    const notifies: SipRequest[] = [];
    device.onRequest = (transaction) => {
      if (transaction.request.method === 'NOTIFY') notifies.push(transaction.request);
      transaction.reply(200);
    };
    const watch = async (extension: string, event = 'dialog', more: [string, string][] = []) => {
      const sent = await device.sendAuthorized(device.build('SUBSCRIBE', extension, [['Event', event], ...more]));
      await exchange.pass();
      const last = sent.responses.at(-1);
      if (!last) throw new Error('no answer');
      return { last, dialog: dialogOfCaller(sent.request, last) };
    };
    return { device, notifies, watch };
  };
  return { named, lamps, exchange, phone, asked: () => asked };
}

const told = ({ body }: SipRequest) => ({
  version: Number(/version="(\d+)"/.exec(body)?.[1]),
  state: /state="(full|partial)"/.exec(body)?.[1],
  dialogs: [...body.matchAll(/<dialog id="([^"]+)"[^>]*><state>(\w+)/g)].map(([, id, state]) => `${id} ${state}`),
});
const stateOf = (notify: SipRequest | undefined) => notify?.headers.get('Subscription-State');

test('the lamp of a colleague shows that a call rings, is taken and is over, and nothing of whom it is with', async () => {
  const { lamps, exchange, phone } = await office();
  const { notifies, watch } = await phone();
  const { last } = await watch('11');
  expect([last.status, last.headers.get('Expires')]).toEqual([200, '600']);
  for (const lines of [[line('w-anna', 'early')], [line('w-anna', 'confirmed')], []]) {
    lamps.show('call1', lines);
    await exchange.pass(100);
  }
  expect(notifies.map(told)).toEqual([
    { version: 0, state: 'full', dialogs: [] },
    { version: 1, state: 'partial', dialogs: ['call1 early'] },
    { version: 2, state: 'partial', dialogs: ['call1 confirmed'] },
    { version: 3, state: 'partial', dialogs: ['call1 terminated'] },
  ]);
  for (const { body } of notifies) expect(body).not.toMatch(/<remote|<identity|w-anna/);
  expect(notifies[0]?.body).toContain('entity="sip:11@server.example"');
});

test('the lamp of a shared channel shows a call that rings many as one, taken once somebody has it', async () => {
  const { lamps, exchange, phone } = await office();
  const { notifies, watch } = await phone();
  lamps.show('call1', [line('w-anna', 'early', ['c-team']), line('w-carol', 'early', ['c-team'])]);
  await watch('20');
  lamps.show('call2', [line('w-anna', 'early', ['c-other'])]);
  lamps.show('call1', [line('w-carol', 'confirmed', ['c-team'])]);
  await exchange.pass(100);
  expect(notifies.map(told)).toEqual([
    { version: 0, state: 'full', dialogs: ['call1 early'] },
    { version: 1, state: 'partial', dialogs: ['call1 confirmed'] },
  ]);
});

test('sixty keys of one phone each follow their calls; a change costs one NOTIFY for each who watches it and no question', async () => {
  const { named, lamps, exchange, phone, asked } = await office();
  const extensions = Array.from({ length: 60 }, (_, at) => String(100 + at));
  for (const extension of extensions) named.set(extension, { kind: 'user', userId: `w-${extension}` });
  const [bob, carol] = [await phone('bob'), await phone('carol')];
  for (const extension of extensions) expect((await bob.watch(extension)).last.status).toBe(200);
  await carol.watch('100');
  expect([exchange.core.subscriptions, asked()]).toEqual([61, 61]);
  const count = () => [bob.notifies.length, carol.notifies.length];
  expect(count()).toEqual([60, 1]);
  for (let at = 0; at < 50; at += 1) lamps.show(`other${at}`, [line(`w-nobody${at}`, 'early', ['c-nobody'])]);
  await exchange.pass(100);
  expect(count()).toEqual([60, 1]);
  lamps.show('call1', [line('w-100', 'early')]);
  lamps.show('call2', [line('w-159', 'early')]);
  await exchange.pass(100);
  expect(count()).toEqual([62, 2]);
  // The same again is no news.
  lamps.show('call1', [line('w-100', 'early')]);
  await exchange.pass(100);
  expect([count(), asked()]).toEqual([[62, 2], 61]);
});

test('a phone that asks once and for no time is told what is now', async () => {
  const { lamps, phone, exchange } = await office();
  const { notifies, watch } = await phone();
  lamps.show('call1', [line('w-anna', 'early')]);
  await watch('11', 'dialog', [['Expires', '0']]);
  expect(notifies.map((one) => [stateOf(one), ...told(one).dialogs])).toEqual([
    ['terminated;reason=timeout', 'call1 early'],
  ]);
  expect(exchange.core.subscriptions).toBe(0);
});

test('a phone that subscribes without end loses its oldest, and is told so', async () => {
  const { exchange, phone } = await office();
  const { notifies, watch } = await phone();
  for (let at = 0; at < 129; at += 1) await watch('11');
  expect(exchange.core.subscriptions).toBe(128);
  const ended = notifies.filter((one) => stateOf(one)?.startsWith('terminated'));
  expect(ended.map(stateOf)).toEqual(['terminated;reason=rejected']);
});

test.each([
  ['99', 'dialog', 404],
  ['anna', 'dialog', 403],
  ['11', 'message-summary', 403],
  ['12', 'message-summary', 200],
  ['*8', 'dialog', 403],
  ['123456', 'dialog', 403],
])('SUBSCRIBE of Bob to %s for %s gets %i', async (extension, event, status) => {
  const { phone } = await office();
  const { watch } = await phone();
  expect((await watch(extension, event)).last.status).toBe(status);
});

test('nobody watches people of another account', async () => {
  const known = knownDevices(['eve']);
  const credentials = {
    ...known,
    bySipUsername: async (name: string) =>
      (await known.bySipUsername(name)).map((one) => ({ ...one, accountId: 'other' })),
  };
  const watched = new Map<string, Watched>([['11', { kind: 'user', userId: 'w-anna' }]]);
  const exchange = fakeExchange({
    credentials,
    watchedBy: async (accountId) => (accountId === 's1' ? watched : new Map()),
  });
  const eve = fakeDevice(exchange, 'eve', { transport: 'udp' });
  await eve.register();
  const sent = await eve.sendAuthorized(eve.build('SUBSCRIBE', '11', [['Event', 'dialog']]));
  await exchange.pass();
  expect([sent.responses.at(-1)?.status, eve.requests, exchange.core.subscriptions]).toEqual([404, [], 0]);
});

test('a refresh tells all calls that live, and a lamp ends by itself after ten minutes', async () => {
  const { lamps, exchange, phone } = await office();
  const { device, notifies, watch } = await phone();
  const { dialog } = await watch('11', 'dialog', [['Expires', '3600']]);
  lamps.show('call1', [line('w-anna', 'early')]);
  await exchange.pass(100);
  const again = sendInside(device, dialog, 'SUBSCRIBE', [
    ['Event', 'dialog'],
    ['Expires', '3600'],
  ]);
  await exchange.pass(100);
  expect(again.responses[0]?.headers.get('Expires')).toBe('600');
  expect(told(notifies[2] as SipRequest)).toEqual({ version: 2, state: 'full', dialogs: ['call1 early'] });
  await exchange.pass(601_000);
  expect(stateOf(notifies.at(-1))).toBe('terminated;reason=timeout');
  lamps.show('call1', []);
  await exchange.pass(100);
  expect([notifies.length, exchange.core.subscriptions]).toEqual([4, 0]);
});

test.each([
  ['before', 100],
  ['while', 0],
] as const)(
  'a phone whose connection is lost %s it is told learns at its return what has changed since',
  async (_when, passed) => {
    const { lamps, exchange } = await office();
    const connect = (port?: number) => {
      const device = fakeDevice(exchange, 'bob', { transport: 'ws', ...(port !== undefined && { port }) });
      const notifies: SipRequest[] = [];
      device.onRequest = (transaction) => {
        if (transaction.request.method === 'NOTIFY') notifies.push(transaction.request);
        transaction.reply(200);
      };
      return { device, notifies };
    };
    const first = connect();
    await first.device.register();
    await first.device.sendAuthorized(first.device.build('SUBSCRIBE', '11', [['Event', 'dialog']]));
    lamps.show('call1', [line('w-anna', 'early')]);
    await exchange.pass(100);
    expect(first.notifies.map(told).at(-1)?.dialogs).toEqual(['call1 early']);
    first.device.deaf = true;
    if (passed === 0) lamps.show('call1', [line('w-anna', 'confirmed')]);
    await exchange.pass(60);
    first.device.drop();
    lamps.show('call1', []);
    await exchange.pass(60);
    const second = connect(first.device.port);
    await second.device.register();
    await exchange.pass(6000);
    expect(exchange.core.subscriptions).toBe(1);
    const [last, ...others] = second.notifies.map(told);
    expect(others).toEqual([]);
    expect(last?.dialogs).toEqual(passed === 0 ? [] : ['call1 terminated']);
    expect(last?.state).toBe(passed === 0 ? 'full' : 'partial');
  },
);

test('a lamp ends when its extension names nobody any longer, and is asked for again when it names somebody else', async () => {
  const { named, lamps, exchange, phone } = await office();
  const { notifies, watch } = await phone();
  await watch('11');
  await watch('20');
  lamps.show('call1', [line('w-anna', 'confirmed', ['c-team'])]);
  await exchange.pass(100);
  notifies.length = 0;
  named.delete('11');
  named.set('20', { kind: 'user', userId: 'w-carol' });
  exchange.core.watchedChanged('other');
  await exchange.pass(1100);
  expect(notifies).toEqual([]);
  exchange.core.watchedChanged('s1');
  await exchange.pass(1100);
  expect(notifies.map(stateOf)).toEqual(['terminated;reason=noresource', 'terminated;reason=deactivated']);
  // The last word says nothing more of their calls.
  expect(notifies.map((one) => told(one).dialogs)).toEqual([[], []]);
  expect(exchange.core.subscriptions).toBe(0);
});

test('a phone that is taken away hears that its lamps are over, and nothing after that', async () => {
  const { lamps, exchange, phone } = await office();
  const [bob, carol] = [await phone('bob'), await phone('carol')];
  await bob.watch('11');
  await bob.watch('bob');
  await carol.watch('11');
  await exchange.core.closeFlowsOf({ userId: 'w-bob' });
  await exchange.pass(100);
  expect(bob.notifies.slice(-2).map(stateOf)).toEqual(['terminated;reason=rejected', 'terminated;reason=rejected']);
  const before = bob.notifies.length;
  lamps.show('call1', [line('w-anna', 'early')]);
  await exchange.pass(100);
  expect([bob.notifies.length - before, carol.notifies.length]).toEqual([0, 2]);
});
