import { describe, expect, test } from 'vitest';
import { CallError, handOverError } from '../../engine/call-error.ts';
import { type Desk, settle, sitDown } from '../testing/desk.ts';

const first = '+493023125410';
const second = '+492214710318';
const order = (number: string) => ({ number, channelId: null });

/** The user talks to a person who then waits while a second one is called. */
async function transferring(behaviour: 'ring' | 'answer' | 'BUSY_HERE' | null = 'answer'): Promise<Desk> {
  const desk = await sitDown();
  desk.exchange.script(first, 'answer');
  if (behaviour !== null) desk.exchange.script(second, behaviour);
  await desk.conductor.dial(order(first));
  await settle();
  if (behaviour === null) return desk;
  await desk.conductor.dial(order(second));
  await settle();
  return desk;
}

const seen = ({ calls }: Desk) => calls().map(({ id, state, hold }) => `${id} ${state} ${hold}`);
const lines = ({ conductor }: Desk) => conductor.store.getState().transfer?.activeLines ?? null;

test('a call beside an established one begins a warm transfer, in which the first waits and the second is heard', async () => {
  const desk = await transferring('ring');
  expect(seen(desk)).toEqual(['mine-1 WarmTransferStarted held', 'mine-2 Ringing none']);
  expect(desk.calls()[1]).toMatchObject({ direction: 'OUTGOING', number: second, docId: 'pbx-mine-2' });
  expect(desk.sounds.at(-1)).toBe('waiting');
  const answered = await transferring('answer');
  expect(seen(answered)).toEqual(['mine-1 WarmTransferStarted held', 'mine-2 Established none']);
  expect([lines(answered), answered.phone.microphoneOpen]).toEqual([['TARGET'], true]);
});

test('a target that cannot be called is reported as not found, and the first call continues', async () => {
  const desk = await transferring(null);
  const refused = Object.assign(new Error('404'), { code: 'BAD_REQUEST' });
  desk.phone.failNext('transfer', 'DIAL_FAILED', refused);
  await expect(desk.conductor.dial(order(second))).rejects.toMatchObject({ code: 'TARGET_NOT_FOUND' });
  expect(seen(desk)[0]).toBe('mine-1 Established none');
  desk.phone.failNext('transfer', 'DIAL_FAILED');
  await expect(desk.conductor.dial(order(second))).rejects.toMatchObject({ code: 'DIAL_FAILED' });
});

test('a held call is taken back before its transfer starts', async () => {
  const desk = await transferring(null);
  desk.exchange.script(second, 'answer');
  await desk.conductor.toggleHold('mine-1');
  expect(desk.phone.microphoneOpen).toBe(false);
  await desk.conductor.dial(order(second));
  await settle();
  expect(seen(desk)).toEqual(['mine-1 WarmTransferStarted held', 'mine-2 Established none']);
  expect([desk.phone.microphoneOpen, desk.calls()[1]?.mute]).toEqual([true, 'NONE']);
});

test('a third call is refused, and holding one line is switching', async () => {
  const desk = await transferring();
  await expect(desk.conductor.dial(order('+4989123456'))).rejects.toMatchObject({ code: 'MAX_CALLS_REACHED' });
  await desk.conductor.toggleHold('mine-2');
  expect(seen(desk)).toEqual(['mine-1 WarmTransferStarted held', 'mine-2 Established none']);
});

test('lines are switched back and forth, by key or by call, but not while one rings', async () => {
  const desk = await transferring();
  await desk.conductor.switchLine(null);
  expect(seen(desk)).toEqual(['mine-1 WarmTransferStarted none', 'mine-2 Established held']);
  await desk.conductor.switchLine('mine-2');
  expect(lines(desk)).toEqual(['TARGET']);

  const ringing = await transferring('ring');
  await ringing.conductor.switchLine(null);
  await ringing.conductor.startConference();
  expect(lines(ringing)).toEqual(['TARGET']);
});

test('a switch that fails shows the lines as they were and says so', async () => {
  const desk = await transferring();
  desk.phone.failNext('lines', 'INVALID_STATE_ERROR');
  await expect(desk.conductor.switchLine(null)).rejects.toMatchObject({ code: 'UNHOLD_FAILED' });
  expect(lines(desk)).toEqual(['TARGET']);
});

test('in a conference nobody waits, and a switch ends it', async () => {
  const desk = await transferring();
  await desk.conductor.startConference();
  expect(seen(desk)).toEqual(['mine-1 WarmTransferStarted none', 'mine-2 Established none']);
  await desk.conductor.switchLine('mine-1');
  expect(lines(desk)).toEqual(['INITIAL']);
});

