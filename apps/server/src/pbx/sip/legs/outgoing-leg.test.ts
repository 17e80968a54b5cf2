import { expect, test } from 'vitest';
import type { LegOrder } from '../../calls/legs.ts';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

const elsewhere = { cause: 200, text: 'Call completed elsewhere' };

/** The exchange has ordered an INVITE to Bob's page; nothing has reached it yet. */
const inviting = async (change: Partial<Extract<LegOrder, { do: 'invite' }>> = {}) => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  const [contact] = await exchange.legs.contactsOf(['w-bob']);
  if (!contact) throw new Error('bob is not there');
  const legId = 'l1';
  const from = { user: '+4930111', name: 'Änna "A"' };
  const to = { user: '200', name: '+4930222_c1' };
  const target = { kind: 'device', contact } as const;
  exchange.legs.order({ do: 'invite', legId, sipCallId: 'c1', sessionId: 's1', target, offer, from, to, ...change });
  return { exchange, bob, legId, contact, order: exchange.legs.order };
};
const talking = async () => {
  const parts = await inviting();
  await parts.exchange.pass();
  const invite = parts.bob.requests[0];
  if (!invite) throw new Error('no INVITE');
  const dialog = parts.bob.answer(invite);
  await parts.exchange.pass();
  parts.order({ do: 'acknowledge', legId: parts.legId });
  await parts.exchange.pass();
  return { ...parts, invite, dialog };
};
const methods = (bob: { requests: { request: { method: string } }[] }) =>
  bob.requests.map(({ request }) => request.method);
const types = (exchange: { facts: { type: string }[] }) => exchange.facts.map(({ type }) => type);

test('the INVITE carries what was ordered', async () => {
  const { exchange, bob } = await inviting();
  await exchange.pass();
  const request = bob.requests[0]?.request;
  expect(request?.uri).toBe(bob.contact);
  expect(request?.body).toBe(offer);
  const header = (name: string) => request?.headers.get(name);
  expect(header('Call-ID')).toBe('c1');
  expect(header('X-Client-Correlation-Id')).toBe('s1');
  expect(header('From')).toMatch(/^"Änna \\"A\\"" <sip:\+4930111@server\.example:5060>;tag=/);
  expect(header('To')).toBe('"+4930222_c1" <sip:200@server.example:5060>');
});

test('an anonymous caller leaves no trace', async () => {
  const { exchange, bob } = await inviting({ from: 'anonymous' });
  await exchange.pass();
  expect(bob.requests[0]?.request.headers.get('From')).toContain('sip:anonymous@anonymous.invalid');
  expect(bob.requests[0]?.request.headers.get('Privacy')).toBe('id');
});

test('ringing and the answer are facts, and the answer is acknowledged each time it comes', async () => {
  const { exchange, bob, order, legId } = await inviting();
  await exchange.pass();
  const invite = bob.requests[0];
  invite?.reply(180);
  await exchange.pass();
  if (invite) bob.answer(invite);
  await exchange.pass();
  order({ do: 'acknowledge', legId });
  await exchange.pass();
  if (invite) bob.answer(invite);
  await exchange.pass();
  expect(exchange.facts).toEqual([
    { type: 'provisional', legId, status: 180 },
    { type: 'answered', legId, sdp: answer },
  ]);
  expect(bob.acks).toHaveLength(2);
});

test('a refusal is a fact with its reason', async () => {
  const { exchange, bob, legId } = await inviting();
  await exchange.pass();
  bob.requests[0]?.reply(486, { headers: [['Reason', 'Q.850;cause=17, SIP;cause=603;text="Declined"']] });
  await exchange.pass();
  const reason = { cause: 603, text: 'Declined' };
  expect(exchange.facts).toEqual([{ type: 'refused', legId, status: 486, phrase: 'Busy Here', reason }]);
  expect(exchange.core.book.size).toBe(0);
});

test('a device that says nothing for 1.5 s is unreachable, and what it says later is undone', async () => {
  const { exchange, bob, legId } = await inviting();
  bob.deaf = true;
  await exchange.pass(1490);
  expect(exchange.facts).toEqual([]);
  await exchange.pass(20);
  expect(exchange.facts).toEqual([{ type: 'unreachable', legId }]);
  bob.deaf = false;
  const text = bob.heardTexts.find((one) => one.startsWith('INVITE')) ?? '';
  bob.flow.send(text);
  await exchange.pass();
  bob.requests[0]?.reply(180);
  await exchange.pass();
  expect(bob.cancels).toHaveLength(1);
  expect(types(exchange)).toEqual(['unreachable']);
  expect(exchange.core.book.size).toBe(0);
});

