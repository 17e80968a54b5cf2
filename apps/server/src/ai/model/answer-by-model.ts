import type { FoundAnswer, Language, Question, Quote, SpokenCall, Utterance } from '../basic/call.ts';
import type { AnswerByModel, ModelAnswers } from '../ports.ts';
import { ProviderFailure } from '../providers/failure.ts';
import { languageOf } from '../transcript/language.ts';
import { type CallAnswers, callAnswers } from './answer-schema.ts';
import { asked, type Request } from './ask-model.ts';
import { callMessage } from './call-message.ts';
import { promptNamed } from './prompt.ts';
import { Prover } from './proved-points.ts';
import { redacted } from './redact.ts';
import { halves, roomOf, tokensOfText, windowsOf } from './windows.ts';

const complaints = {
  shape: 'it was not one JSON object of the schema.',
  language: 'it was not written in the language that write_in names.',
  unproved: 'the utterances that its answers name as evidence do not say them.',
} as const;
type Complaint = keyof typeof complaints;

const mostAtOnce = 20;
const promptName = 'answers.v1';

/** Answers that hold, by the id of their question; those of several windows in the order of the call. */
type Proved = ReadonlyMap<string, readonly Quote[]>;

interface Work extends Request {
  readonly call: SpokenCall;
  readonly language: Language;
  readonly prover: Prover;
}

/**
 * Has a model answer questions about a call: in one request where both fit, in windows of the call where they do not. Every
 * answer is held against what was said; what does not hold is none.
 */
export const answerByModel: AnswerByModel = async (
  call,
  questions,
  provider,
  { contextTokens, language, redacts },
  signal,
) => {
  const utterances = redacts ? redacted(call.utterances) : call.utterances;
  const usage = { tokensIn: 0, tokensOut: 0 };
  const prover = new Prover(call, language);
  const work: Work = { call, provider, contextTokens, language, signal, prover, usage };
  const answers: FoundAnswer[] = [];
  for (const group of groupsOf(questions, contextTokens)) {
    // What questions are called elsewhere is nobody's business.
    const named = group.map(({ text }, at) => ({ id: `q${at + 1}`, text }));
    const room = contextTokens - tokensOfQuestions(named);
    const found: Proved[] = [];
    for (const window of windowsOf(utterances, room)) found.push(...(await answerWindow(work, named, window)));
    group.forEach(({ id }, at) => {
      const quotes = found.flatMap((each) => each.get(`q${at + 1}`) ?? []);
      answers.push({ questionId: id, answer: joined(quotes, prover) });
    });
  }
  const dropped = { ...prover.dropped };
  return { answers, usage, prompt: promptNamed(promptName).name, dropped } satisfies ModelAnswers;
};

const tokensOfQuestions = (questions: readonly Question[]): number => tokensOfText(JSON.stringify(questions));

/** Questions leave two thirds of a request to the call. */
function groupsOf(questions: readonly Question[], contextTokens: number): Question[][] {
  const room = roomOf(contextTokens) / 3;
  const groups: Question[][] = [];
  for (const question of questions) {
    const group = groups.at(-1);
    const fits = group !== undefined && group.length < mostAtOnce && tokensOfQuestions([...group, question]) <= room;
    if (fits) group.push(question);
    else groups.push([question]);
  }
  return groups;
}

/** Answers out of a window; out of its halves where it was too long for the model. */
async function answerWindow(
  work: Work,
  questions: readonly Question[],
  window: readonly Utterance[],
): Promise<Proved[]> {
  try {
    return [await answerOnce(work, questions, window)];
  } catch (error) {
    const parts = error instanceof ProviderFailure && error.kind === 'tooLong' ? halves(window) : null;
    if (parts === null) throw error;
    const found: Proved[] = [];
    for (const part of parts) found.push(...(await answerWindow(work, questions, part)));
    return found;
  }
}

/** Asks, and where the answer is none asks once more with what is wrong with it. */
async function answerOnce(work: Work, questions: readonly Question[], window: readonly Utterance[]): Promise<Proved> {
  const first = await answered(work, questions, window, null);
  if (typeof first !== 'string') return first;
  const second = await answered(work, questions, window, first);
  if (second === 'unproved') return new Map();
  if (typeof second === 'string') throw new ProviderFailure('badAnswer', 'notTheProtocol');
  return second;
}

async function answered(
  work: Work,
  questions: readonly Question[],
  window: readonly Utterance[],
  complaint: Complaint | null,
): Promise<Proved | Complaint> {
  const { call, language, prover } = work;
  const words = complaint === null ? null : complaints[complaint];
  const answer = await asked(work, promptName, callAnswers, callMessage(call, window, language, words, questions));
  if (answer === null) return 'shape';
  if (isInOtherLanguage(answer, language)) return 'language';
  const known = new Set(questions.map(({ id }) => id));
  const given = answer.answers.filter((each) => known.has(each.question) && (each.answer ?? '').trim() !== '');
  const proved = new Map<string, readonly Quote[]>();
  for (const { question, answer: text, evidence } of given) {
    const [quote] = proved.has(question) ? [] : prover.quotes([{ text: text ?? '', evidence }]);
    if (quote) proved.set(question, [quote]);
  }
  return proved.size === 0 && given.length > 0 ? 'unproved' : proved;
}

function isInOtherLanguage({ answers }: CallAnswers, wanted: Language): boolean {
  const written = languageOf(answers.map(({ answer }) => answer ?? '').join(' '));
  return written !== null && written !== wanted;
}

/** One answer out of those of several windows: both where they hold together, else the later one, which knows more. */
function joined(quotes: readonly Quote[], prover: Prover): Quote | null {
  const [first, last] = [quotes[0], quotes.at(-1)];
  if (first === undefined || last === undefined || first.text === last.text) return last ?? null;
  const evidence = [...first.evidence, ...last.evidence];
  return prover.quotes([{ text: `${first.text.replace(/[.!?]?$/, '.')} ${last.text}`, evidence }])[0] ?? last;
}
