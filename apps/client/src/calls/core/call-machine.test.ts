import { allowedMoves, type CallState, callStates, isFinal } from '@sidetone/contract/rules/call-states.ts';
import { describe, expect, test } from 'vitest';
import { hearsTones, mayRefuse, move } from './call-machine.ts';
import { wayOut } from './way-out.ts';

const pairs = callStates.flatMap((from) => callStates.map((to) => ({ from, to })));
const allows = (from: CallState, to: CallState) => (allowedMoves[from] as readonly CallState[]).includes(to);

describe('every pair of states', () => {
  test.each(pairs)('$from → $to follows the table', ({ from, to }) => {
    const effects = move(from, to);
    if (!allows(from, to)) {
      expect(effects).toBe('refused');
      return;
    }
    expect(effects).not.toBe('refused');
    expect(effects.includes('stopAlerting')).toBe(from === 'Ringing');
    expect(effects.includes('startAlerting')).toBe(to === 'Ringing');
    expect(effects.includes('sayThatItEnded')).toBe(isFinal(to));
    // Invariant: nobody hears the user through a call that can no longer be hung up.
    if (wayOut({ state: to, direction: 'OUTGOING', endedBy: null }) === 'none') expect(effects).toContain('closeAudio');
  });
});

test('a phone goes quiet before anything else happens', () => {
  expect(move('Ringing', 'Terminated')).toEqual(['stopAlerting', 'closeAudio', 'sayThatItEnded']);
});

test('nothing leaves a final state', () => {
  for (const from of callStates.filter(isFinal)) {
    for (const to of callStates) expect(move(from, to)).toBe('refused');
  }
});

test('tones are heard only while talking', () => {
  expect(callStates.filter(hearsTones)).toEqual(['Established', 'WarmTransferStarted']);
});

test('a call can be refused only while it rings or is being answered', () => {
  expect(callStates.filter(mayRefuse)).toEqual(['Ringing', 'Establishing']);
});
