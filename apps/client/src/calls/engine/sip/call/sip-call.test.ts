import { expect, test } from 'vitest';
import { settle } from '../../../testing/hand-clock.ts';
import type { EngineFact } from '../../call-engine.ts';
import { callWith } from '../testing/call-with.ts';
import { ongoingRow } from '../testing/fake-sip-server.ts';

test.each([
  ['declined', 486, ['X-Client-Correlation-Id: s1', 'Reason: SIP;cause=603;text="Declined"']],
  ['busy', 486, ['X-Client-Correlation-Id: s1']],
  ['occupied', 603, ['X-Client-Correlation-Id: s1']],
] as const)('%s goes out as %i Busy Here', (how, status_code, extraHeaders) => {
  const { session, call } = callWith('INCOMING');
  call.refuse(how);
  expect(session.terminated).toEqual([{ status_code, reason_phrase: 'Busy Here', extraHeaders }]);
});

test('gathering candidates ends once, 500 ms after the first one', async () => {
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

test('a call that is no invitation can be neither accepted nor refused', async () => {
  const outgoing = callWith('OUTGOING');
  await expect(outgoing.call.accept()).rejects.toMatchObject({ code: 'CALL_ACCEPTING_ERROR' });
  expect(() => outgoing.call.refuse('busy')).toThrowError('REJECT_FAILED');
  const gone = callWith('INCOMING');
  gone.session.stage = 'ended';
  await expect(gone.call.accept()).rejects.toMatchObject({ code: 'CALL_ACCEPTING_ERROR' });
  expect(() => gone.call.refuse('busy')).toThrowError('REJECT_FAILED');
});

test('the dialog is kept while the call runs, and stays when another page continues the call', () => {
  const { session, call, kept } = callWith('OUTGOING');
  session.establish();
  call.openMicrophone(false);
  expect(kept.get('leg-1')).toMatchObject({ sessionId: 's1', localTag: 'ours', remoteTag: 'theirs', muted: true });
  call.hangUp();
  expect(kept.size).toBe(0);

  const left = callWith('OUTGOING');
  left.session.establish();
  left.call.abandon();
  expect(left.kept.size).toBe(1);
  expect(left.session.terminated).toEqual([]);
  expect(left.facts.map((fact) => fact.type)).toEqual(['answered', 'continuedElsewhere', 'ended']);
});

test('hanging up without a socket ends the call here immediately and says goodbye later', () => {
  const later: (() => void)[] = [];
  const { session, facts, call } = callWith('OUTGOING', { goodbyes: { say: ({ send }) => later.push(send) } });
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

test('the server makes the tones of a call on hold, since a held leg lets none through', async () => {
  const { session, call, server } = callWith('OUTGOING');
  await call.hold(true);
  call.sendTones('34');
  await settle();
  expect(server.orders).toEqual(['hold leg-1 true', 'tones leg-1 34']);
  expect(session.tones).toEqual([]);
  await call.hold(false);
  call.sendTones('5');
  expect(session.tones).toEqual(['5']);
  // Held in another window.
  server.knows(ongoingRow({ onHold: true }));
  call.sendTones('6');
  await settle();
  expect(server.orders.at(-1)).toBe('tones leg-1 6');
});

test('a hold that the phone system refuses is an error of its own', async () => {
  const { call, server } = callWith('OUTGOING');
  server.failNext();
  await expect(call.hold(true)).rejects.toMatchObject({ code: 'HOLD_FAILED' });
  server.failNext();
  await expect(call.hold(false)).rejects.toMatchObject({ code: 'UNHOLD_FAILED' });
});

test('an order waits for the answer to the one before it, even a refusal', async () => {
  const { call, server } = callWith('OUTGOING');
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const real = server.hold;
  server.hold = async (sipCallId, value) => {
    await real(sipCallId, value);
    await answers.shift()?.promise;
  };
  const [first, second] = [...answers];
  const holding = call.hold(true);
  const resuming = call.hold(false);
  const transferring = call.startTransfer({ number: '13', sessionId: 's2', ownNumber: null });
  await settle();
  expect(server.orders).toEqual(['hold leg-1 true']);
  first?.reject(new Error('refused'));
  await expect(holding).rejects.toMatchObject({ code: 'HOLD_FAILED' });
  await settle();
  expect(server.orders).toEqual(['hold leg-1 true', 'hold leg-1 false']);
  second?.resolve();
  await resuming;
  const transfer = await transferring;
  await Promise.all([transfer.setLines(['INITIAL']), transfer.setLines(['TARGET']), transfer.abort()]);
  expect(server.orders.slice(2)).toEqual([
    'transfer leg-1 13 s2',
    'lines leg-1 transfer-1 INITIAL',
    'lines leg-1 transfer-1 TARGET',
    'drop leg-1 transfer-1',
  ]);
});

test('hold, recording and the other side are reported as the server knows them', () => {
  const { facts, server } = callWith('OUTGOING');
  server.knows(ongoingRow());
  server.knows(ongoingRow({ onHold: true, recording: { id: 'r', state: 'asking' } }));
  server.knows(ongoingRow({ number: '13', recording: { id: 'r', state: 'recording' } }));
  expect(facts).toEqual([
    { type: 'held', held: true },
    { type: 'recording', state: 'asking' },
    { type: 'remoteChanged', number: '13', displayName: null },
    { type: 'held', held: false },
    { type: 'recording', state: 'recording' },
  ]);
});

test('a recording is stopped by the id that its start gave', async () => {
  const { call, server } = callWith('OUTGOING');
  await expect(call.record(false)).rejects.toMatchObject({ code: 'RECORDING_STOP_FAILED' });
  await call.record(true);
  await call.record(false);
  expect(server.orders).toEqual(['record leg-1', 'stop leg-1 recording-1']);
});

/** A warm transfer that runs, with what TARGET hears. */
async function transferring() {
  const world = callWith('OUTGOING');
  world.session.establish();
  const row = (like: Partial<NonNullable<ReturnType<typeof ongoingRow>['transfer']>> | null) =>
    ongoingRow({
      transfer: like && {
        id: 'transfer-1',
        sessionId: 's2',
        docId: 'pbx-s2',
        number: '13',
        name: null,
        state: 'dialling',
        reason: null,
        establishedAt: null,
        activeLines: ['TARGET'],
        ...like,
      },
    });
  world.server.knows(row(null));
  const transfer = await world.call.startTransfer({ number: '13', sessionId: 's2', ownNumber: null });
  const target: EngineFact[] = [];
  transfer.line.listen((fact) => target.push(fact));
  world.facts.length = 0;
  return { ...world, transfer, target, row };
}

test('the second line rings, talks and leaves as the server says', async () => {
  const { server, facts, target, row } = await transferring();
  server.knows(row({}));
  server.knows(row({ state: 'ringing' }));
  server.knows(row({ state: 'talking' }));
  server.knows(row({ state: 'talking', activeLines: ['INITIAL'] }));
  server.knows(row({ state: 'ended', reason: 'HANGUP', activeLines: ['INITIAL'] }));
  expect(target.map((fact) => fact.type)).toEqual(['remoteRings', 'answered', 'connected', 'ended']);
  expect(facts).toEqual([
    { type: 'lines', active: ['TARGET'] },
    { type: 'lines', active: ['INITIAL'] },
  ]);
});

test('dropping the second line tells the server once, and the call continues', async () => {
  const { server, session, target, transfer } = await transferring();
  await transfer.abort();
  transfer.line.hangUp();
  expect(server.orders.slice(1)).toEqual(['drop leg-1 transfer-1']);
  expect(target).toEqual([{ type: 'ended', reason: 'HANGUP', by: 'user' }]);
  expect(session.stage).toBe('established');
});

test('hanging up hands over, and the outcome is reported before the end', async () => {
  const done = await transferring();
  done.server.knows(done.row({ state: 'talking' }));
  done.facts.length = 0;
  done.call.hangUp();
  expect([done.session.stage, done.facts]).toEqual(['ended', []]);
  done.server.knows(ongoingRow({ state: 'ended', transferredTo: { number: '13', name: null, failed: false } }));
  expect(done.facts.map((fact) => fact.type)).toEqual(['transferred', 'ended']);
  expect(done.target.at(-1)?.type).toBe('ended');

  const failed = await transferring();
  failed.facts.length = 0;
  failed.call.hangUp();
  failed.server.knows(ongoingRow({ state: 'ended', transferredTo: { number: '13', name: null, failed: true } }));
  expect(failed.facts.map((fact) => fact.type)).toEqual(['transferFailed', 'ended']);
});

test('a hand-over without an outcome for 3 s counts as done', async () => {
  const { call, clock, facts } = await transferring();
  facts.length = 0;
  call.hangUp();
  await clock.pass(3000);
  expect(facts.map((fact) => fact.type)).toEqual(['transferred', 'ended']);
});

test('the second line has the leg alone after INITIAL has left, and hanging it up ends the leg', async () => {
  const { server, session, facts, target, transfer, row } = await transferring();
  server.knows(row({ state: 'talking' }));
  server.knows(ongoingRow({ state: 'ended' }), ongoingRow({ id: 's2', number: '13' }));
  expect(facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  expect([target.at(-1)?.type, session.stage]).toEqual(['connected', 'established']);
  transfer.line.hangUp();
  expect([session.stage, target.at(-1)]).toEqual(['ended', { type: 'ended', reason: 'HANGUP', by: 'user' }]);
});

test('the answer of the second line is read from its own row when INITIAL leaves while it rings', async () => {
  const { server, facts, target, row } = await transferring();
  server.knows(row({ state: 'ringing' }));
  server.knows(ongoingRow({ state: 'ended' }), ongoingRow({ id: 's2', number: '13', state: 'ringing' }));
  expect(facts.at(-1)).toEqual({ type: 'ended', reason: 'HANGUP', by: 'remote' });
  expect(target.map(({ type }) => type)).toEqual(['remoteRings']);
  server.knows(ongoingRow({ id: 's2', number: '13' }));
  expect(target.map(({ type }) => type)).toEqual(['remoteRings', 'answered', 'connected']);
});

test('a colleague can be asked from the second line after INITIAL has left', async () => {
  const { server, target, transfer, row } = await transferring();
  server.knows(row({ state: 'talking' }));
  server.knows(ongoingRow({ state: 'ended' }), ongoingRow({ id: 's2', number: '13' }));
  const next = await transfer.line.startTransfer({ number: '14', sessionId: 's3', ownNumber: null });
  const asked: EngineFact[] = [];
  next.line.listen((fact) => asked.push(fact));
  const asks = { ...row({})?.transfer, id: 'transfer-1', sessionId: 's3', number: '14' };
  server.knows(ongoingRow({ id: 's2', number: '13', transfer: { ...asks, state: 'talking' } as never }));
  expect(asked.map(({ type }) => type)).toEqual(['answered', 'connected']);
  expect(target.map(({ type }) => type)).toEqual(['answered', 'connected', 'lines']);
  transfer.line.hangUp();
  expect([target.at(-1)?.type, asked.at(-1)?.type]).toEqual(['ended', 'ended']);
});

test('a transfer that another program began is reported once, with its time, and can be controlled', async () => {
  const { session, server, facts } = callWith('OUTGOING');
  session.establish();
  const began = { id: 'theirs', sessionId: 's9', docId: 'pbx-s9', number: '13', name: 'Pia', reason: null };
  const talks = { establishedAt: '2026-01-01T10:00:05Z', activeLines: ['INITIAL' as const] };
  const runs = ongoingRow({ transfer: { ...began, ...talks, state: 'talking' } });
  server.knows(runs);
  server.knows(runs);
  const told = facts.filter((fact) => fact.type === 'transferBegan');
  expect(told).toHaveLength(1);
  const [{ transfer } = { transfer: null }] = told;
  expect(transfer).toMatchObject({ establishedAt: Date.parse(talks.establishedAt), activeLines: ['INITIAL'] });
  expect(transfer?.line).toMatchObject({ sessionId: 's9', number: '13', displayName: 'Pia' });
  await transfer?.setLines(['TARGET']);
  await transfer?.abort();
  expect(server.orders).toEqual(['lines leg-1 theirs TARGET', 'drop leg-1 theirs']);
  // The row shows it a moment longer.
  server.knows(runs);
  expect(facts.filter((fact) => fact.type === 'transferBegan')).toHaveLength(1);
});

test('a blind transfer is done when the server has done it, even when its BYE is faster than its reply', async () => {
  const { session, call, server, facts } = callWith('OUTGOING');
  session.establish();
  const handing = call.transferTo('13');
  session.stage = 'ended';
  session.emit('ended', { originator: 'remote', cause: 'Terminated', message: null });
  await handing;
  expect(server.orders).toEqual(['blind leg-1 13']);
  expect(facts.map((fact) => fact.type)).toEqual(['answered', 'transferring', 'transferred', 'ended']);
});

test('a blind transfer that the server refuses changes nothing', async () => {
  const { session, call, server, facts } = callWith('OUTGOING');
  session.establish();
  server.failNext();
  await expect(call.transferTo('13')).rejects.toMatchObject({ code: 'TRANSFER_FAILED' });
  call.hangUp();
  expect(facts.map((fact) => fact.type)).toEqual(['answered', 'ended']);
});

test('a call that continues on another device of the user says so', () => {
  const { session, server, facts } = callWith('OUTGOING');
  session.establish();
  server.knows(ongoingRow({ callId: 'leg-of-another' }));
  session.emit('ended', { originator: 'remote', cause: 'Terminated', message: null });
  expect(facts.map((fact) => fact.type)).toEqual(['answered', 'continuedElsewhere', 'ended']);
});

test('accepting a call that is about to ring again waits for that, or for the end of the call', async () => {
  const { call, clock } = callWith('INCOMING');
  call.socketLost();
  let done = false;
  const accepting = call.accept().then(() => {
    done = true;
  });
  await clock.pass(1000);
  expect(done).toBe(false);
  call.lineBack();
  await clock.pass(5000);
  await accepting;
  expect(done).toBe(true);
});

test('a call that was picked up shows who calls, and is parked and joined under the session in which it rang', async () => {
  const { session, facts, call, server } = callWith('OUTGOING');
  session.establish();
  const ofCaller = { number: '+4940111', name: 'Anna' };
  server.knows(ongoingRow({ id: 'rang', docId: 'pbx-rang', channelId: 'c1', direction: 'INCOMING', ...ofCaller }));
  const takenFrom = { docId: 'pbx-rang', channelId: 'c1' };
  expect(facts).toContainEqual({ type: 'remoteChanged', number: '+4940111', displayName: 'Anna', takenFrom });
  await call.transferTo('', 'park');
  await call.joinWith('s2');
  expect(server.orders).toEqual(['park rang', 'join rang s2']);
});