test('the microphone is one for both lines', async () => {
  const desk = await transferring();
  desk.conductor.toggleMute('mine-2');
  expect([desk.calls().map(({ mute }) => mute), desk.phone.microphoneOpen]).toEqual([['USER', 'USER'], false]);
  await desk.conductor.switchLine(null);
  await desk.conductor.abortTransfer();
  await settle();
  expect([desk.calls()[0]?.mute, desk.phone.microphoneOpen]).toEqual(['USER', false]);
});

test('aborting drops the second and takes the first back', async () => {
  const desk = await transferring();
  await desk.conductor.abortTransfer();
  await settle();
  expect(seen(desk)).toEqual(['mine-1 Established none', 'mine-2 Terminated none']);
  expect([lines(desk), desk.calls()[1]?.endedBy]).toEqual([null, 'user']);
  await desk.clock.pass(300);
  expect(seen(desk)).toEqual(['mine-1 Established none']);
});

test('a second line that is given up while it is being called is hung up as soon as it exists', async () => {
  const desk = await transferring(null);
  desk.exchange.script(second, 'ring');
  const dialling = desk.conductor.dial(order(second));
  await settle();
  await desk.conductor.abortTransfer();
  await dialling;
  await settle();
  expect(seen(desk)[0]).toBe('mine-1 Established none');
  expect(desk.calls()[1]).toMatchObject({ state: 'Terminated', endedBy: 'user' });
});

test('hanging up with both lines connects the others, and both calls end as transferred', async () => {
  const desk = await transferring();
  desk.conductor.hangUp('mine-1');
  await settle();
  expect(desk.calls().map(({ state, reason }) => [state, reason])).toEqual([
    ['Transferred', 'HANGUP'],
    ['Transferred', 'HANGUP'],
  ]);
  expect(desk.calls()[0]?.transferredTo).toBe(second);
  expect([desk.problems, desk.sounds.includes('busy')]).toEqual([[], false]);
  await desk.clock.pass(2300);
  expect(desk.calls()).toEqual([]);
});

test('hanging up while the second still rings hands over blindly', async () => {
  const desk = await transferring('ring');
  desk.conductor.hangUp('mine-1');
  await settle();
  expect(desk.calls().map(({ state }) => state)).toEqual(['Transferred', 'Transferred']);
});

test('a hand-over that fails says that the two are not connected', async () => {
  const desk = await transferring();
  desk.phone.failNext('handOver', 'UNKNOWN');
  desk.conductor.hangUp('mine-1');
  await settle();
  expect(desk.calls().map(({ state }) => state)).toEqual(['TransferFailed', 'TransferFailed']);
  expect(desk.problems).toEqual(['TRANSFER_FAILED']);
});

test('the first line is back when the second refuses', async () => {
  const desk = await transferring('BUSY_HERE');
  expect(seen(desk)).toEqual(['mine-1 Established none', 'mine-2 Terminated none']);
  expect(desk.calls()[1]).toMatchObject({ reason: 'BUSY_HERE', endedBy: 'remote' });
});

test('the first line is back when the second hangs up', async () => {
  const desk = await transferring();
  desk.exchange.scriptedLeaves(second);
  await settle();
  expect(seen(desk)).toEqual(['mine-1 Established none', 'mine-2 Terminated none']);
});

test('the call continues with the second line when the first leaves', async () => {
  const desk = await transferring();
  await desk.conductor.switchLine(null);
  desk.exchange.scriptedLeaves(first);
  await settle();
  expect(seen(desk)).toEqual(['mine-1 Terminated none', 'mine-2 Established none']);
  expect(lines(desk)).toBeNull();
  desk.conductor.hangUp('mine-2');
  await settle();
  expect(desk.calls().at(-1)).toMatchObject({ id: 'mine-2', state: 'Terminated', endedBy: 'user' });
});

test('a transfer that cannot be started is noted, and the first call continues', async () => {
  const desk = await transferring(null);
  desk.phone.failNext('transfer', 'DIAL_FAILED');
  await expect(desk.conductor.dial(order(second))).rejects.toMatchObject({ code: 'DIAL_FAILED' });
  expect(seen(desk)[0]).toBe('mine-1 Established none');
  expect(desk.failedDials).toMatchObject([{ target: second, sessionId: 'mine-2', problem: 'DIAL_FAILED' }]);
  await expect(desk.conductor.dial(order('*43'))).rejects.toMatchObject({ code: 'INVALID_PHONE_NUMBER' });
  expect(seen(desk)[0]).toBe('mine-1 Established none');
});

