import type { Language, Speaker, SpokenCall } from './call.ts';
import { lexicons } from './lexicons.ts';
import { plain, stemsOf } from './words.ts';

/** A sentence of a call, as it was said and as the analysis reads it. */
export interface Sentence {
  /** Among all sentences of the call. */
  readonly at: number;
  /** Of the utterance. */
  readonly id: string;
  /** Among the utterances of the call. */
  readonly turn: number;
  readonly speaker: Speaker;
  readonly text: string;
  readonly plain: string;
  readonly stems: readonly string[];
  readonly isQuestion: boolean;
  /** Said in one breath with words for a machine that may be listening: no orders are taken from it, and nothing is made of it. */
  readonly isHostile: boolean;
}

/** A text without full stops is cut after so many words, at the next word that can begin a sentence. */
const longestSentence = 28;

/** After so many utterances others get their turn. */
const atOnce = 100;

/** All sentences of a call in their order. */
export function sentencesOf(call: SpokenCall): Sentence[] {
  const found: Sentence[] = [];
  for (const some of readSentences(call)) found.push(...some);
  return found;
}

/** Likewise, some at a time. */
export function* readSentences(call: SpokenCall): Generator<readonly Sentence[]> {
  let count = 0;
  for (let from = 0; from < call.utterances.length; from += atOnce) {
    const some = sentencesBetween(call, from, count);
    count += some.length;
    yield some;
  }
}

/** Sentences of the utterances from this one on; `count` sentences come before them. */
function sentencesBetween(call: SpokenCall, from: number, count: number): Sentence[] {
  const found: Sentence[] = [];
  for (const [index, { id, speaker, text }] of call.utterances.slice(from, from + atOnce).entries()) {
    const turn = from + index;
    const isHostile = lexicons[call.language].machine.test(plain(text));
    for (const each of splitSentences(text, call.language)) {
      found.push({
        at: count + found.length,
        id,
        turn,
        speaker,
        text: each,
        plain: plain(each),
        stems: stemsOf(each, call.language),
        isQuestion: /\?\s*$/.test(each) || looksLikeQuestion(each, call.language),
        isHostile,
      });
    }
  }
  return found;
}

/** Cuts a text at its full stops, but not at those of numbers ("3. Dezember") and abbreviations. */
function splitSentences(text: string, language: Language): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const end of text.matchAll(/[.!?…]+\s+/g)) {
    const after = end.index + end[0].length;
    const last = /\S*$/.exec(text.slice(from, end.index))?.[0].toLowerCase() ?? '';
    if (end[0].startsWith('.') && goesOn(last, /^\S*/.exec(text.slice(after))?.[0] ?? '', language)) continue;
    pieces.push(text.slice(from, after).trim());
    from = after;
  }
  pieces.push(text.slice(from).trim());
  return pieces.filter((piece) => piece !== '').flatMap(cutLong);
}

/** Nouns that German numbers with a full stop: "im 3. Stock". */
const numbered = /^(?:stock|stockwerk|etage|og|quartal|klasse|mal|platz|rate|mahnung|instanz)/i;

/** Whether the full stop between these two words is that of an abbreviation or a number. */
function goesOn(last: string, next: string, language: Language): boolean {
  const { abbreviations, months } = lexicons[language];
  if (abbreviations.has(last)) return true;
  if (language !== 'de' || !/^(?:[1-9]|[12]\d|3[01])$/.test(last)) return false;
  return numbered.test(next) || months.some((month) => next.toLowerCase().startsWith(month));
}

function cutLong(text: string): string[] {
  const words = text.split(/\s+/);
  if (words.length <= longestSentence) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (let at = 12; at < words.length; at += 1) {
    const begins = /^(?:and|but|so|because|und|aber|also|denn|weil|dann)$/i.test(words[at] ?? '');
    if (!begins || at - from < 12 || words.length - at < 5) continue;
    pieces.push(words.slice(from, at).join(' '));
    from = at;
  }
  pieces.push(words.slice(from).join(' '));
  return pieces;
}

/** Recognisers that write no question marks. */
function looksLikeQuestion(text: string, language: Language): boolean {
  if (/[.!]\s*$/.test(text)) return false;
  const { questionWords, yesOrNo } = lexicons[language];
  const said = plain(text);
  return yesOrNo.test(said) || questionWords.some(([words]) => words.test(said));
}
