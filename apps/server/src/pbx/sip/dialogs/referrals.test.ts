import { expect, test } from 'vitest';
import { answeredCall, type FakeDevice, sendInside, takenCall } from '../testing/calls.ts';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

/** Bob's phone talks, and answers every NOTIFY. */
const talking = async (transport: 'ws' | 'udp' = 'udp') => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob', { transport });
  await bob.register();
  const parts = await answeredCall(exchange, bob);
  bob.onRequest = (transaction) => transaction.reply(200);
  const refer = async (referTo: string, extra: [string, string][] = []) => {
    const sent = sendInside(bob, parts.dialog, 'REFER', [['Refer-To', referTo], ...extra]);
    await exchange.pass();
    return sent;
  };
  return { exchange, bob, ...parts, refer, order: exchange.legs.order };
};
const notified = (device: FakeDevice) =>
  device.requests
    .filter(({ request }) => request.method === 'NOTIFY')
    .map(({ request }) => `${request.body.trim()} | ${request.headers.get('Subscription-State')}`);

test('a REFER is a fact; accepted, it hears how the call that it asked for goes', async () => {
  const { exchange, bob, legId, refer, order } = await talking();
  const sent = await refer('<sip:300@server.example>', [['Referred-By', 'rubbish <']]);
  const { referId } = exchange.fact('referred');
  expect(exchange.fact('referred')).toEqual({ type: 'referred', legId, referId, number: '300' });
  order({ do: 'acceptRefer', legId, referId });
  await exchange.pass();
  order({ do: 'notifyRefer', legId, referId, status: 180, phrase: 'Ringing' });
  order({ do: 'notifyRefer', legId, referId, status: 200, phrase: 'OK' });
  await exchange.pass();
  expect(sent.responses.map(({ status }) => status)).toEqual([202]);
  expect(notified(bob)).toEqual([
    'SIP/2.0 100 Trying | active;expires=180',
    'SIP/2.0 180 Ringing | active;expires=180',
    'SIP/2.0 200 OK | terminated;reason=noresource',
  ]);
  const notify = bob.requests.find(({ request }) => request.method === 'NOTIFY')?.request;
  const cseq = sent.request.headers.get('CSeq')?.split(' ')[0];
  expect(notify?.headers.get('Event')).toBe(`refer;id=${cseq}`);
  expect(notify?.headers.get('Content-Type')).toBe('message/sipfrag;version=2.0');
  order({ do: 'notifyRefer', legId, referId, status: 486, phrase: 'Busy Here' });
  await exchange.pass();
  expect(notified(bob)).toHaveLength(3);
});

test('a call with Replaces to another leg of the same user is named in the fact', async () => {
  const { exchange, bob, legId, refer } = await talking();
  const second = await answeredCall(exchange, bob);
  const tag = (side: 'local' | 'remote') => second.dialog[side].parameters.get('tag');
  const replaces = `${second.dialog.callId};to-tag=${tag('remote')};from-tag=${tag('local')}`;
  const sent = await refer(`<sip:300@server.example?Replaces=${encodeURIComponent(replaces)}>`);
  expect(sent.responses).toEqual([]);
  expect(exchange.fact('referred')).toMatchObject({ legId, number: '300', replacesLegId: second.legId });
});

test('Replaces that names no leg, the same one or another user’s is told by NOTIFY, and the call stays up', async () => {
  const { exchange, bob, refer, dialog } = await talking();
  const carol = fakeDevice(exchange, 'carol', { transport: 'udp' });
  await carol.register();
  const foreign = await answeredCall(exchange, carol);
  const nameOf = (one: typeof dialog) =>
    `${one.callId};to-tag=${one.remote.parameters.get('tag')};from-tag=${one.local.parameters.get('tag')}`;
  for (const replaces of ['nobody;to-tag=1;from-tag=2', nameOf(dialog), nameOf(foreign.dialog)]) {
    const sent = await refer(`<sip:300@server.example?Replaces=${encodeURIComponent(replaces)}>`);
    expect(sent.responses.map(({ status }) => status)).toEqual([202]);
  }
  expect(notified(bob)).toEqual(
    Array(3).fill('SIP/2.0 481 Call/Transaction Does Not Exist | terminated;reason=noresource'),
  );
  expect(exchange.facts.some(({ type }) => type === 'referred' || type === 'ended')).toBe(false);
});

test.each([
  [[], 400],
  [['<sip:1@a>', '<sip:2@b>'], 400],
  [['<http://example.org/>'], 416],
  [['<sip:1@a?Replaces=x>'], 400],
  [['<sip:1@a;method=BYE>'], 501],
  [['<sip:server.example>'], 404],
  [['<sip:%0D%0A@server.example>'], 404],
])('Refer-To %j is refused with %i', async (values, status) => {
  const { exchange, bob, dialog } = await talking();
  const headers = values.map((value): [string, string] => ['Refer-To', value]);
  const sent = sendInside(bob, dialog, 'REFER', headers);
  await exchange.pass();
  expect(sent.responses.map((one) => one.status)).toEqual([status]);
  expect(exchange.facts.some(({ type }) => type === 'referred')).toBe(false);
});

