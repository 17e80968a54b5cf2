import { expect, test } from 'vitest';
import { askForConsent, type ConsentFact, hearOfConsent, keyPatienceMs, patienceOf } from './consent.ts';

const after = (way: 'announcement' | 'keypress', whom: string[], ...facts: ConsentFact[]) =>
  facts.reduce(hearOfConsent, askForConsent(way, whom));
const played = (who: string): ConsentFact => ({ type: 'played', who });
const key = (who: string, digit: string): ConsentFact => ({ type: 'key', who, digit });
const timeOut = (...present: string[]): ConsentFact => ({ type: 'timeOut', present });

test('with nobody to ask, recording may begin', () => {
  expect(after('keypress', []).outcome).toBe('agreed');
});

test('an announcement is agreed to once everybody has heard it to its end', () => {
  expect(after('announcement', ['ben', 'cleo'], played('ben')).outcome).toBe('open');
  expect(after('announcement', ['ben', 'cleo'], played('ben'), played('ben')).outcome).toBe('open');
  expect(after('announcement', ['ben', 'cleo'], played('ben'), played('cleo')).outcome).toBe('agreed');
});

test('keys mean nothing during an announcement', () => {
  expect(after('announcement', ['ben'], key('ben', '2'), key('ben', '1')).outcome).toBe('open');
});

test('the key 1 agrees, during the prompt or after it; having heard the prompt alone does not', () => {
  expect(after('keypress', ['ben'], played('ben')).outcome).toBe('open');
  expect(after('keypress', ['ben'], played('ben'), key('ben', '1')).outcome).toBe('agreed');
  expect(after('keypress', ['ben'], key('ben', '1')).outcome).toBe('agreed');
});

test('any other key refuses, and nothing makes up for it', () => {
  expect(after('keypress', ['ben', 'cleo'], key('ben', '1'), key('cleo', '2'), key('cleo', '1')).outcome).toBe(
    'refused',
  );
});

test('the key of somebody who was not asked, or has agreed already, changes nothing', () => {
  expect(after('keypress', ['ben'], key('anna', '1')).outcome).toBe('open');
  expect(after('keypress', ['ben', 'cleo'], key('ben', '1'), key('ben', '2')).outcome).toBe('open');
});

test('a side that stays silent has not agreed, and one that left need not', () => {
  expect(after('keypress', ['ben'], played('ben'), timeOut('ben')).outcome).toBe('unanswered');
  const withoutCleo = after('keypress', ['ben', 'cleo'], key('ben', '1'), timeOut('ben'));
  expect(withoutCleo).toMatchObject({ outcome: 'agreed', agreed: ['ben'] });
});

test('the time for the key runs from the end of the last prompt', () => {
  const asked = after('keypress', ['ben', 'cleo'], played('ben'));
  expect(patienceOf(asked)).toBeGreaterThan(keyPatienceMs);
  expect(patienceOf(hearOfConsent(asked, played('cleo')))).toBe(keyPatienceMs);
});
