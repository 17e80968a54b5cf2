import type { SpokenCall } from '../apps/server/src/ai/basic/call.ts';
import { conceptsOf } from '../apps/server/src/ai/basic/question-words.ts';
import { chooseQuotes, type Place, rankLines } from '../apps/server/src/ai/chat/choose-lines.ts';
import { type PlantedCall, type PlantedQuestion, spokenCall } from './planted-call.ts';

/** What the chat finds for planted questions without a model. */
interface ChatCount {
  asked: number;
  /** Questions that were not right, as `call: question`. */
  readonly wrong: string[];
}

/** The call as it was said, with the ids of its lines. */
const spoken = (call: PlantedCall): SpokenCall =>
  spokenCall(
    call,
    call.lines.map(({ id, side, text }) => ({ id, speaker: side === 'user' ? 0 : 1, text })),
  );

const quotesOf = async (question: string, of: readonly SpokenCall[]): Promise<Place[]> =>
  await chooseQuotes(question, of, await rankLines(of, conceptsOf(question)));

/** Whether one of the first quotes is of the right call and of a line in which the answer was said. */
async function isFound(
  calls: readonly PlantedCall[],
  call: PlantedCall,
  { question, evidence }: PlantedQuestion,
): Promise<boolean> {
  const quotes = await quotesOf(question, calls.map(spoken));
  const ids = new Set(evidence);
  return quotes.some((quote) => calls[quote.call] === call && quote.utteranceIds.some((id) => ids.has(id)));
}

/** Asks the questions that each call answers of all calls together: those of one language. */
export async function countFound(calls: readonly PlantedCall[]): Promise<ChatCount> {
  const count: ChatCount = { asked: 0, wrong: [] };
  for (const call of calls) {
    for (const question of call.questions.filter(({ say }) => say !== null)) {
      count.asked += 1;
      if (!(await isFound(calls, call, question))) count.wrong.push(`${call.id}: ${question.question}`);
    }
  }
  return count;
}

/** Asks each call the questions that it does not answer; right is no quote. */
export async function countAbstained(calls: readonly PlantedCall[]): Promise<ChatCount> {
  const count: ChatCount = { asked: 0, wrong: [] };
  for (const call of calls) {
    for (const { question } of call.questions.filter(({ say }) => say === null)) {
      count.asked += 1;
      const quotes = await quotesOf(question, [spoken(call)]);
      if (quotes.length > 0) count.wrong.push(`${call.id}: ${question}`);
    }
  }
  return count;
}

/** The counts as lines of a report. */
export async function chatReport(calls: readonly PlantedCall[]): Promise<string> {
  const lines: string[] = [];
  for (const language of ['en', 'de'] as const) {
    const own = calls.filter((call) => call.language === language);
    const [found, abstained] = [await countFound(own), await countAbstained(own)];
    lines.push(`| ${language} | ${shareOf(found)} | ${shareOf(abstained)} |`);
  }
  return [
    '',
    '## The chat, by quotes',
    '',
    'Questions of one call are asked of all calls of its language: a quote of the right call and line has to be among the answers.',
    'Questions that a call does not answer are asked of it alone: right is no quote.',
    '',
    '| Language | Found | Abstentions |',
    '| -------- | ----- | ----------- |',
    ...lines,
    '',
  ].join('\n');
}

const shareOf = ({ asked, wrong }: ChatCount): string => {
  const right = asked - wrong.length;
  return `${right}/${asked} (${Math.round((100 * right) / asked)} %)`;
};