test('a refused REFER gets its status and no NOTIFY; one that nobody decides is refused in time', async () => {
  const { exchange, bob, legId, refer, order } = await talking();
  const first = await refer('<tel:+49-30-123>');
  const { referId, number } = exchange.fact('referred');
  expect(number).toBe('+4930123');
  order({ do: 'refuseRefer', legId, referId, status: 403 });
  const second = await refer('<sip:300@server.example>');
  await exchange.pass(11_000);
  order({ do: 'acceptRefer', legId, referId: exchange.fact('referred').referId });
  await exchange.pass();
  expect([first, second].map(({ responses }) => responses.map(({ status }) => status))).toEqual([[403], [503]]);
  expect(notified(bob)).toEqual([]);
});

test('a phone that wants no NOTIFY gets none', async () => {
  const { exchange, bob, legId, refer, order } = await talking();
  const sent = await refer('<sip:300@server.example>', [['Refer-Sub', 'false']]);
  const { referId } = exchange.fact('referred');
  order({ do: 'acceptRefer', legId, referId });
  order({ do: 'notifyRefer', legId, referId, status: 200, phrase: 'OK' });
  await exchange.pass();
  expect([sent.responses[0]?.status, sent.responses[0]?.headers.get('Refer-Sub')]).toEqual([202, 'false']);
  expect(notified(bob)).toEqual([]);
});

test('NOTIFYs come one after the other, and the last ones before the BYE', async () => {
  const { exchange, bob, legId, refer, order } = await talking();
  bob.onRequest = () => {};
  await refer('<sip:300@server.example>');
  const { referId } = exchange.fact('referred');
  order({ do: 'acceptRefer', legId, referId });
  order({ do: 'notifyRefer', legId, referId, status: 180, phrase: 'Ringing' });
  order({ do: 'notifyRefer', legId, referId, status: 200, phrase: 'OK' });
  await exchange.pass();
  expect(notified(bob)).toEqual(['SIP/2.0 100 Trying | active;expires=180']);
  order({ do: 'bye', legId });
  await exchange.pass();
  expect(bob.requests.map(({ request }) => request.method)).toEqual(['NOTIFY', 'NOTIFY', 'NOTIFY', 'BYE']);
  expect(notified(bob).at(-1)).toBe('SIP/2.0 200 OK | terminated;reason=noresource');
});

test('a phone that knows no subscription hears nothing more of it, and keeps its call', async () => {
  const { exchange, bob, legId, refer, order } = await talking();
  bob.onRequest = (transaction) => transaction.reply(481);
  await refer('<sip:300@server.example>');
  const { referId } = exchange.fact('referred');
  order({ do: 'acceptRefer', legId, referId });
  await exchange.pass();
  order({ do: 'notifyRefer', legId, referId, status: 200, phrase: 'OK' });
  await exchange.pass();
  expect(notified(bob)).toHaveLength(1);
  expect(exchange.facts.some(({ type }) => type === 'ended')).toBe(false);
});

test('REFER and NOTIFY outside of calls are refused, and Allow names what is taken', async () => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  const outside = bob.send(bob.build('REFER', '200', [['Refer-To', '<sip:300@server.example>']]));
  const notify = bob.send(bob.build('NOTIFY', '200', [['Event', 'keep-alive']]));
  const options = bob.send(bob.build('OPTIONS', '200'));
  await exchange.pass();
  expect([outside, notify].map(({ responses }) => responses.at(-1)?.status)).toEqual([403, 481]);
  expect(options.responses.at(-1)?.headers.list('Allow')).toEqual(expect.arrayContaining(['REFER', 'UPDATE', 'PRACK']));
  expect(options.responses.at(-1)?.headers.list('Supported')).toEqual(
    expect.arrayContaining(['replaces', 'timer', '100rel', 'path']),
  );
});

test('a leg that we began takes a REFER as well', async () => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  const { dialog, legId } = await takenCall(exchange, bob);
  sendInside(bob, dialog, 'REFER', [['Refer-To', 'sip:300@server.example']]);
  await exchange.pass();
  expect(exchange.fact('referred')).toMatchObject({ legId, number: '300' });
});

test('a flood of REFERs in one dialog is refused, and the call stays up', async () => {
  const { exchange, refer, legId } = await talking();
  const statuses: (number | undefined)[] = [];
  for (let round = 0; round < 8; round += 1) {
    statuses.push((await refer('<sip:300@server.example>')).responses.at(-1)?.status);
  }
  expect(statuses.slice(5)).toEqual([503, 503, 503]);
  expect(exchange.facts.filter(({ type }) => type === 'referred')).toHaveLength(5);
  await exchange.pass(11_000);
  expect((await refer('<sip:300@server.example>')).responses).toEqual([]);
  expect(exchange.fact('referred').legId).toBe(legId);
});
