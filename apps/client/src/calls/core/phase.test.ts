import { callStates } from '@sidetone/contract/rules/call-states.ts';
import { describe, expect, test } from 'vitest';
import { type Phase, phaseOf } from './phase.ts';

const incoming = { Ringing: 'callIncoming' } as const;
const outgoing = { Ringing: 'callOutgoing', Initial: 'callOutgoing' } as const;
const either: Partial<Record<(typeof callStates)[number], Phase>> = {
  Transferring: 'callTransferring',
  Transferred: 'callTransferred',
  TransferFailed: 'callTransferred',
  ContinuedElsewhere: 'callOnOtherDevice',
  Terminated: 'callEnded',
  AcceptedElsewhere: 'callEnded',
};

describe('one call', () => {
  test.each(callStates)('incoming in %s', (state) => {
    const expected = { ...either, ...incoming }[state as never] ?? 'callActive';
    expect(phaseOf([{ state, direction: 'INCOMING' }])).toBe(expected);
  });

  test.each(callStates)('outgoing in %s', (state) => {
    const expected = { ...either, ...outgoing }[state as never] ?? 'callActive';
    expect(phaseOf([{ state, direction: 'OUTGOING' }])).toBe(expected);
  });
});

describe('every pair of two calls', () => {
  const pairs = callStates.flatMap((one) => callStates.map((other) => ({ one, other })));
  test.each(pairs)('$one and $other', ({ one, other }) => {
    const phase = phaseOf([
      { state: one, direction: 'INCOMING' },
      { state: other, direction: 'OUTGOING' },
    ]);
    const over = ['Terminated', 'Transferred', 'TransferFailed', 'AcceptedElsewhere', 'ContinuedElsewhere'];
    if (one === 'Transferring' && other === 'Transferring') expect(phase).toBe('callTransferring');
    else if (one === other && (one === 'Transferred' || one === 'TransferFailed'))
      expect(phase).toBe('callTransferred');
    else if ([one, other].every((state) => over.includes(state))) expect(phase).toBe('callEnded');
    else expect(phase).toBe('callActive');
  });
});

test('without a call there is no call screen', () => {
  expect(phaseOf([])).toBe('noCall');
});
