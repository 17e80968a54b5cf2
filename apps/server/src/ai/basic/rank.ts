import type { SpokenCall } from './call.ts';
import { daysIn } from './days.ts';
import type { Lexicon } from './lexicon.ts';
import { lexicons } from './lexicons.ts';
import type { Sentence } from './sentences.ts';
import { numberWord } from './words.ts';

/** Ranking compares each sentence with each other, so long calls are ranked in pieces, and then their winners. */
const windowSize = 150;
const winnersOfWindow = 15;

export interface Ranked {
  readonly sentence: Sentence;
  readonly score: number;
}

/** The sentences that say most, best first, at most `most`; what repeats a better one is left out. */
export function rank(call: SpokenCall, sentences: readonly Sentence[], most: number): Ranked[] {
  if (sentences.length <= windowSize) return bestOf(call, sentences, most);
  const winners: Sentence[] = [];
  for (let from = 0; from < sentences.length; from += windowSize) {
    const best = bestOf(call, sentences.slice(from, from + windowSize), winnersOfWindow);
    winners.push(...best.map(({ sentence }) => sentence));
  }
  const inOrder = winners.sort((a, b) => a.at - b.at);
  return inOrder.length > windowSize ? rank(call, inOrder, most) : bestOf(call, inOrder, most);
}

function bestOf(call: SpokenCall, sentences: readonly Sentence[], most: number): Ranked[] {
  const lexicon = lexicons[call.language];
  const weights = weightsOf(sentences);
  const scored = sentences
    .map((sentence) => ({ sentence, score: central(sentence, weights) + cues(sentence, call, lexicon) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.sentence.at - b.sentence.at);
  const chosen: Ranked[] = [];
  for (const each of scored) {
    if (chosen.length === most) break;
    if (!chosen.some(({ sentence }) => repeats(each.sentence, sentence))) chosen.push(each);
  }
  return chosen;
}

/** In how many sentences each word comes. */
function weightsOf(sentences: readonly Sentence[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { stems } of sentences) for (const stem of new Set(stems)) weights.set(stem, (weights.get(stem) ?? 0) + 1);
  return weights;
}

/** A sentence is central where its words come again elsewhere; long ones gain little by their length. */
function central({ stems }: Sentence, weights: ReadonlyMap<string, number>): number {
  const own = new Set(stems);
  let sum = 0;
  for (const stem of own) sum += Math.log((weights.get(stem) ?? 1) + 0.5);
  return own.size === 0 ? 0 : sum / Math.sqrt(own.size + 2);
}

function cues({ plain, stems, isQuestion }: Sentence, call: SpokenCall, lexicon: Lexicon): number {
  let score = 0;
  if (lexicon.purpose.test(plain)) score += 1.6;
  if (lexicon.problem.test(plain)) score += 1.2;
  if (lexicon.decision.test(plain)) score += 1.1;
  if (lexicon.need.test(plain)) score += 0.8;
  if (lexicon.amount.test(plain)) score += 1.2;
  const hasNumber = /\d/.test(plain) || numberWord.test(plain);
  const hasTime = lexicon.clock.test(plain) || daysIn(plain, call.language, call.day).length > 0;
  if (hasNumber) score += 0.7;
  if (hasTime) score += 0.8;
  if (lexicon.promise.test(plain) && !isQuestion) score += 0.5;
  if (isQuestion) score -= 0.9;
  if (stems.length < 2 && !hasNumber && !hasTime) score -= 1.2;
  return score;
}

/** Whether a sentence says little that another one does not say. */
function repeats(one: Sentence, other: Sentence): boolean {
  const own = new Set(one.stems);
  if (own.size === 0) return true;
  let shared = 0;
  for (const stem of new Set(other.stems)) if (own.has(stem)) shared += 1;
  return shared / own.size > 0.75;
}
