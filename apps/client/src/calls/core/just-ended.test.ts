import { callStates } from '@sidetone/contract/rules/call-states.ts';
import { expect, test } from 'vitest';
import { type Call, newCall } from './call.ts';
import { justEnded } from './just-ended.ts';

function call(more: Partial<Call> = {}): Call {
  const born = {
    id: 'one',
    docId: 'pbx-one',
    direction: 'INCOMING' as const,
    number: '+4930901820',
    remote: null,
    channelId: null,
    channelName: null,
    ownNumber: null,
    startedAt: 1000,
  };
  return { ...newCall(born), state: 'Terminated', establishedAt: 2000, endedAt: 9000, ...more };
}

test('users are asked about an established call once its view is closed, and not before', () => {
  const one = call();
  expect(justEnded([call({ state: 'Established', endedAt: null })], [one])).toBeNull();
  expect(justEnded([one], [one])).toBeNull();
  expect(justEnded([one], [])).toEqual(one);
  expect(justEnded([], [])).toBeNull();
});

test.each(callStates)('a call that was shown as %s', (state) => {
  const asked = ['Terminated', 'Transferred', 'TransferFailed'].includes(state);
  expect(justEnded([call({ state })], []) !== null).toBe(asked);
});

test('users are not asked about a call that was never established', () => {
  expect(justEnded([call({ establishedAt: null })], [])).toBeNull();
});

test('users are not asked while another call runs, and only about the last one of two that close together', () => {
  const other = call({ id: 'two', endedAt: 9500 });
  expect(justEnded([call()], [call({ id: 'two', state: 'Ringing', endedAt: null })])).toBeNull();
  expect(justEnded([call(), other], [])?.id).toBe('two');
  expect(justEnded([call(), other], [other])?.id).toBe('one');
});
