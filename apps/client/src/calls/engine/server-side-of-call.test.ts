import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import { expect, test } from 'vitest';
import {
  factsOfRow,
  followLine,
  handOverBlindly,
  nothingTold,
  rowOfTarget,
  strangeTransfer,
  type ToldLine,
} from './server-side-of-call.ts';
import { ongoingRow } from './sip/testing/fake-sip-server.ts';

const running: OngoingTransfer = {
  id: 'theirs',
  sessionId: 's9',
  docId: 'pbx-s9',
  number: '13',
  name: null,
  state: 'talking',
  reason: null,
  establishedAt: null,
  activeLines: ['TARGET'],
};
const inTransfer = ongoingRow({ transfer: running });

/** A second line that is over once a row no longer has its transfer. */
function secondLine(): ToldLine {
  let isOver = false;
  return {
    transfer: {} as ToldLine['transfer'],
    follow({ transfer }: OngoingCall) {
      isOver = transfer === null;
    },
    isOver: () => isOver,
  };
}

test('each change in a row is reported once', () => {
  const side = nothingTold();
  const held = ongoingRow({ onHold: true });
  expect(factsOfRow(side, held)).toEqual([{ type: 'held', held: true }]);
  expect(factsOfRow(side, held)).toEqual([]);
});

test('a transfer that runs and was not begun here is strange', () => {
  expect(strangeTransfer(nothingTold(), inTransfer)).toBe(running);
  expect(strangeTransfer(nothingTold(), ongoingRow())).toBeNull();
});

test.each([
  ['a second line runs', () => ({ ...nothingTold(), line: secondLine() })],
  ['the call is being handed over', () => ({ ...nothingTold(), handing: 'over' as const })],
  ['it was given up here', () => ({ ...nothingTold(), knownTransfers: new Set(['theirs']) })],
  ['its order is not answered', () => ({ ...nothingTold(), orderedSessions: new Set(['s9']) })],
])('a transfer is not strange while %s', (_when, side) => {
  expect(strangeTransfer(side(), inTransfer)).toBeNull();
});

test('a second line is forgotten once it is over', () => {
  const side = { ...nothingTold(), line: secondLine() };
  followLine(side, inTransfer);
  expect(side.line).not.toBeNull();
  followLine(side, ongoingRow());
  expect(side.line).toBeNull();
});

test.each([
  ['TARGET talks in our leg', { id: 's9' }, true],
  ['TARGET rings in our leg', { id: 's9', state: 'ringing' }, true],
  ['TARGET has left', { id: 's9', state: 'ended' }, false],
  ['TARGET is in another leg', { id: 's9', callId: 'leg-2' }, false],
  ['TARGET has no leg', { id: 's9', callId: null }, false],
  ['the row is that of INITIAL', {}, false],
] as const)('the leg is that of TARGET alone: %s', (_when, row, isAlone) => {
  const found = rowOfTarget([ongoingRow(row)], 's9', (sipCallId) => sipCallId === 'leg-1');
  expect(found !== null).toBe(isAlone);
});

test('a call is handed over once the order is answered, and as before where it is refused', async () => {
  const side = nothingTold();
  const refused = handOverBlindly(side, () => Promise.reject(Object.assign(new Error(), { code: 'LIMIT_REACHED' })));
  expect(side.handing).toBe('asked');
  await expect(refused).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  expect(side.handing).toBe('no');
  await handOverBlindly(side, async () => {});
  expect(side.handing).toBe('blind');
});

test('two refused orders leave the call as it was before the first', async () => {
  const side = nothingTold();
  const orders = [1, 2].map(() => handOverBlindly(side, () => Promise.reject(new Error('refused'))));
  expect((await Promise.allSettled(orders)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(side.handing).toBe('no');
});
