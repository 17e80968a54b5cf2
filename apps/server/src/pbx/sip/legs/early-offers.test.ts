import { ackInside, type Dialog, dialogOfCallee, dialogOfCaller, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import { cseqOf, type SipRequest, type SipResponse } from '@sidetone/sip/messages/message.ts';
import { expect, test } from 'vitest';
import { type FakeDevice, sendInside } from '../testing/calls.ts';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

const sdp = (text: string) => ({ type: 'application/sdp', text });

/** A phone calls 200, with an offer or without one, and rings nowhere yet. */
const calling = async (given: { offer?: string; fields?: [string, string][] }) => {
  const exchange = fakeExchange();
  const anna = fakeDevice(exchange, 'anna', { transport: 'udp' });
  await anna.register();
  const call = await anna.sendAuthorized(anna.build('INVITE', '200', given.fields ?? [], given.offer ?? ''));
  const { legId } = exchange.fact('invited');
  return { exchange, anna, call, legId, order: exchange.legs.order };
};
/** The early dialog of a provisional answer, with a PRACK sent for it. */
const prackOf = (device: FakeDevice, call: { request: SipRequest; responses: SipResponse[] }, body?: string) => {
  const last = call.responses.at(-1);
  if (!last) throw new Error('nothing came');
  const dialog = dialogOfCaller(call.request, last);
  const rack: [string, string] = ['RAck', `${last.headers.get('RSeq')} ${cseqOf(call.request).number} INVITE`];
  return { dialog, prack: sendInside(device, dialog, 'PRACK', [rack], body) };
};
const statuses = (call: { responses: readonly { status: number }[] }) => call.responses.map(({ status }) => status);

test('a caller without an offer gets ours in a 183, and its PRACK brings the answer', async () => {
  const { exchange, anna, call, legId, order } = await calling({ fields: [['Supported', '100rel']] });
  expect(exchange.fact('invited').offer).toBeUndefined();
  order({ do: 'provisional', legId, status: 180 });
  order({ do: 'provisional', legId, status: 183, sdp: 'v=0 ours' });
  await exchange.pass();
  expect(statuses(call)).toEqual([180, 183]);
  expect(call.responses[1]).toMatchObject({ body: 'v=0 ours' });
  expect(call.responses[1]?.headers.list('Require')).toEqual(['100rel']);
  const { prack } = prackOf(anna, call, 'v=0 theirs');
  await exchange.pass();
  expect(statuses(prack)).toEqual([200]);
  expect(exchange.facts.at(-1)).toEqual({ type: 'earlyAnswered', legId, sdp: 'v=0 theirs' });
  order({ do: 'answer', legId, sdp: '' });
  await exchange.pass();
  expect(call.responses.at(-1)).toMatchObject({ status: 200, body: '' });
  anna.confirm(call);
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'acknowledged', legId });
});

test('a PRACK without the answer that it owes is refused, and the 183 comes again', async () => {
  const { exchange, anna, call, legId, order } = await calling({ fields: [['Supported', '100rel']] });
  order({ do: 'provisional', legId, status: 183, sdp: 'v=0 ours' });
  await exchange.pass();
  const { prack } = prackOf(anna, call);
  await exchange.pass(600);
  expect([statuses(prack), statuses(call)]).toEqual([[400], [183, 183]]);
});

test('a caller that takes no reliable answers gets our offer with the 200, and answers in its ACK', async () => {
  const { exchange, anna, call, legId, order } = await calling({});
  order({ do: 'provisional', legId, status: 183, sdp: 'v=0 ours' });
  order({ do: 'answer', legId, sdp: '' });
  await exchange.pass();
  expect(call.responses.map(({ status, body }) => [status, body])).toEqual([
    [183, ''],
    [200, 'v=0 ours'],
  ]);
  const ok = call.responses.at(-1);
  if (!ok) throw new Error('no answer');
  const dialog = dialogOfCaller(call.request, ok);
  anna.layer.sendAck(ackInside(dialog, cseqOf(ok).number, sdp('v=0 theirs')), anna.hop);
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'acknowledged', legId, sdp: 'v=0 theirs' });
});

/** A caller that demands reliable answers got ours to its offer. */
const settledEarly = async () => {
  const parts = await calling({ offer, fields: [['Require', '100rel']] });
  parts.order({ do: 'provisional', legId: parts.legId, status: 183, sdp: answer });
  await parts.exchange.pass();
  const { dialog } = prackOf(parts.anna, parts.call);
  await parts.exchange.pass();
  return { ...parts, dialog };
};

