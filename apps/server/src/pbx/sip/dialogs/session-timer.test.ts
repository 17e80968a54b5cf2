import { expect, test } from 'vitest';
import { answeredCall, type FakeDevice, sendInside, takenCall } from '../testing/calls.ts';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

const withTimer: [string, string] = ['Supported', 'timer'];
const allowUpdate: [string, string] = ['Allow', 'INVITE, ACK, BYE, UPDATE'];
const someDevice = async () => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  return { exchange, bob };
};
/** Requests that came after the first, without the questions whether the phone lives. */
const heard = (device: FakeDevice) =>
  device.requests.map(({ request }) => `${request.method} ${request.headers.get('Session-Expires') ?? ''}`.trim());
const ok = (device: FakeDevice, fields: [string, string][] = []) => {
  device.onRequest = (transaction) =>
    transaction.reply(200, {
      headers: [['Contact', `<${device.contact}>`], ...fields],
      ...(transaction.request.method === 'INVITE' ? { body: { type: 'application/sdp', text: answer } } : {}),
    });
};
const ended = (exchange: { facts: { type: string }[] }) => exchange.facts.some(({ type }) => type === 'ended');

test('our INVITE proposes half an hour, and this side refreshes by UPDATE at half of what was agreed', async () => {
  const { exchange, bob } = await someDevice();
  await takenCall(exchange, bob, {
    headers: [['Session-Expires', '600;refresher=uac'], ['Require', 'timer'], allowUpdate],
  });
  const invite = bob.requests[0]?.request;
  expect([invite?.headers.get('Session-Expires'), invite?.headers.get('Min-SE')]).toEqual(['1800', '90']);
  expect(invite?.headers.list('Supported')).toContain('timer');
  ok(bob, [['Session-Expires', '600;refresher=uac']]);
  await exchange.pass(299_000);
  expect(bob.requests).toHaveLength(1);
  await exchange.pass(1_200_000);
  expect(heard(bob).slice(1)).toEqual(Array(4).fill('UPDATE 600;refresher=uac'));
  expect(ended(exchange)).toBe(false);
});

test('a far side that takes no UPDATE gets its re-INVITE with the same audio, and the core hears nothing of it', async () => {
  const { exchange, bob } = await someDevice();
  await takenCall(exchange, bob, { headers: [['Session-Expires', '600;refresher=uac']] });
  ok(bob, [['Session-Expires', '600;refresher=uac']]);
  await exchange.pass(301_000);
  expect(heard(bob).slice(1)).toEqual(['INVITE 600;refresher=uac']);
  expect(bob.requests.at(-1)?.request.body).toBe(offer);
  expect(bob.acks).toHaveLength(2);
  expect(exchange.facts.map(({ type }) => type)).toEqual(['answered']);
});

test('an UPDATE that is refused becomes a re-INVITE', async () => {
  const { exchange, bob } = await someDevice();
  await takenCall(exchange, bob, { headers: [['Session-Expires', '600;refresher=uac'], allowUpdate] });
  bob.onRequest = (transaction) => {
    if (transaction.request.method === 'UPDATE') return transaction.reply(501);
    transaction.reply(200, {
      headers: [
        ['Contact', `<${bob.contact}>`],
        ['Session-Expires', '600;refresher=uac'],
      ],
      body: { type: 'application/sdp', text: answer },
    });
  };
  await exchange.pass(301_000);
  expect(bob.requests.map(({ request }) => request.method)).toEqual(['INVITE', 'UPDATE', 'INVITE']);
});

test('a far side that promised to refresh and does not has left', async () => {
  const { exchange, bob } = await someDevice();
  const { legId } = await takenCall(exchange, bob, { headers: [['Session-Expires', '600;refresher=uas'], withTimer] });
  ok(bob);
  await exchange.pass(567_000);
  expect(ended(exchange)).toBe(false);
  await exchange.pass(2_000);
  expect(exchange.facts.at(-1)).toEqual({ type: 'ended', legId });
  expect(bob.requests.at(-1)?.request.method).toBe('BYE');
});

test('each refresh of the far side restarts its time', async () => {
  const { exchange, bob } = await someDevice();
  const { dialog } = await answeredCall(exchange, bob, [withTimer, ['Session-Expires', '90;refresher=uac']]);
  for (let round = 0; round < 5; round += 1) {
    await exchange.pass(50_000);
    const fields: [string, string][] = [withTimer, ['Session-Expires', '90;refresher=uac']];
    const update = sendInside(bob, dialog, 'UPDATE', fields);
    await exchange.pass();
    expect(update.responses[0]?.status).toBe(200);
    expect(update.responses[0]?.headers.get('Session-Expires')).toBe('90;refresher=uac');
  }
  await exchange.pass(61_000);
  expect(ended(exchange)).toBe(true);
});

test.each<[string, [string, string][], string | undefined, boolean]>([
  ['wants to refresh itself', [withTimer, ['Session-Expires', '1200;refresher=uac']], '1200;refresher=uac', true],
  ['leaves it to us', [withTimer, ['Session-Expires', '1200']], '1200;refresher=uas', false],
  ['only knows the timer', [withTimer], '1800;refresher=uas', false],
  ['wants it longer than we do', [withTimer, ['Session-Expires', '86400']], '1800;refresher=uas', false],
  ['wants it no shorter', [withTimer, ['Session-Expires', '7200'], ['Min-SE', '3600']], '3600;refresher=uas', false],
  ['does not know it, but a proxy does', [['Session-Expires', '60']], '90;refresher=uas', false],
  ['does not know it', [], undefined, false],
])('a caller that %s', async (_who, fields, agreed, required) => {
  const { exchange, bob } = await someDevice();
  const { call } = await answeredCall(exchange, bob, fields);
  const { headers } = call.responses.at(-1) ?? {};
  expect([headers?.get('Session-Expires'), headers?.list('Require').includes('timer')]).toEqual([agreed, required]);
});

