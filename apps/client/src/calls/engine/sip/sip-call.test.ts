import { EventEmitter } from 'node:events';
import type { RTCSession } from 'jssip/lib/RTCSession';
import { expect, test } from 'vitest';
import { handClock } from '../../testing/hand-clock.ts';
import type { EngineFact } from '../call-engine.ts';
import { createSipCall, type SipCallParts } from './sip-call.ts';

/** JsSIP's session as far as a call touches it. */
class FakeSession extends EventEmitter {
  terminated: unknown[] = [];
  probes: { onDialogError: () => void }[] = [];
  tones: string[] = [];
  stage: 'progress' | 'established' | 'ended' = 'progress';
  connection = {
    getSenders: () => [
      { track: { kind: 'audio' }, dtmf: { toneBuffer: '', insertDTMF: (tones: string) => this.tones.push(tones) } },
    ],
  };

  isEnded() {
    return this.stage === 'ended';
  }
  isInProgress() {
    return this.stage === 'progress';
  }
  terminate(options: unknown) {
    this.terminated.push(options);
    this.stage = 'ended';
    this.emit('ended', { originator: 'local', cause: 'Terminated', message: null });
  }
  sendRequest(_method: string, { eventHandlers }: { eventHandlers: { onDialogError: () => void } }) {
    this.probes.push(eventHandlers);
  }
}

function callWith(direction: 'INCOMING' | 'OUTGOING', like: Partial<SipCallParts> = {}) {
  const session = new FakeSession();
  const clock = handClock();
  const facts: EngineFact[] = [];
  const call = createSipCall({
    session: session as unknown as RTCSession,
    callId: () => 'leg-1',
    facts: { sessionId: 's1', direction, number: '12', displayName: null, calledNumber: null, channelId: null },
    clock,
    media: () => Promise.reject(new Error('no microphone in this test')),
    hold: async () => {},
    whenConnected: (task) => task(),
    onEnd: () => {},
    ...like,
  });
  call.listen((fact) => facts.push(fact));
  return { session, clock, facts, call };
}

test.each([
  ['declined', 486, ['X-Client-Correlation-Id: s1', 'Reason: SIP;cause=603;text="Declined"']],
  ['busy', 486, ['X-Client-Correlation-Id: s1']],
  ['occupied', 603, ['X-Client-Correlation-Id: s1']],
] as const)('%s goes out as %i Busy Here', (how, status_code, extraHeaders) => {
  const { session, call } = callWith('INCOMING');
  call.refuse(how);
  expect(session.terminated).toEqual([{ status_code, reason_phrase: 'Busy Here', extraHeaders }]);
});

test('gathering candidates ends 500 ms after the first one, and once', async () => {
  const { session, clock } = callWith('OUTGOING');
  let ready = 0;
  const candidate = { ready: () => (ready += 1) };
  session.emit('icecandidate', candidate);
  await clock.pass(400);
  session.emit('icecandidate', candidate);
  await clock.pass(99);
  expect(ready).toBe(0);
  await clock.pass(1000);
  expect(ready).toBe(1);
});

test('180 rings, sound before the answer is early media, 200 answers', () => {
  const { session, facts } = callWith('OUTGOING');
  session.emit('progress', { originator: 'remote', response: { status_code: 180, body: '' } });
  session.emit('progress', { originator: 'remote', response: { status_code: 183, body: 'v=0' } });
  session.emit('accepted', {});
  expect(facts.map((fact) => fact.type)).toEqual(['remoteRings', 'earlyMedia', 'answered']);
});

test('after a reconnect a call that the server forgot is cut off', () => {
  const { session, facts, call } = callWith('OUTGOING');
  session.stage = 'established';
  session.emit('accepted', {});
  call.lineBack();
  expect(facts.map((fact) => fact.type)).toEqual(['answered']);
  session.probes[0]?.onDialogError();
  expect(facts.at(-1)).toEqual({ type: 'ended', reason: 'TERMINATED', by: 'system' });
});

test('a call that only rings ends with its socket, one that runs does not', () => {
  const ringing = callWith('INCOMING');
  ringing.call.socketLost();
  expect(ringing.facts).toEqual([{ type: 'ended', reason: 'TERMINATED', by: 'system' }]);
  const running = callWith('INCOMING');
  running.session.stage = 'established';
  running.call.socketLost();
  expect(running.facts).toEqual([]);
});

test('hanging up without a socket ends the call here at once and says goodbye later', () => {
  const later: (() => void)[] = [];
  const { session, facts, call } = callWith('OUTGOING', { whenConnected: (task) => later.push(task) });
  call.hangUp();
  expect(facts).toEqual([{ type: 'ended', reason: 'HANGUP', by: 'user' }]);
  expect(session.terminated).toEqual([]);
  for (const task of later) task();
  expect(session.terminated).toHaveLength(1);
});

test('tones wait behind those that are still being sent', () => {
  const { session, call } = callWith('OUTGOING');
  call.sendTones('12#');
  expect(session.tones).toEqual(['12#']);
});

test('a hold that the phone system refuses is an error of its own', async () => {
  const { call } = callWith('OUTGOING', { hold: () => Promise.reject(new Error('404')) });
  await expect(call.hold(true)).rejects.toMatchObject({ code: 'HOLD_FAILED' });
  await expect(call.hold(false)).rejects.toMatchObject({ code: 'UNHOLD_FAILED' });
});