test('a device that is gone is unreachable, and the order itself says nothing', async () => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  const [contact] = await exchange.legs.contactsOf(['w-bob']);
  if (!contact) throw new Error('bob is not there');
  bob.drop();
  exchange.legs.order({
    do: 'invite',
    legId: 'l1',
    sipCallId: 'c',
    sessionId: 's',
    target: { kind: 'device', contact },
    offer,
    from: 'anonymous',
    to: { user: '1' },
  });
  expect(exchange.facts).toEqual([]);
  await exchange.pass();
  expect(exchange.facts).toEqual([{ type: 'unreachable', legId: 'l1' }]);
});

test('a page that closes while it rings is unreachable', async () => {
  const { exchange, bob, legId } = await inviting();
  await exchange.pass();
  bob.requests[0]?.reply(180);
  await exchange.pass();
  bob.drop();
  expect(exchange.facts.at(-1)).toEqual({ type: 'unreachable', legId });
});

test('a cancelled device learns why, and its 487 is the last fact', async () => {
  const { exchange, bob, legId, order } = await inviting();
  await exchange.pass();
  bob.requests[0]?.reply(180);
  await exchange.pass();
  order({ do: 'cancel', legId, reason: elsewhere });
  await exchange.pass();
  expect(bob.cancels[0]?.headers.get('Reason')).toBe('SIP;cause=200;text="Call completed elsewhere"');
  expect(exchange.fact('refused')).toMatchObject({ legId, status: 487 });
  expect(exchange.core.book.size).toBe(0);
});

test('an answer that crosses the CANCEL gets ACK and BYE', async () => {
  const { exchange, bob, legId, order } = await inviting();
  await exchange.pass();
  bob.requests[0]?.reply(180);
  await exchange.pass();
  const invite = bob.requests[0];
  if (invite) bob.answer(invite);
  order({ do: 'cancel', legId, reason: elsewhere });
  await exchange.pass();
  expect(bob.acks).toHaveLength(1);
  expect(methods(bob)).toEqual(['INVITE', 'BYE']);
  expect(bob.requests[1]?.request.headers.get('Reason')).toContain('completed elsewhere');
  expect(types(exchange)).toEqual(['provisional', 'refused']);
});

test('hanging up sends BYE, and a BYE that crosses it is answered', async () => {
  const { exchange, bob, legId, dialog, order } = await talking();
  order({ do: 'bye', legId });
  const crossing = bob.inside(dialog, 'BYE');
  await exchange.pass();
  bob.requests[1]?.reply(200);
  await exchange.pass();
  expect(methods(bob)).toEqual(['INVITE', 'BYE']);
  expect(crossing.responses[0]?.status).toBe(200);
  expect(types(exchange)).toEqual(['answered']);
  expect(exchange.core.book.size).toBe(0);
});

test('a re-INVITE of ours brings the answer', async () => {
  const { exchange, bob, legId, order } = await talking();
  order({ do: 'reinvite', legId, sdp: 'v=0 hold' });
  await exchange.pass();
  const again = bob.requests[1];
  expect([again?.request.method, again?.request.body]).toEqual(['INVITE', 'v=0 hold']);
  if (again) bob.answer(again, 'v=0 held');
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'reofferAnswered', legId, sdp: 'v=0 held' });
  expect(bob.acks).toHaveLength(2);
});

test('two offers that cross are both refused with 491, and ours comes again later', async () => {
  const { exchange, bob, legId, dialog, order } = await talking();
  order({ do: 'reinvite', legId, sdp: 'v=0 ours' });
  const theirs = bob.inside(dialog, 'INVITE', { type: 'application/sdp', text: 'v=0 theirs' });
  await exchange.pass();
  expect(theirs.responses.at(-1)?.status).toBe(491);
  bob.requests[1]?.reply(491);
  await exchange.pass(2000);
  expect(methods(bob)).toEqual(['INVITE', 'INVITE']);
  await exchange.pass(2000);
  const again = bob.requests[2];
  if (again) bob.answer(again, 'v=0 yes');
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'reofferAnswered', legId, sdp: 'v=0 yes' });
});

