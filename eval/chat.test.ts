import { expect, test } from 'vitest';
import { countAbstained, countFound } from './chat.ts';
import { plantedCalls } from './planted-call.ts';

const calls = plantedCalls();

/** Of those that are missed, most ask the same of several calls, such as when an appointment is. */
const leastFound = { de: 0.75, en: 0.7 } as const;

test.each(['de', 'en'] as const)('%s: questions find the call and the line that answer them', async (language) => {
  const { asked, wrong } = await countFound(calls.filter((call) => call.language === language));
  expect(1 - wrong.length / asked, wrong.join('\n')).toBeGreaterThanOrEqual(leastFound[language]);
});

test('of questions that no call answers, most get no quote at all', async () => {
  const { asked, wrong } = await countAbstained(calls);
  expect(wrong.length / asked, wrong.join('\n')).toBeLessThanOrEqual(0.1);
});
