import { ackInside } from '@sidetone/sip/dialogs/dialog.ts';
import { expect, test } from 'vitest';
import { sendInside } from '../testing/calls.ts';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

/** Anna calls 200 and the exchange has heard of it. */
const ringing = async (given: { transport?: 'ws' | 'udp'; extra?: [string, string][] } = {}) => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna', given);
  await anna.register();
  const call = await anna.call('200', given.extra);
  const legId = exchange.facts.find(({ type }) => type === 'invited')?.legId ?? '';
  return { exchange, anna, call, legId, order: exchange.legs.order };
};
/** The same, answered and acknowledged. */
const talking = async (given: Parameters<typeof ringing>[0] = {}) => {
  const parts = await ringing(given);
  parts.order({ do: 'answer', legId: parts.legId, sdp: answer });
  await parts.exchange.pass();
  const dialog = parts.anna.confirm(parts.call);
  await parts.exchange.pass();
  return { ...parts, dialog };
};
const statuses = (call: { responses: readonly { status: number }[] }) => call.responses.map(({ status }) => status);
const body = (text: string) => ({ type: 'application/sdp', text });

test('an INVITE becomes a fact with all that the core must know', async () => {
  const { exchange, call } = await ringing({ extra: [['To', '"+4930123_c1_x" <sip:200@server.example>']] });
  expect(exchange.fact('invited')).toMatchObject({
    sipCallId: call.request.headers.get('Call-ID'),
    sessionId: 'session-1',
    from: { endpointId: 'e-anna', userId: 'w-anna', accountId: 's1', kind: 'phone' },
    called: '200',
    calledName: '+4930123_c1_x',
    media: 'webrtc',
    address: '127.0.0.1',
    offer,
  });
});

test('a page that registered is trusted on its own connection, under its own name only', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  const stranger = anna.send(anna.build('INVITE', '200', [], offer));
  await exchange.pass();
  expect(statuses(stranger)).toEqual([401]);
  await anna.register();
  const own = anna.send(anna.build('INVITE', '200', [], offer));
  const forged = anna.send(anna.build('INVITE', '200', [['From', '<sip:bob@server.example>;tag=x']], offer));
  await exchange.pass();
  expect([statuses(own), statuses(forged)]).toEqual([[], [401]]);
});

test('a phone over UDP proves itself for every call', async () => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob', { transport: 'udp' });
  await bob.register();
  const first = bob.send(bob.build('INVITE', '200', [], offer));
  await exchange.pass();
  expect(statuses(first)).toEqual([401]);
});

test('ringing, early audio, the answer and its ACK', async () => {
  const { exchange, anna, call, legId, order } = await ringing();
  order({ do: 'provisional', legId, status: 180 });
  order({ do: 'provisional', legId, status: 183, sdp: answer });
  order({ do: 'answer', legId, sdp: answer });
  await exchange.pass();
  expect(statuses(call)).toEqual([180, 183, 200]);
  expect(call.responses[2]?.body).toBe(answer);
  expect(call.responses[2]?.headers.get('Contact')).toBe('<sip:server.example:5060;transport=ws>');
  anna.confirm(call);
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'acknowledged', legId });
});

test('the answer is repeated until the ACK, over UDP and over a WebSocket', async () => {
  for (const transport of ['udp', 'ws'] as const) {
    const { exchange, anna, call, legId, order } = await ringing({ transport });
    order({ do: 'answer', legId, sdp: answer });
    await exchange.pass(2000);
    expect(statuses(call).filter((status) => status === 200)).toHaveLength(3);
    anna.confirm(call);
    await exchange.pass(20_000);
    expect(statuses(call).filter((status) => status === 200)).toHaveLength(3);
  }
});

test('an answer that nobody acknowledges ends with BYE', async () => {
  const { exchange, anna, legId, order } = await ringing();
  order({ do: 'answer', legId, sdp: answer });
  await exchange.pass(33_000);
  expect(exchange.fact('ended')).toEqual({ type: 'ended', legId, reason: { cause: 408, text: 'ACK missing' } });
  expect(anna.requests.map(({ request }) => request.method)).toEqual(['BYE']);
});

test('BYE waits for the ACK', async () => {
  const { exchange, anna, call, legId, order } = await ringing();
  order({ do: 'answer', legId, sdp: answer });
  order({ do: 'bye', legId, reason: { cause: 200, text: 'Call completed elsewhere' } });
  await exchange.pass(1000);
  expect(anna.requests).toEqual([]);
  anna.confirm(call);
  await exchange.pass();
  expect(anna.requests[0]?.request.headers.get('Reason')).toBe('SIP;cause=200;text="Call completed elsewhere"');
});

