import { expect, test } from 'vitest';
import type { SpokenCall } from '../apps/server/src/ai/basic/call.ts';
import { conceptsOf } from '../apps/server/src/ai/basic/question-words.ts';
import { chooseQuotes, type Place, rankLines } from '../apps/server/src/ai/chat/choose-lines.ts';
import { type PlantedCall, type PlantedQuestion, plantedCalls, spokenCall } from './planted-call.ts';

// Questions that were planted for one call are asked of all calls of its language together.

const calls = plantedCalls();

/** The call as it was said, with the ids of its lines. */
const spoken = (call: PlantedCall): SpokenCall =>
  spokenCall(
    call,
    call.lines.map(({ id, side, text }) => ({ id, speaker: side === 'user' ? 0 : 1, text })),
  );

const quotesOf = async (question: string, of: readonly SpokenCall[]): Promise<Place[]> =>
  await chooseQuotes(question, of, await rankLines(of, conceptsOf(question)));

/** Whether one of the first quotes is of the right call and of a line in which the answer was said. */
async function isFound(call: PlantedCall, { question, evidence }: PlantedQuestion): Promise<boolean> {
  const all = calls.filter(({ language }) => language === call.language);
  const quotes = await quotesOf(question, all.map(spoken));
  const ids = new Set(evidence);
  return quotes.some((quote) => all[quote.call] === call && quote.utteranceIds.some((id) => ids.has(id)));
}

/** Of those that are missed, most ask the same of several calls, such as when an appointment is. */
const leastFound = { de: 0.75, en: 0.7 } as const;

test.each(['de', 'en'] as const)('%s: questions find the call and the line that answer them', async (language) => {
  const missed: string[] = [];
  let asked = 0;
  for (const call of calls.filter((each) => each.language === language)) {
    for (const question of call.questions.filter(({ say }) => say !== null)) {
      asked += 1;
      if (!(await isFound(call, question))) missed.push(`${call.id}: ${question.question}`);
    }
  }
  expect(1 - missed.length / asked, missed.join('\n')).toBeGreaterThanOrEqual(leastFound[language]);
});

test('of questions that no call answers, most get no quote at all', async () => {
  const quoted: string[] = [];
  let asked = 0;
  for (const call of calls) {
    for (const { question } of call.questions.filter(({ say }) => say === null)) {
      asked += 1;
      const quotes = await quotesOf(question, [spoken(call)]);
      if (quotes.length > 0) quoted.push(`${call.id}: ${question}`);
    }
  }
  expect(quoted.length / asked, quoted.join('\n')).toBeLessThanOrEqual(0.1);
});
