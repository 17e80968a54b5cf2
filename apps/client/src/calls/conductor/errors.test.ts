import { expect, test } from 'vitest';
import { CallError } from '../engine/call-error.ts';
import { settle, sitDown } from './testing/desk.ts';

const stranger = { number: '+493023125410' };

test('a refusal that the engine cannot give is said, and the call is over for the user', async () => {
  const { exchange, phone, conductor, calls, problems } = await sitDown();
  exchange.callFromOutside('11', stranger);
  await settle();
  phone.failNext('refuse', 'REJECT_FAILED');
  conductor.decline(calls()[0]?.id ?? '');
  expect([calls()[0]?.state, problems]).toEqual(['Terminated', ['REJECT_FAILED']]);
});

test('a hang-up that the engine cannot give is said, and the call is over for the user', async () => {
  const { exchange, phone, conductor, calls, problems } = await sitDown();
  exchange.script('+493023125410', 'answer');
  await conductor.dial({ number: '+493023125410', channelId: null });
  await settle();
  phone.failNext('hangUp', 'TERMINATE_FAILED');
  conductor.hangUp('mine-1');
  expect([calls()[0]?.state, problems]).toEqual(['Terminated', ['TERMINATE_FAILED']]);
});

test('a call that is gone before it could ring is only noted', async () => {
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
