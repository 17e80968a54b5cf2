import { crmWriteStates } from '@sidetone/contract/rules/crm/write-states.ts';
import { expect, test } from 'vitest';
import { actionsFor, needsPerson, shownState } from './write-actions.ts';

test('each state offers what its entry can be moved by, and nothing else', () => {
  const offered = Object.fromEntries(crmWriteStates.map((state) => [state, actionsFor({ state, nextTryAt: null })]));
  expect(offered).toEqual({
    DRAFT: [],
    READY: ['giveUp'],
    SENDING: [],
    WRITTEN: [],
    UNCLEAR: ['itIsThere', 'writeAgain'],
    WAITING: ['retry', 'giveUp'],
    BLOCKED: ['retry', 'giveUp'],
    REFUSED: ['retry', 'giveUp'],
    SKIPPED: [],
    GONE: [],
    REMOVING: ['giveUp'],
    REMOVED: [],
  });
});

test('only what is being checked can be looked up now', () => {
  const at = '2026-11-29T10:00:00.000Z';
  expect(actionsFor({ state: 'UNCLEAR', nextTryAt: at })).toEqual(['lookNow', 'itIsThere', 'writeAgain']);
  expect(actionsFor({ state: 'WAITING', nextTryAt: at })).not.toContain('lookNow');
});

test('an entry that will be looked up is being checked; one that nobody can look up waits for a person', () => {
  const at = '2026-11-29T10:00:00.000Z';
  expect(shownState({ state: 'UNCLEAR', nextTryAt: at })).toBe('CHECKING');
  expect(shownState({ state: 'UNCLEAR', nextTryAt: null })).toBe('UNCLEAR');
  expect(shownState({ state: 'WAITING', nextTryAt: at })).toBe('WAITING');
  const of = (about: Partial<Parameters<typeof needsPerson>[0]>) =>
    needsPerson({ state: 'WRITTEN', nextTryAt: null, skipReason: null, ...about });
  expect([
    of({ state: 'UNCLEAR' }),
    of({ state: 'REFUSED' }),
    of({ state: 'SKIPPED', skipReason: 'ambiguous' }),
  ]).toEqual([true, true, true]);
  expect([of({ state: 'UNCLEAR', nextTryAt: at }), of({}), of({ state: 'SKIPPED', skipReason: 'off' })]).toEqual([
    false,
    false,
    false,
  ]);
});