test('a blind transfer hands the call over immediately', async () => {
  const desk = await transferring(null);
  desk.exchange.script(second, 'answer');
  await desk.conductor.transferTo('mine-1', { number: second });
  await settle();
  expect(desk.calls()[0]).toMatchObject({ state: 'Transferred', transferredTo: second });
});

test('a caller can be left to a voicemail, which may not be there', async () => {
  const desk = await transferring(null);
  const refused = new CallError('TRANSFER_FAILED', Object.assign(new Error('no such'), { code: 'BAD_REQUEST' }));
  expect([handOverError(refused, 'voicemail').code, handOverError(refused).code]).toEqual([
    'NO_VOICEMAIL',
    'TRANSFER_FAILED',
  ]);
  desk.exchange.script(second, 'answer');
  await desk.conductor.transferTo('mine-1', { number: second, name: 'Leonie', to: 'voicemail' });
  await settle();
  expect(desk.calls()[0]).toMatchObject({ state: 'Transferred', transferredTo: 'Leonie' });
});

describe('two calls that came one after the other', () => {
  async function twoCalls(): Promise<Desk> {
    const desk = await sitDown({ callWaiting: () => true });
    desk.exchange.script(first, 'answer');
    await desk.conductor.dial(order(first));
    await settle();
    desk.exchange.callFromOutside('11', { number: second });
    await settle();
    await desk.conductor.accept(desk.calls()[1]?.id ?? '');
    await settle();
    return desk;
  }

  test('are joined by one order, and both are over for the user', async () => {
    const desk = await twoCalls();
    const [one, other] = desk.calls();
    expect(desk.calls().map(({ state }) => state)).toEqual(['Established', 'Established']);
    await desk.conductor.joinCalls(one?.id ?? '', other?.id ?? '');
    await settle();
    expect(desk.calls().map(({ state }) => state)).toEqual(['Transferred', 'Transferred']);
    expect([desk.phone.joins, desk.problems]).toEqual([[other?.id], []]);
  });

  test('are named to the exchange as it knows them: one that was picked up by the session in which it rang', async () => {
    const desk = await twoCalls();
    const [taken, other] = desk.calls();
    const takenFrom = { docId: 'pbx-rang', channelId: null };
    desk.phone.tell(taken?.id ?? '', { type: 'remoteChanged', number: '13', displayName: null, takenFrom });
    await desk.conductor.joinCalls(other?.id ?? '', taken?.id ?? '').catch(() => {});
    expect(desk.phone.joins).toEqual(['rang']);
  });

  test('go on where they cannot be joined', async () => {
    const desk = await twoCalls();
    const [one, other] = desk.calls();
    desk.phone.failNext('transfer', 'TRANSFER_FAILED');
    const joining = desk.conductor.joinCalls(other?.id ?? '', one?.id ?? '');
    await expect(joining).rejects.toMatchObject({ code: 'TRANSFER_FAILED' });
    expect(desk.calls().map(({ state }) => state)).toEqual(['Established', 'Established']);
    desk.conductor.hangUp(one?.id ?? '');
    await settle();
    expect(desk.calls().some(({ state }) => state === 'Transferred')).toBe(false);
  });
});

test('a blind transfer that is refused leaves the call as it was, and one that fails later is reported', async () => {
  const desk = await transferring(null);
  desk.phone.failNext('transfer', 'TRANSFER_FAILED');
  await expect(desk.conductor.transferTo('mine-1', { number: second })).rejects.toMatchObject({
    code: 'TRANSFER_FAILED',
  });
  await expect(desk.conductor.transferTo('mine-1', { number: '*43' })).rejects.toMatchObject({
    code: 'INVALID_PHONE_NUMBER',
  });
  expect(seen(desk)).toEqual(['mine-1 Established none']);
  desk.exchange.script(second, 'ring');
  desk.phone.failNext('handOver', 'UNKNOWN');
  await desk.conductor.transferTo('mine-1', { number: second });
  await settle();
  expect([desk.calls()[0]?.state, desk.problems]).toEqual(['TransferFailed', ['TRANSFER_FAILED']]);
});

test('a transfer fails when the other side hangs up while it is handed over', async () => {
  const desk = await transferring(null);
  desk.phone.tell('mine-1', { type: 'transferring' });
  desk.exchange.scriptedLeaves(first);
  await settle();
  expect(desk.calls()[0]?.state).toBe('TransferFailed');
});

