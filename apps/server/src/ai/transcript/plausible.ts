import { wordsOf } from '../basic/words.ts';
import type { HeardSegment, Region } from './heard.ts';

/** Why a segment is no speech. */
type Implausible = 'empty' | 'outside' | 'silence' | 'unlikely' | 'loop' | 'echo' | 'hint';

export interface Sorted {
  readonly kept: readonly HeardSegment[];
  /** How many were dropped for each reason; their words are kept nowhere. */
  readonly dropped: Readonly<Record<Implausible, number>>;
}

/** So much of a segment has to lie where its side speaks. */
const leastSpeech = 0.2;
/** Recognisers end a segment a little after the sound does. */
const overhangSeconds = 1;
const loopRounds = 4;
const longestLoop = 6;
const echoSeconds = 1;
const fewestHints = 3;

/**
 * Leaves out what recognisers write where nothing was said: text in silence, loops, times outside of the sound, and what one side
 * says a second time on the other side's line, and words that it was only told to expect. `seconds` is the length of the sound,
 * `regions` where each side speaks, `hints` what the recogniser was told.
 */
export function plausible(
  heard: readonly HeardSegment[],
  regions: readonly Region[],
  seconds: number,
  hints: readonly string[] = [],
): Sorted {
  const dropped = { empty: 0, outside: 0, silence: 0, unlikely: 0, loop: 0, echo: 0, hint: 0 };
  const told = hints.map((hint) => wordsOf(hint).join(' ')).filter((hint) => hint !== '');
  const kept: HeardSegment[] = [];
  for (const segment of heard) {
    const doubt =
      doubtIn(segment, regions, seconds) ??
      (isEcho(segment, heard, regions) ? 'echo' : null) ??
      (isHint(segment.text, told) ? 'hint' : null);
    if (doubt === null) kept.push(segment);
    else dropped[doubt] += 1;
  }
  return { kept, dropped };
}

function doubtIn(segment: HeardSegment, regions: readonly Region[], seconds: number): Implausible | null {
  const { start, end, text, noSpeech = 0, likelihood = 0 } = segment;
  if (wordsOf(text).length === 0) return 'empty';
  if (!(start >= 0 && end > start && end <= seconds + overhangSeconds)) return 'outside';
  if (spokenSeconds(segment, regions) < leastSpeech * Math.min(end - start, 1)) return 'silence';
  if (noSpeech > 0.6 && likelihood < -1) return 'unlikely';
  return isLoop(text) ? 'loop' : null;
}

/** Seconds of a segment in which its side speaks. */
function spokenSeconds({ speaker, start, end }: HeardSegment, regions: readonly Region[]): number {
  return regions
    .filter((region) => region.speaker === speaker)
    .reduce((sum, region) => sum + Math.max(0, Math.min(end, region.end) - Math.max(start, region.start)), 0);
}

/** The same one to six words four times in a row: no one speaks like that, and recognisers do. Numbers may repeat. */
function isLoop(text: string): boolean {
  const words = wordsOf(text);
  for (let length = 1; length <= longestLoop; length += 1) {
    for (let from = 0; from + length * loopRounds <= words.length; from += 1) {
      const once = words.slice(from, from + length);
      if (once.every((word) => /^\d+$/.test(word) || numberWords.has(word))) continue;
      const rounds = Array.from({ length: loopRounds - 1 }, (_, round) => from + (round + 1) * length);
      if (rounds.every((at) => once.every((word, offset) => words[at + offset] === word))) return true;
    }
  }
  return false;
}

const numberWords = new Set(
  'zero one two three four five six seven eight nine null eins zwei zwo drei vier fünf sechs sieben acht neun ja nein yes no'.split(
    ' ',
  ),
);

/** The same words on both sides within a second: a loudspeaker that the other microphone hears. The later one is the echo. */
function isEcho(segment: HeardSegment, heard: readonly HeardSegment[], regions: readonly Region[]): boolean {
  const words = wordsOf(segment.text);
  if (words.length < 3) return false;
  return heard.some((other) => {
    if (other.speaker === segment.speaker || other === segment) return false;
    const behind = segment.start - other.start;
    if (behind < 0 || behind > echoSeconds || (behind === 0 && segment.speaker === 0)) return false;
    return wordsOf(other.text).join(' ') === words.join(' ') && spokenSeconds(other, regions) > 0;
  });
}

/** Models read out what they were told to expect where they hear little: three or more of it, in its order, and nothing else. */
function isHint(text: string, hints: readonly string[]): boolean {
  const said = wordsOf(text).join(' ');
  return hints.some((_, from) => {
    let read = '';
    for (const [count, hint] of hints.slice(from).entries()) {
      read = count === 0 ? hint : `${read} ${hint}`;
      if (count >= fewestHints - 1 && read === said) return true;
      if (!said.startsWith(read)) return false;
    }
    return false;
  });
}
