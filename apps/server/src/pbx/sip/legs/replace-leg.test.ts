import { expect, test } from 'vitest';
import { answeredCall, takenCall } from '../testing/calls.ts';
import { answer, fakeDevice, offer } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

const someDevices = async () => {
  const exchange = fakeExchange();
  const bob = fakeDevice(exchange, 'bob');
  await bob.register();
  return { exchange, bob };
};
const nameOf = (dialog: {
  callId: string;
  local: { parameters: ReadonlyMap<string, string> };
  remote: { parameters: ReadonlyMap<string, string> };
}) => `${dialog.callId};to-tag=${dialog.remote.parameters.get('tag')};from-tag=${dialog.local.parameters.get('tag')}`;

test('a page that was reloaded takes the place of its own leg, no matter which side began it', async () => {
  const { exchange, bob } = await someDevices();
  const placed = await answeredCall(exchange, bob);
  const taken = await takenCall(exchange, bob);
  for (const { dialog, legId } of [placed, taken]) {
    await bob.call('200', [
      ['Replaces', nameOf(dialog)],
      ['Require', 'replaces'],
    ]);
    expect(exchange.fact('invited')).toMatchObject({ replacesLegId: legId, sessionId: 'session-1' });
    expect(exchange.fact('invited').legId).not.toBe(legId);
  }
});

test('a leg that is gone, another user’s or one that its owner still waits for cannot be replaced', async () => {
  const { exchange, bob } = await someDevices();
  const carol = fakeDevice(exchange, 'carol');
  await carol.register();
  const foreign = await answeredCall(exchange, carol);
  const gone = await answeredCall(exchange, bob);
  bob.inside(gone.dialog, 'BYE');
  await exchange.pass();
  const ringing = await bob.call('200');
  exchange.legs.order({ do: 'provisional', legId: exchange.fact('invited').legId, status: 180 });
  await exchange.pass();
  const toTag = /tag=(.*)$/.exec(ringing.responses.at(-1)?.headers.get('To') ?? '')?.[1];
  const fromTag = /tag=(.*)$/.exec(ringing.request.headers.get('From') ?? '')?.[1];
  const early = `${ringing.request.headers.get('Call-ID')};to-tag=${toTag};from-tag=${fromTag}`;
  for (const replaces of ['nobody;to-tag=1;from-tag=2', nameOf(foreign.dialog), nameOf(gone.dialog), early]) {
    const sent = await bob.call('200', [['Replaces', replaces]]);
    expect(sent.responses.at(-1)?.status).toBe(481);
  }
});

test('early-only takes a ringing leg and leaves one that talks alone', async () => {
  const { exchange, bob } = await someDevices();
  const { dialog } = await takenCall(exchange, bob);
  const busy = await bob.call('200', [['Replaces', `${nameOf(dialog)};early-only`]]);
  expect(busy.responses.at(-1)?.status).toBe(486);

  const [contact] = await exchange.legs.contactsOf(['w-bob']);
  if (!contact) throw new Error('bob is not there');
  const target = { kind: 'device', contact } as const;
  const parties = { from: { user: '1' }, to: { user: '2' } };
  exchange.legs.order({ do: 'invite', legId: 'ringing', sipCallId: 'c9', sessionId: 's', target, offer, ...parties });
  await exchange.pass();
  const invite = bob.requests.at(-1);
  invite?.reply(180, { headers: [['Contact', `<${bob.contact}>`]] });
  await exchange.pass();
  const fromTag = /tag=(.*)$/.exec(invite?.request.headers.get('From') ?? '')?.[1];
  await bob.call('200', [['Replaces', `c9;to-tag=${fromTag};from-tag=${invite?.localTag};early-only`]]);
  expect(exchange.fact('invited').replacesLegId).toBe('ringing');
});

test.each<[string, [string, string][]]>([
  ['without tags', [['Replaces', 'a']]],
  [
    'beside Join',
    [
      ['Replaces', 'a;to-tag=1;from-tag=2'],
      ['Join', 'a;to-tag=1;from-tag=2'],
    ],
  ],
])('Replaces %s is malformed', async (_what, headers) => {
  const { exchange, bob } = await someDevices();
  const sent = await bob.call('200', headers);
  expect([sent.responses.at(-1)?.status, exchange.facts]).toEqual([400, []]);
});

test('two Replaces are malformed', async () => {
  const { exchange, bob } = await someDevices();
  const request = bob.build('INVITE', '200', [], offer);
  for (const tag of ['1', '2']) request.headers.add('Replaces', `a;to-tag=${tag};from-tag=2`);
  const sent = bob.send(request);
  await exchange.pass();
  expect(sent.responses.at(-1)?.status).toBe(400);
});

test('the replaced leg still hangs up by order, with its reason', async () => {
  const { exchange, bob } = await someDevices();
  const { dialog, legId } = await answeredCall(exchange, bob);
  await bob.call('200', [['Replaces', nameOf(dialog)]]);
  exchange.legs.order({ do: 'answer', legId: exchange.fact('invited').legId, sdp: answer });
  exchange.legs.order({ do: 'bye', legId, reason: { cause: 200, text: 'Call completed elsewhere' } });
  await exchange.pass();
  const bye = bob.requests.at(-1)?.request;
  expect([bye?.method, bye?.headers.get('Call-ID')]).toEqual(['BYE', dialog.callId]);
  expect(bye?.headers.get('Reason')).toBe('SIP;cause=200;text="Call completed elsewhere"');
});
