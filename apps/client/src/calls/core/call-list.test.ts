import { type CallState, callStates, isFinal, mayMove } from '@sidetone/contract/rules/call-states.ts';
import { maxCalls } from '@sidetone/contract/rules/limits.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Call, newCall } from './call.ts';
import {
  activeCall,
  addCall,
  admitIncoming,
  admitOutgoing,
  type CallList,
  changeCall,
  findCall,
  isFull,
  lastToEnd,
  liveCalls,
  moveCall,
  removeCall,
} from './call-list.ts';
import { testCall } from './testing/test-call.ts';

const inState = (state: CallState, id = 'a') => testCall({ id, state });

describe('a second incoming call', () => {
  test.each(callStates)('beside one in %s', (state) => {
    expect(admitIncoming([inState(state)], false)).toBe(isFinal(state) ? 'ring' : 'refuseOccupied');
  });

  test.each(callStates)('with call waiting, beside one in %s', (state) => {
    const rings = isFinal(state) || state === 'Established';
    expect(admitIncoming([inState(state)], false, true)).toBe(rings ? 'ring' : 'refuseOccupied');
  });

  test('call waiting lets no third call ring, and no call through do not disturb', () => {
    const talking = inState('Established', 'a');
    expect(admitIncoming([talking, inState('Established', 'b')], false, true)).toBe('refuseOccupied');
    expect(admitIncoming([talking], true, true)).toBe('refuseBusy');
  });

  test('do not disturb refuses as busy, but only where the line is free', () => {
    expect(admitIncoming([], true)).toBe('refuseBusy');
    expect(admitIncoming([inState('Established')], true)).toBe('refuseOccupied');
  });
});

describe('a new outgoing call', () => {
  test.each(callStates)('beside one in %s', (state) => {
    const expected = isFinal(state) ? 'dial' : state === 'Established' ? 'transfer' : 'ALREADY_IN_CALL';
    expect(admitOutgoing([inState(state)], false)).toBe(expected);
  });

  test('there are two calls at most', () => {
    expect(admitOutgoing([inState('Established', 'a'), inState('WarmTransferStarted', 'b')], false)).toBe(
      'MAX_CALLS_REACHED',
    );
  });

  test('an emergency call ends the calls that run', () => {
    expect(admitOutgoing([inState('Established')], true)).toBe('endOthersAndDial');
    expect(admitOutgoing([], true)).toBe('dial');
  });
});

test('a new call takes the place of one that is only still shown', () => {
  const calls = addCall([inState('Terminated', 'old')], inState('Initial', 'new'));
  expect(calls.map((call) => call.id)).toEqual(['new']);
});

test('keys act on the call that is not on hold', () => {
  const held = testCall({ id: 'held', state: 'Established', hold: 'held' });
  const talking = testCall({ id: 'talking', state: 'Established' });
  expect(activeCall([held, talking])?.id).toBe('talking');
  expect(activeCall([held])?.id).toBe('held');
  expect(activeCall([inState('Terminated', 'over')])?.id).toBe('over');
  expect(activeCall([])).toBeNull();
});

test('the last call to end is shown of those that are over, in any order of their beginning', () => {
  const ended = (id: string, endedAt: number) => testCall({ id, state: 'Terminated', endedAt });
  expect(lastToEnd([ended('initial', 200), ended('target', 100)])?.id).toBe('initial');
  expect(lastToEnd([ended('initial', 100), ended('target', 200)])?.id).toBe('target');
  expect(lastToEnd([ended('initial', 100), ended('target', 100)])?.id).toBe('target');
  expect(lastToEnd([])).toBeNull();
});

test('the clock of a call starts once', () => {
  const call = newCall({ ...inState('Initial'), id: 'a' });
  const first = moveCall([call], 'a', 'Established', 1000);
  if (first === 'refused') throw new Error('Initial → Established is allowed');
  const warm = moveCall(first.calls, 'a', 'WarmTransferStarted', 2000);
  if (warm === 'refused') throw new Error('Established → WarmTransferStarted is allowed');
  const back = moveCall(warm.calls, 'a', 'Established', 3000);
  if (back === 'refused') throw new Error('WarmTransferStarted → Established is allowed');
  expect(findCall(back.calls, 'a')?.establishedAt).toBe(1000);
});

type Step =
  | { do: 'incoming' | 'outgoing' }
  | { do: 'move'; index: number; to: CallState }
  | { do: 'close'; index: number }
  | { do: 'hold'; index: number; hold: Call['hold'] };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>({ do: 'incoming' }, { do: 'outgoing' }),
  fc.record({ do: fc.constant('move' as const), index: fc.nat(1), to: fc.constantFrom(...callStates) }),
  fc.record({ do: fc.constant('close' as const), index: fc.nat(1) }),
  fc.record({
    do: fc.constant('hold' as const),
    index: fc.nat(1),
    hold: fc.constantFrom<Call['hold']>('none', 'holding', 'held', 'resuming'),
  }),
);

test('two calls live at most, no forbidden move is made, and times never run backwards, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), (sequence) => {
      let calls: CallList = [];
      let now = 0;
      for (const [number, step] of sequence.entries()) {
        now += 1;
        const before = calls;
        const target = 'index' in step ? calls[step.index] : undefined;
        switch (step.do) {
          case 'incoming':
          case 'outgoing': {
            const free = step.do === 'incoming' ? admitIncoming(calls, false) : admitOutgoing(calls, false);
            const fresh = testCall({ id: `call${number}`, state: 'Initial', startedAt: now });
            if (free === 'ring' || free === 'dial' || free === 'transfer') calls = addCall(calls, fresh);
            else expect(liveCalls(calls).length).toBeGreaterThan(0);
            break;
          }
          case 'move': {
            if (target === undefined) break;
            const moved = moveCall(calls, target.id, step.to, now);
            expect(moved === 'refused').toBe(!mayMove(target.state, step.to));
            if (moved !== 'refused') calls = moved.calls;
            break;
          }
          case 'close':
            if (target !== undefined && isFinal(target.state)) calls = removeCall(calls, target.id);
            break;
          case 'hold':
            if (target !== undefined) calls = changeCall(calls, target.id, { hold: step.hold });
        }
        expect(liveCalls(calls).length).toBeLessThanOrEqual(maxCalls);
        for (const call of calls) {
          const was = findCall(before, call.id);
          if (was !== null && was.state !== call.state) expect(mayMove(was.state, call.state)).toBe(true);
          if (call.establishedAt !== null && call.endedAt !== null) {
            expect(call.endedAt).toBeGreaterThanOrEqual(call.establishedAt);
          }
          expect(isFinal(call.state) && call.endedAt === null).toBe(false);
        }
      }
    }),
  );
});

test('VAL-021: a third call cannot be started beside two that run, but beside one that is over', () => {
  const call = (id: string, state: CallState) => testCall({ id, state });
  expect(isFull([call('a', 'Established')])).toBe(false);
  expect(isFull([call('a', 'WarmTransferStarted'), call('b', 'Ringing')])).toBe(true);
  expect(isFull([call('a', 'WarmTransferStarted'), call('b', 'Terminated')])).toBe(false);
});
