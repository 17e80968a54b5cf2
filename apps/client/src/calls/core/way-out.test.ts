import { callStates, isFinal } from '@sidetone/contract/rules/call-states.ts';
import { expect, test } from 'vitest';
import { deadlinesOf } from './deadlines.ts';
import { testCall } from './testing/test-call.ts';
import { wayOut } from './way-out.ts';

test('every call that is neither over nor ending has a way out', () => {
  for (const state of callStates) {
    for (const direction of ['INCOMING', 'OUTGOING'] as const) {
      const isLeaving = isFinal(state) || state === 'Terminating';
      expect([state, wayOut({ state, direction, endedBy: null }) === 'none']).toEqual([state, isLeaving]);
    }
  }
});

test('the way out of an incoming call is to decline, and a call that the user handed over has none', () => {
  expect(wayOut({ state: 'Ringing', direction: 'INCOMING', endedBy: null })).toBe('decline');
  expect(wayOut({ state: 'Ringing', direction: 'OUTGOING', endedBy: null })).toBe('hangUp');
  expect(wayOut({ state: 'Transferring', direction: 'OUTGOING', endedBy: 'user' })).toBe('none');
});

test('a call without a way out closes by itself, whatever its engine says or leaves out', () => {
  for (const state of callStates) {
    for (const direction of ['INCOMING', 'OUTGOING'] as const) {
      for (const endedBy of ['user', 'remote', 'system', null] as const) {
        const call = testCall({ state, direction, endedBy });
        if (wayOut(call) === 'none') expect([state, deadlinesOf([call], () => 0)]).not.toEqual([state, []]);
      }
    }
  }
});