test('a refusal carries the status, phrase and reason that were ordered', async () => {
  const { exchange, call, legId, order } = await ringing();
  order({ do: 'refuse', legId, status: 603, phrase: 'Busy Here', reason: { cause: 603, text: 'Declined' } });
  await exchange.pass();
  const last = call.responses.at(-1);
  expect([last?.status, last?.phrase, last?.headers.get('Reason')]).toEqual([
    603,
    'Busy Here',
    'SIP;cause=603;text="Declined"',
  ]);
  expect(exchange.core.book.size).toBe(0);
});

test('a caller that gives up is a fact, and later orders change nothing', async () => {
  const { exchange, call, legId, order } = await ringing();
  order({ do: 'provisional', legId, status: 180 });
  await exchange.pass();
  call.cancel();
  await exchange.pass();
  order({ do: 'answer', legId, sdp: answer });
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'cancelled', legId });
  expect(statuses(call)).toEqual([180, 487]);
});

test('a caller whose connection breaks while it rings has given up', async () => {
  const { exchange, anna, legId } = await ringing();
  anna.drop();
  expect(exchange.facts.at(-1)).toEqual({ type: 'cancelled', legId });
});

test.each([
  ['Require', 'gruu, 100rel', 420, 'Unsupported', 'gruu'],
  ['Proxy-Require', 'privacy', 420, 'Unsupported', 'privacy'],
  ['Content-Type', 'text/plain', 415, 'Accept', 'application/sdp'],
  ['Content-Encoding', 'gzip', 415, 'Accept-Encoding', 'identity'],
  ['Max-Forwards', '0', 483, 'Via', 'SIP/2.0'],
])('an INVITE with %s: %s gets %i', async (name, value, status, told, what) => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  const last = (await anna.call('200', [[name, value]])).responses.at(-1);
  expect(last?.status).toBe(status);
  expect(last?.headers.get(told)).toContain(what);
  expect(exchange.facts).toEqual([]);
});

test('a session description that comes beside other things is the offer', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  const other = '--edge\r\nContent-Type: application/isup\r\n';
  const bodyWith = (headers: string) =>
    `--edge\r\nContent-Type: application/sdp\r\n\r\n${offer}\r\n${other}${headers}\r\nIAM\r\n--edge--\r\n`;
  const type: [string, string][] = [['Content-Type', 'multipart/mixed;boundary=edge']];
  await anna.sendAuthorized(anna.build('INVITE', '200', type, bodyWith('')));
  expect(exchange.fact('invited').offer).toBe(offer);
  const required = 'Content-Disposition: signal;handling=required\r\n';
  const refused = await anna.sendAuthorized(anna.build('INVITE', '200', type, bodyWith(required)));
  expect(statuses(refused)).toEqual([415]);
});

test('requests that make no sense outside of a call are told so', async () => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  const answers = ['OPTIONS', 'MESSAGE', 'BYE', 'UPDATE', 'INFO', 'PRACK'].map((method) =>
    anna.send(anna.build(method, '200')),
  );
  const lost = anna.send(anna.build('INVITE', '200', [['To', '<sip:200@server.example>;tag=old']], offer));
  await exchange.pass();
  expect(answers.map((one) => one.responses[0]?.status)).toEqual([200, 405, 481, 481, 481, 481]);
  expect(answers[0]?.responses[0]?.headers.get('Accept')).toContain('application/sdp');
  expect(answers[1]?.responses[0]?.headers.get('Allow')).toContain('INVITE');
  expect(statuses(lost)).toEqual([481]);
});

test.each([
  ['%00', 404],
  ['1%0D%0A2', 404],
  ['9'.repeat(201), 404],
])('nobody has the number %s', async (number, status) => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna');
  await anna.register();
  const call = anna.send({ ...anna.build('INVITE', '200', [], offer), uri: `sip:${number}@server.example` });
  await exchange.pass();
  expect([statuses(call), exchange.facts]).toEqual([[status], []]);
});

test('a second INVITE with a live Call-ID is a loop', async () => {
  const { exchange, anna, call } = await ringing();
  const again = anna.send(anna.build('INVITE', '200', [['Call-ID', call.request.headers.get('Call-ID') ?? '']], offer));
  await exchange.pass();
  expect(statuses(again)).toEqual([482]);
});

test('the far side hangs up, and says why', async () => {
  const { exchange, anna, legId, dialog } = await talking();
  const bye = anna.inside(dialog, 'BYE');
  await exchange.pass();
  expect(statuses(bye)).toEqual([200]);
  expect(exchange.facts.at(-1)).toEqual({ type: 'ended', legId });
  expect(exchange.core.book.size).toBe(0);
});

test('a re-INVITE is offered to the core, answered and acknowledged', async () => {
  const { exchange, anna, legId, dialog, order } = await talking();
  const again = anna.inside(dialog, 'INVITE', body('v=0 hold'));
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'reoffered', legId, sdp: 'v=0 hold' });
  order({ do: 'answerReoffer', legId, sdp: 'v=0 held' });
  await exchange.pass();
  expect(again.responses.at(-1)).toMatchObject({ status: 200, body: 'v=0 held' });
  const refused = anna.inside(dialog, 'INVITE', body('v=0 bad'));
  await exchange.pass();
  order({ do: 'refuseReoffer', legId, status: 488 });
  await exchange.pass();
  expect(statuses(refused)).toEqual([488]);
});

