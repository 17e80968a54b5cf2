import { expect, test } from 'vitest';
import type { EngineCall, EngineListener, RunningTransfer } from '../engine/call-engine.ts';
import { createFakeExchange } from '../engine/fake/fake-exchange.ts';
import { settle, sitDown } from './testing/desk.ts';

/** A desk whose engine hands over the call of a test. */
async function after() {
  const desk = await sitDown();
  const caught = Promise.withResolvers<EngineListener>();
  desk.phone.start = async (on) => caught.resolve(on);
  await desk.conductor.start();
  const before = createFakeExchange();
  before.script('+493023125410', 'answer');
  before.script('+492214710318', 'answer');
  const engineCall: EngineCall = await before
    .phone('11')
    .dial({ number: '+493023125410', sessionId: 'old', channelId: null, ownNumber: null });
  await settle();
  return { ...desk, before, engineCall, on: await caught.promise };
}

test('a call from before a reload continues with its time, its mute and its hold', async () => {
  const { on, engineCall, calls } = await after();
  on.resumed?.(engineCall, 5000, { muted: true, held: true, transfer: null });
  expect(calls()).toMatchObject([
    { id: 'old', state: 'Established', establishedAt: 5000, mute: 'USER', hold: 'held', number: '+493023125410' },
  ]);
});

test('both calls of a warm transfer continue', async () => {
  const { on, engineCall, calls, conductor } = await after();
  const transfer = await engineCall.startTransfer({ number: '+492214710318', sessionId: 'two', ownNumber: null });
  await settle();
  const running: RunningTransfer = { ...transfer, establishedAt: 7000, activeLines: ['TARGET'] };
  on.resumed?.(engineCall, 5000, { muted: false, held: false, transfer: running });
  await settle();
  expect(calls().map(({ id, state }) => `${id} ${state}`)).toEqual(['old WarmTransferStarted', 'two Established']);
  // END-005: the timer of the second line continues as well.
  expect(calls()[1]?.establishedAt).toBe(7000);
  await conductor.abortTransfer();
  await settle();
  expect(calls()[0]?.state).toBe('Established');
});

test('a call that comes back after it was handed over is a new call of the same session', async () => {
  const { exchange, conductor, calls } = await sitDown();
  const anna = exchange.callFromOutside('11', { number: '+493023125410' });
  await settle();
  const id = calls()[0]?.id ?? '';
  conductor.decline(id);
  expect(calls()[0]?.state).toBe('Terminated');
  anna.leave();
  exchange.callFromOutside('11', { number: '+493023125410', sessionId: id });
  await settle();
  expect(calls().map(({ state }) => state)).toEqual(['Ringing']);
});
