import type { Again, JobKind } from '../../jobs/job-kind.ts';
import type { DocumentedCall } from '../../storage/documentation-writer.ts';
import { analyse } from '../basic/analyse.ts';
import type { Language } from '../basic/call.ts';
import type { DocumentingParts } from '../deps.ts';
import { runKey } from '../ledger.ts';
import { isUseless, ProviderFailure } from '../providers/failure.ts';
import { type CallToDocument, readCall } from '../read-call.ts';
import { afterFailure, CannotBeMade, StepFailure } from '../steps/failing.ts';
import { hearAnswer } from './hear-answer.ts';
import { sortTopics } from './sort-topics.ts';

/** Makes words of what a caller answered to a call assistant. The files are at the server that took the call. */
export const hearAskingKind: JobKind = {
  name: 'assistant-answers',
  here: true,
  tries: 6,
  withinMinutes: 30,
  pauseSeconds: 15,
  longestPauseSeconds: 1800,
  atOnce: 2,
};

/** An answer to make words of. */
interface AnswerToHear {
  readonly questionId: string;
  /** The words of the question. */
  readonly question: string;
  /** The whole path of its file; null where there is nothing to hear. */
  readonly path: string | null;
  /** Null until they are there. */
  readonly words: string | null;
}

/** A caller who was asked, and what the assistant sorts callers into. */
interface AskingToHear extends DocumentedCall {
  readonly answers: readonly AnswerToHear[];
  readonly topics: readonly string[];
  /** Hours since it ended. */
  readonly hoursAgo: number;
}

/** What is made of the answers besides their words. */
interface MadeOfAnswers {
  /** Of the assistant's, the most likely one first. */
  readonly topics: readonly string[];
  readonly keyPoints: readonly string[];
  /** A line for each turn. */
  readonly transcript: string;
}

/** Keeps what was made; each is durable before its promise fulfils. */
interface AskingStore {
  /** Null where it is gone, or done. */
  read(resultId: string): Promise<AskingToHear | null>;
  heard(resultId: string, questionId: string, words: string): Promise<void>;
  /** All words are there. */
  done(resultId: string, made: MadeOfAnswers): Promise<void>;
  /** They cannot be made any longer. */
  lost(resultId: string): Promise<void>;
}

export interface HearingParts extends Pick<DocumentingParts, 'db' | 'services' | 'log'> {
  readonly store: AskingStore;
}

/** What a caller said is worth waiting for: a service may be away for days, and a new month has new calls. */
const mostHours = 30 * 24;
const laterSeconds = 3600;
/** A service that answered so often, and never with words, is not paid for longer than this. */
const uselessHours = 6;
const mostUseless = 6;

/** Makes the words of a caller's answers, and of them the result's topics and key points. */
export async function hearAsking(
  parts: HearingParts,
  resultId: string,
  signal: AbortSignal,
): Promise<Again | undefined> {
  const { db, services, store } = parts;
  const asking = await store.read(resultId);
  const call = asking && (await readCall(db, asking));
  if (!asking) return undefined;
  // Who deletes the call, or wants nothing made by AI, deletes what nobody has heard of it.
  if (!call || call.flags.hasAiDisabled) return await lose(store, resultId);
  const connection = await services.ground.connection(call.accountId, 'speech');
  if (!connection) return await later(parts, resultId, asking);
  try {
    const texts = await wordsOf(parts, call, { resultId, asking, connection, signal });
    await store.done(resultId, madeOf(asking, texts.words, texts.language ?? call.locale, call));
    return undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof CannotBeMade && error.reason === 'switchedOff') return await lose(store, resultId);
    if (error instanceof CannotBeMade) return await later(parts, resultId, asking);
    try {
      return await afterFailure(parts, connection, asking.hoursAgo, error);
    } catch (failure) {
      if (error instanceof ProviderFailure && failure instanceof StepFailure && error.kind !== 'again')
        return await later(
          parts,
          resultId,
          asking,
          (await isHopeless(db, { call, resultId, asking }, error)) ? uselessHours : mostHours,
        );
      throw failure;
    }
  }
}

