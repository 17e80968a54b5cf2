import type { RTCSession } from 'jssip/lib/RTCSession';
import { expect, test } from 'vitest';
import { callWith } from '../testing/call-with.ts';
import { FakeSession } from '../testing/fake-session.ts';

test('after a reconnect a call that the server forgot is cut off', () => {
  const { session, facts, call } = callWith('OUTGOING');
  session.stage = 'established';
  session.emit('accepted', {});
  call.lineBack();
  expect(facts.map((fact) => fact.type)).toEqual(['answered']);
  session.probes[0]?.onDialogError();
  expect(facts.at(-1)).toEqual({ type: 'ended', reason: 'TERMINATED', by: 'system' });
});

test('a call that rang when the socket was lost rings again as the same call, or is over', async () => {
  const again = callWith('INCOMING');
  again.call.socketLost();
  again.call.lineBack();
  const next = new FakeSession();
  expect(again.call.ringAgain(next as unknown as RTCSession, 'leg-2')).toBe(true);
  await again.clock.pass(60_000);
  expect([again.facts, again.session.stage]).toEqual([[], 'ended']);
  again.call.refuse('declined');
  expect(next.terminated).toHaveLength(1);

  const forgotten = callWith('INCOMING');
  forgotten.call.socketLost();
  await forgotten.clock.pass(60_000);
  expect(forgotten.facts).toEqual([]);
  forgotten.call.lineBack();
  await forgotten.clock.pass(5000);
  expect(forgotten.facts).toEqual([{ type: 'ended', reason: 'TERMINATED', by: 'system' }]);
});

test('another call that rings shows that one from before the socket was lost is over', () => {
  const dead = callWith('INCOMING');
  dead.call.otherRings();
  expect(dead.facts).toEqual([]);
  dead.call.socketLost();
  dead.call.otherRings();
  expect(dead.facts).toEqual([{ type: 'ended', reason: 'TERMINATED', by: 'system' }]);

  const running = callWith('INCOMING');
  running.session.establish();
  running.call.socketLost();
  running.call.otherRings();
  expect(running.facts.map((fact) => fact.type)).toEqual(['answered']);
});

test('a call that runs outlives its socket, and is not rung again', () => {
  const { session, facts, call } = callWith('INCOMING');
  session.establish();
  call.socketLost();
  call.lineBack();
  expect(facts.map((fact) => fact.type)).toEqual(['answered']);
  expect(call.ringAgain(new FakeSession() as unknown as RTCSession, 'leg-2')).toBe(false);
});
