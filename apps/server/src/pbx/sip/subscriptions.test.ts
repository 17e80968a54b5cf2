import { dialogOfCaller } from '@sidetone/sip/dialogs/dialog.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { expect, test } from 'vitest';
import { answeredCall, sendInside, takenCall } from './testing/calls.ts';
import { fakeDevice } from './testing/fake-device.ts';
import { fakeExchange } from './testing/fake-exchange.ts';

/** Bob's phone subscribes and takes every NOTIFY. */
const subscribed = async (
  event: string,
  extra: [string, string][] = [],
  to = 'bob',
  given: Parameters<typeof fakeExchange>[0] = {},
) => {
  const exchange = fakeExchange(given);
  const bob = fakeDevice(exchange, 'bob', { transport: 'udp' });
  await bob.register();
  const notifies: SipRequest[] = [];
  bob.onRequest = (transaction) => {
    if (transaction.request.method === 'NOTIFY') notifies.push(transaction.request);
    if (transaction.request.method !== 'INVITE') transaction.reply(200);
  };
  const sent = await bob.sendAuthorized(bob.build('SUBSCRIBE', to, [['Event', event], ...extra]));
  await exchange.pass();
  return { exchange, bob, sent, notifies, last: sent.responses.at(-1) };
};
const states = (notifies: readonly SipRequest[]) =>
  notifies.map(({ body }) => [...body.matchAll(/direction="(\w+)"[^>]*><state>(\w+)/g)].map(([, ...found]) => found));

test('a phone hears immediately that no message waits for it', async () => {
  const { last, notifies } = await subscribed('message-summary', [['Expires', '600']]);
  expect([last?.status, last?.headers.get('Expires')]).toEqual([200, '600']);
  expect(notifies).toHaveLength(1);
  expect(notifies[0]?.headers.get('Event')).toBe('message-summary');
  expect(notifies[0]?.headers.get('Subscription-State')).toBe('active;expires=600');
  expect(notifies[0]?.headers.get('Content-Type')).toBe('application/simple-message-summary');
  expect(notifies[0]?.body).toContain('Messages-Waiting: no\r\nMessage-Account: sip:*97@server.example\r\n');
});

test('a phone hears of messages as they come, are heard and are deleted, and of nothing twice', async () => {
  let waiting = { fresh: 2, heard: 1 };
  const messagesOf = async (userId: string) => (userId === 'w-bob' ? waiting : { fresh: 9, heard: 9 });
  const { exchange, notifies } = await subscribed('message-summary', [], 'bob', { messagesOf });
  const counts = () =>
    notifies.map(({ body }) => /^Messages-Waiting: (\w+)[\s\S]*Voice-Message: (\S+)/.exec(body)?.slice(1));
  expect(counts()).toEqual([['yes', '2/1']]);
  for (const next of [waiting, { fresh: 0, heard: 3 }, { fresh: 0, heard: 0 }]) {
    waiting = next;
    exchange.core.messagesChanged('w-bob');
    exchange.core.messagesChanged('w-anna');
    await exchange.pass(100);
  }
  expect(counts()).toEqual([
    ['yes', '2/1'],
    ['no', '0/3'],
    ['no', '0/0'],
  ]);
});

test('a phone hears immediately of no message where they cannot be counted, and of the right number later', async () => {
  let answer: Promise<{ fresh: number; heard: number }> = Promise.reject(new Error('the database is away'));
  const { exchange, notifies } = await subscribed('message-summary', [], 'bob', { messagesOf: () => answer });
  answer = Promise.resolve({ fresh: 1, heard: 0 });
  exchange.core.messagesChanged('w-bob');
  await exchange.pass(100);
  expect(notifies.map(({ body }) => /Voice-Message: (\S+)/.exec(body)?.[1])).toEqual(['0/0', '1/0']);
});

test('a phone follows the calls of its user as they ring, talk and end', async () => {
  const { exchange, bob, notifies } = await subscribed('dialog;id=7');
  expect(notifies[0]?.headers.get('Event')).toBe('dialog;id=7');
  const { dialog } = await takenCall(exchange, bob);
  await exchange.pass(100);
  await answeredCall(exchange, bob);
  await exchange.pass(100);
  bob.inside(dialog, 'BYE');
  await exchange.pass(100);
  expect(states(notifies).at(-1)).toEqual([['initiator', 'confirmed']]);
  expect(states(notifies)).toContainEqual([['recipient', 'confirmed']]);
  expect(notifies.map(({ body }) => Number(/version="(\d+)"/.exec(body)?.[1]))).toEqual(notifies.map((_, at) => at));
});

