import { expect, test } from 'vitest';
import { CallError } from '../engine/call-error.ts';
import { settle, sitDown } from './testing/desk.ts';

const stranger = { number: '+493023125410' };

test('a refusal that fails in the engine is reported, and the call is over for the user', async () => {
  const { exchange, phone, conductor, calls, problems } = await sitDown();
  exchange.callFromOutside('11', stranger);
  await settle();
  phone.failNext('refuse', 'REJECT_FAILED');
  conductor.decline(calls()[0]?.id ?? '');
  expect([calls()[0]?.state, problems]).toEqual(['Terminated', ['REJECT_FAILED']]);
});

test('a hang-up that fails in the engine is reported, and the call is over for the user', async () => {
  const { exchange, phone, conductor, calls, problems } = await sitDown();
  exchange.script('+493023125410', 'answer');
  await conductor.dial({ number: '+493023125410', channelId: null });
  await settle();
  phone.failNext('hangUp', 'TERMINATE_FAILED');
  conductor.hangUp('mine-1');
  expect([calls()[0]?.state, problems]).toEqual(['Terminated', ['TERMINATE_FAILED']]);
});

test('an order to hang up that gets lost ends the call all the same, and nobody hears the user until then', async () => {
  const { exchange, phone, conductor, calls, clock } = await sitDown();
  exchange.script('+493023125410', 'answer');
  await conductor.dial({ number: '+493023125410', channelId: null });
  await settle();
  phone.failNext('lostHangUp', 'UNKNOWN');
  conductor.hangUp('mine-1');
  expect([calls()[0]?.state, phone.isMicrophoneOpen('mine-1')]).toEqual(['Terminating', false]);
  await clock.pass(4_999);
  expect(calls()[0]?.state).toBe('Terminating');
  await clock.pass(1);
  expect(calls()[0]?.state).toBe('Terminated');
  await clock.pass(3_000);
  expect([calls(), phone.microphonesInUse()]).toEqual([[], []]);
});

test('a hand-over that fails in the engine fails immediately, and nobody hears the user', async () => {
  const { exchange, phone, conductor, calls, problems, clock } = await sitDown();
  for (const number of ['+493023125410', '+492214710318']) {
    exchange.script(number, 'answer');
    await conductor.dial({ number, channelId: null });
    await settle();
  }
  phone.failNext('hangUp', 'TERMINATE_FAILED');
  conductor.hangUp('mine-1');
  expect(calls().map(({ state }) => state)).toEqual(['TransferFailed', 'TransferFailed']);
  expect([phone.microphoneOpen, problems]).toEqual([false, ['TRANSFER_FAILED']]);
  await clock.pass(3_000);
  expect(phone.microphonesInUse()).toEqual([]);
});

test('a failed refusal of a call that is not shown is not reported to the user', async () => {
  const { exchange, phone, calls, logged } = await sitDown({ isDnd: () => true });
  phone.failNext('refuse', 'REJECT_FAILED');
  exchange.callFromOutside('11', stranger);
  await settle();
  expect([calls(), logged.some((line) => line.startsWith('REJECT_FAILED'))]).toEqual([[], true]);
});

test('a call that is gone before it could ring is only logged', async () => {
  const { exchange, phone, conductor, calls, warnings, problems } = await sitDown();
  const start = phone.start;
  await conductor.stop();
  phone.start = (on) =>
    start({
      ...on,
      incoming(call) {
        call.refuse('busy');
        on.incoming(call);
      },
    });
  await conductor.start();
  exchange.callFromOutside('11', stranger);
  await settle();
  expect(warnings).toContain('Call was terminated right after it was prepared');
  expect([calls()[0]?.state, problems]).toEqual(['Terminated', []]);
});

test.each([
  ['ALREADY_IN_CALL', 'Already in a call'],
  ['MAX_CALLS_REACHED', 'Max parallel calls reached'],
  ['INVALID_PHONE_NUMBER', 'Number not dialable'],
  ['HOLD_FAILED', 'Could not hold call'],
  ['CALL_ACCEPTING_ERROR', 'Could not accept call'],
  ['MISSING_OUTPUT_STREAM', 'Missing input or output stream'],
] as const)('the log calls %s "%s"', (code, words) => {
  expect(new CallError(code)).toMatchObject({ code, message: words });
});