test('a time too short is refused with the least, one that cannot be read with 400', async () => {
  const { exchange, bob } = await someDevice();
  const short = await bob.call('200', [withTimer, ['Session-Expires', '60']]);
  const broken = await bob.call('200', [withTimer, ['Session-Expires', 'soon']]);
  expect([short, broken].map(({ responses }) => responses.at(-1)?.status)).toEqual([422, 400]);
  expect(short.responses.at(-1)?.headers.get('Min-SE')).toBe('90');
  expect(exchange.facts).toEqual([]);
});

test('a 422 to our INVITE brings it again with the least that the far side names', async () => {
  const { exchange, bob } = await someDevice();
  const [contact] = await exchange.legs.contactsOf(['w-bob']);
  if (!contact) throw new Error('bob is not there');
  const target = { kind: 'device', contact } as const;
  const parties = { from: { user: '1' }, to: { user: '2' } };
  exchange.legs.order({ do: 'invite', legId: 'l1', sipCallId: 'c', sessionId: 's', target, offer, ...parties });
  await exchange.pass();
  bob.requests[0]?.reply(422, { headers: [['Min-SE', '3600']] });
  await exchange.pass();
  const again = bob.requests[1];
  expect(again?.request.headers.get('Session-Expires')).toBe('3600');
  expect(again?.request.headers.get('Min-SE')).toBe('3600');
  expect(again?.request.headers.get('CSeq')).toBe('2 INVITE');
  expect(again?.request.headers.get('From')).toBe(bob.requests[0]?.request.headers.get('From'));
  if (again) bob.answer(again);
  await exchange.pass();
  expect(exchange.facts).toEqual([{ type: 'answered', legId: 'l1', sdp: answer }]);
});

test('a 422 that names nothing new refuses the call', async () => {
  const { exchange, bob } = await someDevice();
  bob.onRequest = (transaction) => transaction.reply(422, { headers: [['Min-SE', '60']] });
  await takenCall(exchange, bob);
  expect(exchange.fact('refused')).toMatchObject({ status: 422 });
});

test('a refresh that is told 481 ends the leg; one whose dialog lives goes on after a 422', async () => {
  const { exchange, bob } = await someDevice();
  const { legId } = await takenCall(exchange, bob, {
    headers: [['Session-Expires', '600;refresher=uac'], allowUpdate],
  });
  bob.onRequest = (transaction) => {
    if (transaction.request.headers.get('Min-SE') === '90') {
      return transaction.reply(422, { headers: [['Min-SE', '1200']] });
    }
    transaction.reply(200, { headers: [['Session-Expires', '1200;refresher=uac']] });
  };
  await exchange.pass(301_000);
  expect(heard(bob).slice(1)).toEqual(['UPDATE 600;refresher=uac', 'UPDATE 1200;refresher=uac']);
  expect(ended(exchange)).toBe(false);
  bob.onRequest = (transaction) => transaction.reply(481);
  await exchange.pass(1_200_000);
  expect(exchange.facts.at(-1)).toEqual({ type: 'ended', legId });
});

test.each(['udp', 'ws'] as const)(
  'phones over %s that take UPDATE are told by it who talks to them',
  async (transport) => {
    const exchange = fakeExchange();
    const bob = fakeDevice(exchange, 'bob', { transport });
    await bob.register();
    const { legId } = await takenCall(exchange, bob, { headers: [allowUpdate] });
    ok(bob);
    exchange.legs.order({ do: 'identify', legId, remote: { user: '+4930222', name: 'Änna' } });
    await exchange.pass();
    exchange.legs.order({ do: 'identify', legId, remote: 'anonymous' });
    await exchange.pass();
    const updates = bob.requests
      .filter(({ request }) => request.method === 'UPDATE')
      .map(({ request }) => request.headers);
    expect(updates.map((headers) => headers.get('P-Asserted-Identity'))).toEqual([
      '"Änna" <sip:+4930222@server.example>',
      '"Anonymous" <sip:anonymous@anonymous.invalid>',
    ]);
    expect(updates.map((headers) => headers.get('Privacy'))).toEqual([undefined, 'id']);
  },
);

test('a phone that takes no UPDATE and our own app are not told', async () => {
  for (const [username, transport, fields] of [
    ['bob', 'udp', []],
    ['app', 'ws', [allowUpdate]],
  ] as const) {
    const exchange = fakeExchange();
    const bob = fakeDevice(exchange, username, { transport });
    await bob.register();
    const { legId } = await takenCall(exchange, bob, { headers: [...fields] });
    exchange.legs.order({ do: 'identify', legId, remote: { user: '1' } });
    await exchange.pass();
    expect(bob.requests.map(({ request }) => request.method)).toEqual(['INVITE']);
  }
});

test.each(['1', '2147483647', '9999999999'])(
  'a far side that answers with %s s is neither flooded with refreshes nor hung up on',
  async (seconds) => {
    const { exchange, bob } = await someDevice();
    const waits: number[] = [];
    const { after } = exchange.clock;
    exchange.clock.after = (ms, task) => {
      waits.push(ms);
      return after(ms, task);
    };
    const timer: [string, string] = ['Session-Expires', `${seconds};refresher=uac`];
    await takenCall(exchange, bob, { headers: [timer, allowUpdate] });
    ok(bob, [timer]);
    await exchange.pass(200_000);
    expect(heard(bob).length).toBeLessThan(6);
    expect(ended(exchange)).toBe(false);
    // Node runs tasks immediately that should wait longer.
    expect(Math.max(...waits)).toBeLessThan(2 ** 31);
  },
);