test('a re-INVITE without an offer gets ours, and its ACK brings the answer', async () => {
  const { exchange, anna, legId, dialog, order } = await talking();
  const again = anna.inside(dialog, 'INVITE');
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'reoffered', legId });
  order({ do: 'answerReoffer', legId, sdp: 'v=0 ours' });
  await exchange.pass();
  const ok = again.responses.at(-1);
  expect(ok).toMatchObject({ status: 200, body: 'v=0 ours' });
  order({ do: 'reinvite', legId, sdp: 'v=0 later' });
  await exchange.pass();
  expect(anna.requests).toEqual([]);
  anna.layer.sendAck(ackInside(dialog, Number(ok?.headers.get('CSeq')?.split(' ')[0]), body('v=0 theirs')), anna.hop);
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'acknowledged', legId, sdp: 'v=0 theirs' });
  // What waited for the ACK goes now.
  expect(anna.requests.map(({ request }) => request.body)).toEqual(['v=0 later']);
});

test('UPDATE changes the session like a re-INVITE, or only keeps it alive', async () => {
  const { exchange, anna, legId, dialog, order } = await talking();
  const alive = anna.inside(dialog, 'UPDATE');
  const change = anna.inside(dialog, 'UPDATE', body('v=0 new'));
  await exchange.pass();
  order({ do: 'answerReoffer', legId, sdp: 'v=0 ok' });
  await exchange.pass();
  expect([statuses(alive), change.responses[0]?.body]).toEqual([[200], 'v=0 ok']);
});

test('key presses in INFO are facts; other INFO is told what would be understood', async () => {
  const { exchange, anna, legId, dialog } = await talking();
  const info = (type: string, text: string) => anna.inside(dialog, 'INFO', { type, text });
  const relay = info('application/dtmf-relay', 'Signal=#\r\nDuration=200\r\n');
  const plain = info('application/dtmf', '5');
  const unknown = info('text/plain', 'hello');
  const broken = info('application/dtmf-relay', 'Signal=X');
  const bare = (extra: [string, string][]) => sendInside(anna, dialog, 'INFO', extra);
  const [empty, recording, packaged] = [bare([]), bare([['Record', 'on']]), bare([['Info-Package', 'trickle-ice']])];
  await exchange.pass();
  expect(exchange.facts.filter(({ type }) => type === 'info')).toEqual([
    { type: 'info', legId, digit: '#', durationMs: 200 },
    { type: 'info', legId, digit: '5', durationMs: 160 },
  ]);
  expect([relay, plain, unknown, broken].map((one) => one.responses[0]?.status)).toEqual([200, 200, 415, 400]);
  // What is not done is not answered as if it were.
  expect([empty, recording, packaged].map((one) => one?.responses[0]?.status)).toEqual([200, 415, 469]);
  expect(packaged?.responses[0]?.headers.get('Recv-Info')).toBe('');
});

test('a caller that demands reliable provisional answers gets them, one after the other', async () => {
  const { exchange, anna, call, legId, order } = await ringing({ extra: [['Require', '100rel']] });
  order({ do: 'provisional', legId, status: 180 });
  order({ do: 'provisional', legId, status: 183, sdp: answer });
  order({ do: 'answer', legId, sdp: answer });
  await exchange.pass(600);
  expect(statuses(call)).toEqual([180, 180]);
  for (const expected of [183, 200]) {
    const last = call.responses.at(-1);
    const early = anna.build('PRACK', '200', [
      ['From', call.request.headers.get('From') ?? ''],
      ['To', last?.headers.get('To') ?? ''],
      ['Call-ID', call.request.headers.get('Call-ID') ?? ''],
      ['CSeq', `${expected} PRACK`],
      ['RAck', `${last?.headers.get('RSeq')} ${call.request.headers.get('CSeq')?.split(' ')[0]} INVITE`],
    ]);
    const prack = anna.send(early);
    await exchange.pass();
    expect(statuses(prack)).toEqual([200]);
    expect(call.responses.at(-1)?.status).toBe(expected);
  }
});

test('a phone that lost power in a call is noticed, one that only dislikes the question is left alone', async () => {
  const { exchange, anna, legId } = await talking({ transport: 'udp' });
  await exchange.pass(121_000);
  expect(anna.requests.map(({ request }) => request.method)).toEqual(['OPTIONS']);
  anna.requests[0]?.reply(501);
  await exchange.pass(100_000);
  expect(exchange.facts.some(({ type }) => type === 'ended')).toBe(false);
  anna.deaf = true;
  await exchange.pass(60_000);
  expect(exchange.facts.at(-1)).toEqual({ type: 'ended', legId });
  await exchange.pass(60_000);
  expect(exchange.core.book.size).toBe(0);
});