test('an offer waits until the one of the far side is answered', async () => {
  const { exchange, bob, legId, dialog, order } = await talking();
  const theirs = bob.inside(dialog, 'UPDATE', { type: 'application/sdp', text: 'v=0 theirs' });
  await exchange.pass();
  order({ do: 'reinvite', legId, sdp: 'v=0 ours' });
  await exchange.pass();
  expect(methods(bob)).toEqual(['INVITE']);
  order({ do: 'answerReoffer', legId, sdp: 'v=0 fine' });
  await exchange.pass();
  expect(theirs.responses.at(-1)?.status).toBe(200);
  expect(methods(bob)).toEqual(['INVITE', 'INVITE']);
});

test('a refused re-INVITE leaves the call as it was; 481 ends it', async () => {
  const { exchange, bob, legId, order } = await talking();
  order({ do: 'reinvite', legId, sdp: 'v=0' });
  await exchange.pass();
  bob.requests[1]?.reply(488);
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'reofferRefused', legId, status: 488 });
  order({ do: 'reinvite', legId, sdp: 'v=0' });
  await exchange.pass();
  bob.requests[2]?.reply(481);
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'ended', legId });
});

test('a page that comes back over a new connection keeps its call', async () => {
  const { exchange, bob, legId, order } = await talking();
  bob.drop();
  await exchange.pass(5000);
  const back = fakeDevice(exchange, 'bob');
  back.instance = bob.instance;
  await back.register();
  await exchange.pass(60_000);
  expect(types(exchange)).toEqual(['answered']);
  order({ do: 'bye', legId });
  await exchange.pass();
  expect(methods(back)).toEqual(['BYE']);
});

test('a page that does not come back within 30 s has left', async () => {
  const { exchange, bob, legId } = await talking();
  bob.drop();
  await exchange.pass(29_000);
  expect(types(exchange)).toEqual(['answered']);
  await exchange.pass(2000);
  expect(exchange.facts.at(-1)).toEqual({ type: 'ended', legId });
  expect(exchange.core.book.size).toBe(0);
});

test('a reliable provisional answer of the device is acknowledged', async () => {
  const { exchange, bob } = await inviting();
  await exchange.pass();
  const invite = bob.requests[0];
  const headers: [string, string][] = [
    ['Require', '100rel'],
    ['RSeq', '7'],
    ['Contact', `<${bob.contact}>`],
  ];
  invite?.reply(183, { headers, body: { type: 'application/sdp', text: answer } });
  await exchange.pass();
  expect(bob.requests[1]?.request.method).toBe('PRACK');
  expect(bob.requests[1]?.request.headers.get('RAck')).toBe('7 1 INVITE');
  bob.requests[1]?.reply(200);
  invite?.reply(200, { headers: [['Contact', `<${bob.contact}>`]] });
  await exchange.pass();
  expect(exchange.fact('answered')).toMatchObject({ sdp: answer });
});

test('orders for legs that are over or never were change nothing', async () => {
  const { exchange, order } = await inviting();
  for (const wanted of ['bye', 'cancel'] as const) order({ do: wanted, legId: 'nobody' });
  order({ do: 'answer', legId: 'l1', sdp: answer });
  await exchange.pass();
  expect([exchange.facts, exchange.errors]).toEqual([[], []]);
});

test('a second device behind one contact gets ACK and BYE, and the first keeps the call', async () => {
  const { exchange, bob, invite } = await talking();
  const other = invite.request.headers.get('To') ?? '';
  const second = bob.heardTexts.find((text) => text.startsWith('INVITE')) ?? '';
  const via = /Via: (.*)\r\n/.exec(second)?.[1] ?? '';
  const from = invite.request.headers.get('From') ?? '';
  const lines = [
    `Via: ${via}`,
    `From: ${from}`,
    `To: ${other};tag=second`,
    'Call-ID: c1',
    'CSeq: 1 INVITE',
    `Contact: <${bob.contact}>`,
  ];
  exchange.core.listener.onMessage(bob.flow, ['SIP/2.0 200 OK', ...lines, 'Content-Length: 0', '', ''].join('\r\n'));
  await exchange.pass();
  expect(bob.acks.map((ack) => ack.headers.get('To')?.endsWith('tag=second'))).toEqual([false, true]);
  expect(methods(bob)).toEqual(['INVITE', 'BYE']);
  expect(types(exchange)).toEqual(['answered']);
  expect(exchange.core.book.size).toBe(1);
});
