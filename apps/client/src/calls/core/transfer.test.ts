import { callStates, isFinal } from '@sidetone/contract/rules/call-states.ts';
import { describe, expect, test } from 'vitest';
import { testCall } from './testing/test-call.ts';
import { callToResume, lineOf, mayConfer, maySwitch, showLines, type Transfer } from './transfer.ts';

const transfer: Transfer = { initialId: 'a', targetId: 'b', activeLines: ['TARGET'] };
const initial = testCall({ id: 'a', state: 'WarmTransferStarted' });
const target = testCall({ id: 'b', state: 'Established' });
const talking = ['Established', 'WarmTransferStarted'];

test('the line that is not heard waits', () => {
  const holds = (activeLines: Transfer['activeLines']) =>
    showLines([initial, target], { ...transfer, activeLines }).map((call) => call.hold);
  expect(holds(['TARGET'])).toEqual(['held', 'none']);
  expect(holds(['INITIAL'])).toEqual(['none', 'held']);
  expect(holds(['INITIAL', 'TARGET'])).toEqual(['none', 'none']);
});

test('each call of a transfer has its line, and every other call has none', () => {
  expect(['a', 'b', 'c'].map((id) => lineOf(transfer, id))).toEqual(['INITIAL', 'TARGET', null]);
});

describe('switching needs two calls of which none is on its way', () => {
  const pairs = callStates.flatMap((one) => callStates.map((other) => ({ one, other })));
  test.each(pairs)('$one and $other', ({ one, other }) => {
    const both = talking.includes(one) && talking.includes(other);
    const calls = [testCall({ id: 'a', state: one }), testCall({ id: 'b', state: other })];
    expect(maySwitch(calls)).toBe(both);
    expect(mayConfer(calls, transfer)).toBe(both);
  });

  test('one alone', () => {
    expect(maySwitch([initial])).toBe(false);
    expect(mayConfer([initial, target], null)).toBe(false);
  });
});

describe('the call that is left is heard again', () => {
  test.each(callStates)('one held in %s', (state) => {
    const call = testCall({ state, hold: 'held' });
    expect(callToResume([call])).toBe(isFinal(state) || state === 'Terminating' ? null : call);
  });

  test('a call is taken back only when all wait', () => {
    const held = testCall({ id: 'a', state: 'Established', hold: 'held' });
    expect(callToResume([held, testCall({ id: 'b', state: 'Established', hold: 'held' })])).toBe(held);
    expect(callToResume([held, target])).toBeNull();
    expect(callToResume([])).toBeNull();
  });
});