test('an UPDATE with an offer waits until the first one is settled, and then reaches the core', async () => {
  const early = await calling({ offer, fields: [['Supported', '100rel']] });
  early.order({ do: 'provisional', legId: early.legId, status: 183, sdp: answer });
  await early.exchange.pass();
  const dialogBefore = dialogOfCaller(early.call.request, early.call.responses[0] as SipResponse);
  const tooEarly = sendInside(early.anna, dialogBefore, 'UPDATE', [], 'v=0 new');
  await early.exchange.pass();
  expect([statuses(tooEarly), tooEarly.responses[0]?.headers.get('Retry-After')]).toEqual([[500], '2']);

  const { exchange, anna, legId, dialog, order } = await settledEarly();
  const update = sendInside(anna, dialog, 'UPDATE', [], 'v=0 new');
  const second = sendInside(anna, dialog, 'UPDATE', [], 'v=0 newer');
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'reoffered', legId, sdp: 'v=0 new' });
  order({ do: 'answerReoffer', legId, sdp: 'v=0 ok' });
  await exchange.pass();
  expect([update.responses.at(-1)?.body, statuses(second)]).toEqual(['v=0 ok', [500]]);
});

test('an early offer that the core refuses or forgets never ends the dialog', async () => {
  const { exchange, anna, call, legId, dialog, order } = await settledEarly();
  const refused = sendInside(anna, dialog, 'UPDATE', [], 'v=0 new');
  await exchange.pass();
  order({ do: 'refuseReoffer', legId, status: 481 });
  await exchange.pass();
  const forgotten = sendInside(anna, dialog, 'UPDATE', [], 'v=0 new');
  await exchange.pass(11_000);
  expect([statuses(refused), statuses(forgotten)]).toEqual([[488], [500]]);
  order({ do: 'answer', legId, sdp: answer });
  await exchange.pass();
  expect(statuses(call).at(-1)).toBe(200);
});

test('a PRACK may bring a new offer', async () => {
  const { exchange, anna, call, legId, order } = await calling({ offer, fields: [['Require', '100rel']] });
  order({ do: 'provisional', legId, status: 183, sdp: answer });
  await exchange.pass();
  const { prack } = prackOf(anna, call, 'v=0 more');
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'reoffered', legId, sdp: 'v=0 more' });
  order({ do: 'answerReoffer', legId, sdp: 'v=0 fine' });
  await exchange.pass();
  expect(prack.responses.map(({ status, body }) => [status, body])).toEqual([[200, 'v=0 fine']]);
});

test('a REFER before the answer is refused, and what the core ordered too early comes after it', async () => {
  const { exchange, anna, call, legId, dialog, order } = await settledEarly();
  const refer = sendInside(anna, dialog, 'REFER', [['Refer-To', '<sip:300@server.example>']]);
  await exchange.pass();
  expect(statuses(refer)).toEqual([403]);
  order({ do: 'reinvite', legId, sdp: 'v=0 later' });
  order({ do: 'answer', legId, sdp: answer });
  await exchange.pass();
  expect(anna.requests).toEqual([]);
  anna.confirm(call);
  await exchange.pass();
  expect(anna.requests.map(({ request }) => [request.method, request.body])).toEqual([['INVITE', 'v=0 later']]);
});

test('a device that answered reliably may make another offer before it is taken off the hook', async () => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  const [contact] = await exchange.legs.contactsOf(['w-bob']);
  if (!contact) throw new Error('bob is not there');
  const target = { kind: 'device', contact } as const;
  const legId = 'l1';
  const parties = { from: { user: '1' }, to: { user: '2' } };
  exchange.legs.order({ do: 'invite', legId, sipCallId: 'c', sessionId: 's', target, offer, ...parties });
  await exchange.pass();
  const invite = bob.requests[0];
  const contactOf: [string, string] = ['Contact', `<${bob.contact}>`];
  const fields: [string, string][] = [['Require', '100rel'], ['RSeq', '1'], contactOf];
  invite?.reply(183, { headers: fields, body: sdp(answer) });
  await exchange.pass();
  const dialog = invite && (dialogOfCallee(invite.request, invite.localTag) as Dialog);
  if (!dialog) throw new Error('no dialog');
  const update = bob.send(requestInside(dialog, 'UPDATE', { headers: [contactOf], body: sdp('v=0 new') }));
  await exchange.pass();
  expect(exchange.facts.at(-1)).toEqual({ type: 'reoffered', legId, sdp: 'v=0 new' });
  exchange.legs.order({ do: 'answerReoffer', legId, sdp: 'v=0 ok' });
  await exchange.pass();
  expect(update.responses.at(-1)).toMatchObject({ status: 200, body: 'v=0 ok' });
});
