import { pino } from 'pino';
import { expect, test } from 'vitest';
import { FakeClock } from '../../calls/testing/fake-clock.ts';
import { openCallTraces, type SipTrace, type TraceLimits } from './call-traces.ts';
import { withoutSecrets } from './without-secrets.ts';

const flow = { transport: 'udp', remote: { address: '192.0.2.7', port: 5060 } } as const;
const request = (method: string, callId: string, more = '') =>
  `${method} sip:12@example.com SIP/2.0\r\nCall-ID: ${callId}\r\nCSeq: 1 ${method}\r\n${more}\r\n`;
const response = (status: number, method: string, callId: string) =>
  `SIP/2.0 ${status} So\r\nCall-ID: ${callId}\r\nCSeq: 1 ${method}\r\n\r\n`;

function tracing(limits: Partial<TraceLimits> = {}) {
  const clock = new FakeClock();
  const writes: (readonly SipTrace[])[] = [];
  const store = { write: async (traces: readonly SipTrace[]) => void writes.push(traces) };
  const traces = openCallTraces({ clock, store, log: pino({ level: 'silent' }), limits });
  const note = (way: 'in' | 'out', text: string) => traces.note(way, flow, text);
  return { clock, writes, traces, note };
}

const firstLines = (trace: SipTrace | undefined) =>
  trace?.messages.map(({ way, text }) => `${way} ${text.split('\r\n')[0]}`);

test('calls that end within some seconds are written together, in their order, and nothing while they last', async () => {
  const { clock, writes, note } = tracing();
  for (const id of ['a', 'b']) {
    note('in', request('INVITE', id));
    note('out', response(401, 'INVITE', id));
    note('out', response(200, 'INVITE', id));
  }
  await clock.pass(60_000);
  expect(writes).toEqual([]);
  for (const id of ['a', 'b']) {
    note('in', request('BYE', id));
    note('out', response(200, 'BYE', id));
  }
  await clock.pass(10_000);
  expect(writes).toHaveLength(1);
  expect(writes[0]?.map(({ sipCallId }) => sipCallId)).toEqual(['a', 'b']);
  expect(firstLines(writes[0]?.[0])).toEqual([
    'in INVITE sip:12@example.com SIP/2.0',
    'out SIP/2.0 401 So',
    'out SIP/2.0 200 So',
    'in BYE sip:12@example.com SIP/2.0',
    'out SIP/2.0 200 So',
  ]);
  expect(clock.pending).toBe(0);
});

test('a call that is refused has ended, one whose password is asked for has not', async () => {
  const { clock, writes, note } = tracing();
  note('out', request('INVITE', 'a'));
  note('in', response(486, 'INVITE', 'a'));
  note('in', request('INVITE', 'b'));
  note('out', response(407, 'INVITE', 'b'));
  await clock.pass(10_000);
  expect(writes.flat().map(({ sipCallId }) => sipCallId)).toEqual(['a']);
  // A stranger who has no password does not come back.
  await clock.pass(40_000);
  expect(writes.flat().map(({ sipCallId }) => sipCallId)).toEqual(['a', 'b']);
  expect(clock.pending).toBe(0);
});

test('a call that is up goes on when it is not changed as someone wanted', async () => {
  const { clock, writes, note } = tracing();
  note('in', request('INVITE', 'a'));
  note('out', response(200, 'INVITE', 'a'));
  note('out', request('INVITE', 'a'));
  note('in', response(491, 'INVITE', 'a'));
  await clock.pass(60_000);
  expect(writes).toEqual([]);
  note('in', request('BYE', 'a'));
  note('out', response(481, 'BYE', 'a'));
  await clock.pass(10_000);
  expect(writes.flat()[0]?.messages).toHaveLength(6);
});

