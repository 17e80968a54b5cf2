import { expect, test } from 'vitest';
import { conceptsOf, promisesAskedFor } from './question-words.ts';

test.each([
  ['Was haben wir diese Woche zugesagt?', 'ours'],
  ['What did we promise this week?', 'ours'],
  ['Was hat der Kunde versprochen?', 'all'],
  ['Which promises did they make?', 'all'],
  ['Wann kommt die Lieferung?', null],
])('%s is about promises: %s', (question, whose) => {
  expect(promisesAskedFor(question)).toBe(whose);
});

test('words that only ask, and the word for a promise itself, are looked for in no call', () => {
  expect(conceptsOf('Was haben wir diese Woche zugesagt?')).toEqual([]);
  expect(conceptsOf('What did we promise this week?')).toEqual([]);
  expect(conceptsOf('Wohin geht die Rechnung?')).toHaveLength(1);
  expect(conceptsOf('What did we promise about the delivery?')).toHaveLength(1);
});
