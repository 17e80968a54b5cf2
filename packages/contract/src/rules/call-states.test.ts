import { describe, expect, test } from 'vitest';
import { allowedMoves, type CallState, callStates, isFinal, mayMove } from './call-states.ts';

/** The table of specification 4, written out a second time, with the one addition. */
const open: Record<CallState, string> = {
  Initial: 'Ringing Established Terminating Terminated',
  Ringing: 'Establishing Established Terminating Terminated Transferring AcceptedElsewhere',
  Establishing: 'Established Terminating Terminated Transferring AcceptedElsewhere',
  Established: 'Terminating Terminated Transferring Transferred TransferFailed ContinuedElsewhere WarmTransferStarted',
  Transferring: 'Transferred TransferFailed',
  Terminating: 'Terminated',
  WarmTransferStarted: 'Established Terminating Terminated',
  Terminated: '',
  Transferred: '',
  TransferFailed: '',
  AcceptedElsewhere: '',
  ContinuedElsewhere: '',
};

const pairs = callStates.flatMap((from) => callStates.map((to) => [from, to] as const));

test('there are twelve states, and every one has its row', () => {
  expect(callStates).toHaveLength(12);
  expect(Object.keys(allowedMoves).sort()).toEqual([...callStates].sort());
});

describe('STATE-003 to -010: a call moves only where the table lets it', () => {
  test.each(pairs)('%s → %s', (from, to) => {
    expect(mayMove(from, to)).toBe(open[from].split(' ').includes(to));
  });
});

test('no state leads to itself', () => {
  for (const state of callStates) expect(mayMove(state, state)).toBe(false);
});

test('only ended calls are final', () => {
  expect(callStates.filter(isFinal).sort()).toEqual(
    ['AcceptedElsewhere', 'ContinuedElsewhere', 'Terminated', 'TransferFailed', 'Transferred'].sort(),
  );
});

test('every state can be reached from the first, and from every state an end can', () => {
  const reach = (from: CallState): Set<CallState> => {
    const seen = new Set<CallState>([from]);
    for (const state of seen) for (const next of allowedMoves[state]) seen.add(next);
    return seen;
  };
  expect(reach('Initial').size).toBe(callStates.length);
  for (const state of callStates) expect([...reach(state)].some(isFinal)).toBe(true);
});