test('nothing is kept that begins with something else than a call', async () => {
  const { clock, writes, note, traces } = tracing();
  note('in', request('REGISTER', 'a'));
  note('in', request('OPTIONS', 'b'));
  note('in', 'garbage\r\n\r\n');
  expect(clock.pending).toBe(0);
  await traces.stop();
  expect(writes).toEqual([]);
});

test('what a flood sends is bounded by leg, by message and in all; what had no room is counted', async () => {
  const { writes, note, traces } = tracing({ messagesOfLeg: 3, charactersOfMessage: 100, legs: 2, characters: 500 });
  note('in', request('INVITE', 'a', `Subject: ${'x'.repeat(500)}\r\n`));
  for (let at = 0; at < 5; at += 1) note('in', request('INFO', 'a'));
  for (const id of ['b', 'c']) note('in', request('INVITE', id));
  await traces.stop();
  const [first, second, ...more] = writes.flat();
  expect(first).toMatchObject({ sipCallId: 'a', lost: 3 });
  expect(first?.messages[0]?.text).toHaveLength(100);
  expect(second).toMatchObject({ sipCallId: 'b', lost: 0 });
  expect(more).toEqual([]);
});

test('a store that fails loses what it was given, and nothing else', async () => {
  const clock = new FakeClock();
  const kept: string[] = [];
  let isBroken = true;
  const store = {
    async write(traces: readonly SipTrace[]) {
      if (isBroken) throw new Error('away');
      kept.push(...traces.map(({ sipCallId }) => sipCallId));
    },
  };
  const traces = openCallTraces({ clock, store, log: pino({ level: 'silent' }) });
  traces.note('in', flow, request('INVITE', 'a') + response(486, 'INVITE', 'a'));
  traces.note('out', flow, response(486, 'INVITE', 'a'));
  await clock.pass(10_000);
  isBroken = false;
  traces.note('in', flow, request('INVITE', 'b'));
  await traces.stop();
  expect(kept).toEqual(['b']);
});

const invite = [
  'INVITE sip:12@example.com SIP/2.0',
  'From: "Anna" <sip:11@example.com>;tag=1',
  'Authorization: Digest username="11",',
  '  response="0123456789abcdef"',
  'proxy-authorization : Digest response="fedcba9876543210"',
  'P-Asserted-Identity: <sip:+4930901820@example.com>',
  'Content-Type: application/sdp',
  '',
  'v=0',
  'm=audio 4000 RTP/SAVP 8',
  'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:c2VjcmV0IGtleSBvZiBhIGNhbGw=',
  'a=ice-pwd:verysecretpassword',
  'a=rtpmap:8 PCMA/8000',
].join('\r\n');

test('proofs of passwords and keys of the sound are left out, and everything else stays', () => {
  const told = withoutSecrets(invite, false);
  for (const secret of ['0123456789abcdef', 'fedcba9876543210', 'c2VjcmV0', 'verysecretpassword'])
    expect(told).not.toContain(secret);
  for (const kept of [
    'Authorization: (left out)',
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 (left out)',
    'a=rtpmap:8 PCMA/8000',
    '+4930901820',
  ])
    expect(told).toContain(kept);
});

test('tones and texts are left out with their bodies', () => {
  const info = `${request('INFO', 'a', 'Content-Type: application/dtmf-relay\r\n')}Signal=5\r\nDuration=160`;
  expect(withoutSecrets(info, false)).not.toContain('Signal=5');
});

test.each(['Privacy: id', 'From: "Anonymous" <sip:anonymous@anonymous.invalid>;tag=1'])(
  'a caller who stays unknown (%s) is unknown in the trace, too',
  async (line) => {
    const { writes, note, traces } = tracing();
    note('in', request('INVITE', 'a', `${line}\r\nP-Asserted-Identity: <sip:+4930901820@example.com>\r\n`));
    note('out', response(200, 'INVITE', 'a'));
    await traces.stop();
    expect(JSON.stringify(writes)).not.toContain('4930901820');
  },
);
