import { setImmediate } from 'node:timers/promises';
import { analyse } from '../basic/analyse.ts';
import { answersOf } from '../basic/answers.ts';
import { bestLines, isForMachine, type Line, readLines } from '../basic/best-lines.ts';
import type { SpokenCall } from '../basic/call.ts';
import { type Concept, foldedWords, hasConcept, promisesAskedFor } from '../basic/question-words.ts';
import { tokensOfText } from '../model/windows.ts';

/** A place in one of several calls: utterances that stand together. */
export interface Place {
  /** Among the calls. */
  readonly call: number;
  readonly utteranceIds: readonly string[];
}

/** So much of what is asked for has to be said where a quote is taken from. */
const leastCover = 0.5;
const mostQuotes = 8;
const mostOfCall = 2;
/** Calls whose best answer to the question itself is looked for. */
const answeringCalls = 10;

export interface Found {
  readonly concepts: readonly Concept[];
  readonly lines: readonly Line[];
  /** Calls whose other side the question names, and nothing else. */
  readonly named: readonly number[];
}

/** Ranks the lines of calls; others get their turn between calls. */
export async function rankLines(calls: readonly SpokenCall[], concepts: readonly Concept[]): Promise<Found> {
  const read = [];
  for (const [at, call] of calls.entries()) {
    read.push(...readLines(call, at, concepts));
    await setImmediate();
  }
  const names = calls.map(({ remote }) => {
    const words = foldedWords(`${remote.name ?? ''} ${remote.organization ?? ''}`);
    return concepts.map((concept) => hasConcept(words, concept));
  });
  const named = names.flatMap((has, at) => (has.length > 0 && has.every(Boolean) ? [at] : []));
  return { concepts, lines: bestLines(read, concepts, names), named };
}

/** Quotes that answer without a model, best first: what the rules find as an answer, then lines that say most of what is asked for. */
export async function chooseQuotes(question: string, calls: readonly SpokenCall[], found: Found): Promise<Place[]> {
  const whose = promisesAskedFor(question);
  const promises = whose === null ? [] : await promisesIn(calls, found, whose);
  if (found.concepts.length === 0 && whose === null) return await mainPoints(calls, [...calls.keys()]);
  const quotes: Place[] = [];
  const add = (place: Place) => {
    const own = quotes.filter(({ call }) => call === place.call);
    const isKnown = own.some(({ utteranceIds }) => utteranceIds.some((id) => place.utteranceIds.includes(id)));
    if (!isKnown && own.length < mostOfCall && quotes.length < mostQuotes) quotes.push(place);
  };
  for (const place of promises) add(place);
  const likely = [...new Set(found.lines.map(({ call }) => call))].slice(0, answeringCalls);
  for (const at of likely) {
    const call = calls[at];
    const answer = call && answersOf(call, [{ id: 'q', text: question }])[0]?.answer;
    if (answer) add({ call: at, utteranceIds: answer.evidence });
    await setImmediate();
  }
  for (const { call, id, cover, isOwn } of found.lines)
    if (isOwn && cover >= leastCover) add({ call, utteranceIds: [id] });
  return quotes.length > 0 ? quotes : await mainPoints(calls, found.named);
}

/** What was promised in the likeliest calls, of each call what is about the rest of the question. */
async function promisesIn(
  calls: readonly SpokenCall[],
  { concepts, lines }: Found,
  whose: 'ours' | 'all',
): Promise<Place[]> {
  const likely = concepts.length === 0 ? [...calls.keys()] : lines.map(({ call }) => call);
  const places: Place[] = [];
  for (const at of [...new Set(likely)].slice(0, answeringCalls)) {
    const call = calls[at];
    if (call === undefined) continue;
    const about = new Set(lines.flatMap((line) => (line.call === at && line.cover >= leastCover ? [line.id] : [])));
    for (const { by, evidence } of analyse(call).actions) {
      const isAbout = concepts.length === 0 || evidence.some((id) => about.has(id));
      if ((by === 0 || whose === 'all') && isAbout) places.push({ call: at, utteranceIds: evidence });
    }
    await setImmediate();
  }
  return places;
}

/** What these calls were about, for a question that asks for nothing else, or only for somebody. */
async function mainPoints(calls: readonly SpokenCall[], which: readonly number[]): Promise<Place[]> {
  const quotes: Place[] = [];
  for (const call of which.slice(0, mostQuotes)) {
    const spoken = calls[call];
    if (spoken === undefined) continue;
    const { headline, keyPoints } = analyse(spoken);
    const point = headline ?? keyPoints[0];
    if (point) quotes.push({ call, utteranceIds: point.evidence });
    await setImmediate();
  }
  return quotes;
}

/** Calls with the lines of them that a model is given. */
interface Excerpt {
  readonly call: number;
  readonly ids: ReadonlySet<string>;
}

/** The best lines with those around them, within so many tokens; calls in the order of their best line. */
export function excerptsOf(calls: readonly SpokenCall[], { lines, concepts }: Found, tokens: number): Excerpt[] {
  const chosen = new Map<number, Set<string>>();
  let left = tokens;
  const wanted = concepts.length === 0 ? beginnings(calls) : lines;
  for (const { call, turn } of wanted) {
    const utterances = calls[call]?.utterances.slice(Math.max(0, turn - 1), turn + 2) ?? [];
    const ids = chosen.get(call) ?? new Set();
    const added = utterances.filter(({ id, text }) => !ids.has(id) && !isLong(text) && !isForMachine(text));
    const cost = added.reduce((sum, { text }) => sum + tokensOfText(text) + 16, 0);
    if (cost > left) continue;
    left -= cost;
    for (const { id } of added) ids.add(id);
    chosen.set(call, ids);
  }
  return [...chosen].map(([call, ids]) => ({ call, ids }));
}

const longestLine = 3_000;
const isLong = (text: string): boolean => text.length > longestLine;

const beginnings = (calls: readonly SpokenCall[]) =>
  Array.from({ length: 10 }, (_, step) => calls.map((_call, call) => ({ call, turn: step * 3 + 1 }))).flat();