test('a hand-over without an outcome counts as failed', async () => {
  const desk = await transferring(null);
  desk.phone.tell('mine-1', { type: 'transferring' });
  await desk.clock.pass(34_999);
  expect(desk.calls()[0]?.state).toBe('Transferring');
  await desk.clock.pass(1);
  expect(desk.calls()[0]?.state).toBe('TransferFailed');
});

test('a call that continues elsewhere, or with another person, says so', async () => {
  const desk = await transferring(null);
  desk.phone.tell('mine-1', { type: 'remoteChanged', number: second, displayName: null });
  expect(desk.calls()[0]?.number).toBe(second);
  const takenFrom = { docId: 'pbx-rang', channelId: null };
  desk.phone.tell('mine-1', { type: 'remoteChanged', number: '13', displayName: null, takenFrom });
  expect(desk.calls()[0]).toMatchObject({ number: '13', docId: 'pbx-rang', channelName: null });
  desk.phone.tell('mine-1', { type: 'continuedElsewhere' });
  expect(desk.calls()[0]?.state).toBe('ContinuedElsewhere');
});

test('a transfer that was begun elsewhere is on the screen with both lines, and hanging up hands over', async () => {
  const desk = await transferring(null);
  desk.exchange.script(second, 'answer');
  desk.phone.transferElsewhere('mine-1', { number: second, sessionId: 'theirs' });
  await settle();
  expect(seen(desk)).toEqual(['mine-1 WarmTransferStarted held', 'theirs Established none']);
  expect(desk.calls()[1]).toMatchObject({ number: second, direction: 'OUTGOING' });
  await desk.conductor.switchLine(null);
  expect(lines(desk)).toEqual(['INITIAL']);
  desk.conductor.hangUp('mine-1');
  await settle();
  expect(desk.calls().map(({ state }) => state)).toEqual(['Transferred', 'Transferred']);
  expect(desk.phone.microphonesInUse()).toEqual([]);
});

test('a transfer that was begun elsewhere takes the call off hold', async () => {
  const desk = await transferring(null);
  desk.exchange.script(second, 'answer');
  await desk.conductor.toggleHold('mine-1');
  desk.phone.transferElsewhere('mine-1', { number: second, sessionId: 'theirs' });
  await settle();
  expect(desk.phone.holds).toEqual([true, false]);
  expect(desk.calls()).toMatchObject([{ state: 'WarmTransferStarted' }, { id: 'theirs', mute: 'NONE' }]);
});

test('a transfer that was begun elsewhere in a held call beside another one is dropped, and the call stays held', async () => {
  const desk = await sitDown({ callWaiting: () => true });
  for (const number of [first, second]) desk.exchange.script(number, 'answer');
  await desk.conductor.dial(order(first));
  await settle();
  desk.exchange.callFromOutside('11', { number: '+4930555' });
  await settle();
  await desk.conductor.accept(desk.calls()[1]?.id ?? '');
  await settle();
  const before = seen(desk);
  expect(before[0]).toBe('mine-1 Established held');
  desk.phone.transferElsewhere('mine-1', { number: second, sessionId: 'theirs' });
  await settle();
  expect(seen(desk)).toEqual(before);
  expect(desk.conductor.store.getState().transfer).toBeNull();
});

test('a call that another program hands over can be hung up, and is hung up when the hand-over has no outcome', async () => {
  const one = await transferring(null);
  one.phone.tell('mine-1', { type: 'transferring' });
  one.conductor.hangUp('mine-1');
  expect([one.calls()[0]?.state, one.calls()[0]?.endedBy]).toEqual(['TransferFailed', 'user']);
  expect(one.phone.microphonesInUse()).toEqual([]);

  const other = await transferring(null);
  other.phone.tell('mine-1', { type: 'transferring' });
  await other.clock.pass(35_000);
  expect([other.calls()[0]?.state, other.phone.microphonesInUse()]).toEqual(['TransferFailed', []]);
});

test('a second line that is answered after the first left is a call like any other, with a second line of its own', async () => {
  const desk = await transferring('ring');
  desk.exchange.scriptedLeaves(first);
  await settle();
  expect(seen(desk)).toEqual(['mine-1 Terminated none', 'mine-2 Ringing none']);
  desk.phone.tell('mine-2', { type: 'answered' });
  await desk.clock.pass(120_000);
  expect(seen(desk)).toEqual(['mine-2 Established none']);
  desk.exchange.script(first, 'answer');
  await desk.conductor.dial(order(first));
  await settle();
  expect(seen(desk)).toEqual(['mine-2 WarmTransferStarted held', 'mine-3 Established none']);
});
