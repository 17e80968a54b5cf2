import { crmWriteStates } from '@sidetone/contract/rules/crm/write-states.ts';
import { describe, expect, test } from 'vitest';
import { canRetry, chipState, skipReasonOf, worstOf } from './chips.ts';

const connected = new Set(['hub']);

test.each([
  [null, 'chosen'],
  ['DRAFT', 'chosen'],
  ['READY', 'waiting'],
  ['SENDING', 'waiting'],
  ['WAITING', 'waiting'],
  ['BLOCKED', 'blocked'],
  ['UNCLEAR', 'checking'],
  ['WRITTEN', 'written'],
  ['REFUSED', 'refused'],
  ['SKIPPED', 'skipped'],
  ['GONE', 'gone'],
  ['REMOVING', 'removing'],
  ['REMOVED', 'chosen'],
] as const)('an entry that is %s shows as %s', (state, shown) => {
  expect(chipState({ integrationId: 'hub', ownedBy: null, state }, connected, 'anna')).toBe(shown);
});

describe('SLOG-014: a record of a CRM that is no longer connected is unknown to all but its owner, however it stands', () => {
  test.each([null, ...crmWriteStates])('%s', (state) => {
    const shown = (ownedBy: string | null, me: string | null) =>
      chipState({ integrationId: 'gone', ownedBy, state }, connected, me);
    expect([shown(null, 'anna'), shown('ben', 'anna'), shown(null, null), shown('ben', null)]).toEqual(
      Array.from({ length: 4 }, () => 'unknown'),
    );
    expect(shown('anna', 'anna')).toBe(chipState({ integrationId: 'hub', ownedBy: null, state }, connected, 'anna'));
  });
});

test('the worst is said of a log, and nothing of one that is not closed', () => {
  expect(worstOf(['written', 'waiting', 'refused'])).toBe('refused');
  expect(worstOf(['written', 'checking'])).toBe('checking');
  expect(worstOf(['written', 'written'])).toBe('written');
  expect(worstOf(['chosen', 'unknown'])).toBeNull();
  expect(worstOf([])).toBeNull();
});

test('why nothing was written is told by its name, and a vendor’s words stay words', () => {
  expect(['ambiguous', 'tooShort', 'Property is required', null].map(skipReasonOf)).toEqual([
    'ambiguous',
    'tooShort',
    null,
    null,
  ]);
});

test('only what waits, is blocked or was refused can be tried again', () => {
  expect(
    (['refused', 'waiting', 'blocked', 'written', 'checking', 'gone', 'unknown'] as const).filter(canRetry),
  ).toEqual(['refused', 'waiting', 'blocked']);
});