/** The service was asked often about one of the answers, each time with nothing that words could be taken from. */
async function isHopeless(
  db: HearingParts['db'],
  {
    call,
    resultId,
    asking,
  }: { readonly call: CallToDocument; readonly resultId: string; readonly asking: AskingToHear },
  error: ProviderFailure,
): Promise<boolean> {
  const keys = asking.answers.map(({ questionId }) => runKey(call, 'transcribe', aboutAnswer(resultId, questionId)));
  if (!isUseless(error) || keys.length === 0) return false;
  const often = await db
    .selectFrom('ai_runs')
    .select('key')
    .where('key', 'in', keys)
    .where('outcome', '=', error.problem)
    .groupBy('key')
    .having(({ fn }) => fn.countAll(), '>=', mostUseless)
    .limit(1)
    .execute();
  return often.length > 0;
}

/** What the ledger calls the question about one answer. */
const aboutAnswer = (resultId: string, questionId: string): string => `${resultId} ${questionId}`;

async function lose(store: AskingStore, resultId: string): Promise<undefined> {
  await store.lost(resultId);
}

/** No try of this time came through: what callers said is kept, and tried again. */
export async function giveUpForNow(parts: HearingParts, resultId: string): Promise<number | null> {
  const asking = await parts.store.read(resultId);
  return asking === null ? null : ((await later(parts, resultId, asking))?.againAfterSeconds ?? null);
}

async function later(
  { store, log }: Pick<HearingParts, 'store' | 'log'>,
  resultId: string,
  { hoursAgo }: AskingToHear,
  withinHours = mostHours,
): Promise<Again | undefined> {
  if (hoursAgo < withinHours) return { againAfterSeconds: laterSeconds };
  log.warn({ resultId }, 'ai: answers to a call assistant could not be heard');
  await store.lost(resultId);
  return undefined;
}

interface Hearing {
  readonly resultId: string;
  readonly asking: AskingToHear;
  readonly connection: Parameters<typeof hearAnswer>[0]['connection'];
  readonly signal: AbortSignal;
}

async function wordsOf(parts: HearingParts, call: CallToDocument, { resultId, asking, connection, signal }: Hearing) {
  const custom = await parts.services.ownWords(call.accountId);
  const words: string[] = [];
  let language: Language | null = null;
  let failure: unknown;
  for (const answer of asking.answers) {
    if (answer.words !== null) {
      words.push(answer.words);
      continue;
    }
    const about = aboutAnswer(resultId, answer.questionId);
    try {
      const heard =
        answer.path === null
          ? { text: '', language: null }
          : await hearAnswer({ parts, call, connection, words: custom, signal }, answer.path, about);
      language ??= heard.language;
      words.push(heard.text);
      await parts.store.heard(resultId, answer.questionId, heard.text);
    } catch (error) {
      if (signal.aborted || error instanceof CannotBeMade) throw error;
      // The others may be heard nevertheless.
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return { words, language };
}

const speakers = {
  de: { assistant: 'Assistent', caller: 'Anrufer' },
  en: { assistant: 'Assistant', caller: 'Caller' },
} as const;

function madeOf(
  { answers, topics }: AskingToHear,
  words: readonly string[],
  language: Language,
  { day, user, remote }: CallToDocument,
): MadeOfAnswers {
  const utterances = words.flatMap((text, at) =>
    text === '' ? [] : [{ id: `s${at + 1}`, speaker: 1 as const, text }],
  );
  const spoken = { language, day, isVoicemail: true, user, remote, utterances };
  const keyPoints = analyse(spoken).keyPoints.map(({ text }) => text);
  return {
    topics: sortTopics(topics, words, language),
    // A short answer stands with its question already.
    keyPoints: keyPoints.filter((point) => !words.includes(point)),
    transcript: answers
      .flatMap(({ question }, at) => [
        `${speakers[language].assistant}: ${question}`,
        `${speakers[language].caller}: ${words[at] || '–'}`,
      ])
      .join('\n'),
  };
}