test('calls of others are told to nobody, and only of one’s own name', async () => {
  const { exchange, notifies } = await subscribed('dialog');
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  await answeredCall(exchange, anna);
  await exchange.pass(100);
  expect(notifies).toHaveLength(1);
  expect((await subscribed('dialog', [], 'anna')).last?.status).toBe(403);
});

test.each([
  ['presence', [], 489],
  ['dialog', [['Expires', '30']], 423],
] as [string, [string, string][], number][])('SUBSCRIBE to %s with %j gets %i', async (event, extra, status) => {
  const { last, notifies } = await subscribed(event, extra);
  expect([last?.status, notifies]).toEqual([status, []]);
  if (status === 489)
    expect(last?.headers.list('Allow-Events')).toEqual(['dialog', 'message-summary', 'as-feature-event']);
});

test('a subscription is refreshed, ends when asked to, and ends by itself', async () => {
  const { exchange, bob, sent, last, notifies } = await subscribed('dialog', [['Expires', '60']]);
  if (!last) throw new Error('no answer');
  const dialog = dialogOfCaller(sent.request, last);
  await exchange.pass(50_000);
  const fields: [string, string][] = [['Event', 'dialog']];
  const again = sendInside(bob, dialog, 'SUBSCRIBE', [...fields, ['Expires', '120']]);
  await exchange.pass(100_000);
  const wrong = sendInside(bob, dialog, 'SUBSCRIBE', [['Event', 'message-summary']]);
  const unsubscribed = sendInside(bob, dialog, 'SUBSCRIBE', [...fields, ['Expires', '0']]);
  await exchange.pass();
  const gone = sendInside(bob, dialog, 'SUBSCRIBE', fields);
  await exchange.pass();
  expect([again, wrong, unsubscribed, gone].map(({ responses }) => responses[0]?.status)).toEqual([200, 489, 200, 481]);
  expect(notifies.map(({ headers }) => headers.get('Subscription-State'))).toEqual([
    'active;expires=60',
    'active;expires=120',
    'terminated;reason=timeout',
  ]);
  const other = await subscribed('dialog', [['Expires', '60']]);
  await other.exchange.pass(61_000);
  expect(other.notifies.at(-1)?.headers.get('Subscription-State')).toBe('terminated;reason=timeout');
});

test('a phone that knows no subscription, or is silent, hears nothing more', async () => {
  const { exchange, bob, notifies } = await subscribed('dialog');
  bob.onRequest = (transaction) => {
    if (transaction.request.method === 'NOTIFY') transaction.reply(481);
  };
  await answeredCall(exchange, bob);
  await exchange.pass(100);
  const before = bob.requests.length;
  await answeredCall(exchange, bob);
  await exchange.pass(100);
  expect([bob.requests.length, notifies.length]).toEqual([before, 1]);
});

test('a stranger hears nothing', async () => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob', { transport: 'udp' });
  const sent = bob.send(bob.build('SUBSCRIBE', 'bob', [['Event', 'dialog']]));
  await exchange.pass();
  expect(sent.responses.map(({ status }) => status)).toEqual([401]);
  expect(bob.requests).toEqual([]);
});

test('Allow-Events is in every message that sets up a dialog, and in answers to OPTIONS (RFC 6665 §4.4.4)', async () => {
  const { exchange, bob, last } = await subscribed('dialog');
  const options = bob.send(bob.build('OPTIONS', '200'));
  await takenCall(exchange, bob);
  const { call } = await answeredCall(exchange, bob);
  const invite = bob.requests.findLast(({ request }) => request.method === 'INVITE')?.request;
  const said = [last, options.responses.at(-1), invite, call.responses.at(-1)];
  const listed = ['dialog', 'message-summary', 'as-feature-event', 'refer'];
  expect(said.map((one) => one?.headers.list('Allow-Events'))).toEqual([listed, listed, listed, listed]);
});
