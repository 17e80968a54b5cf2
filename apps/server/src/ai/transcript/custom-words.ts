import { folded } from '../basic/words.ts';

/** A word that was heard as another one and written as the company writes it. */
interface Repair {
  readonly heard: string;
  readonly written: string;
}

export interface Repaired {
  readonly text: string;
  readonly repairs: readonly Repair[];
}

/** Shorter words sound like too many others. */
const shortestWord = 4;
/** So many letters of a word may differ. */
const mostDifferent = 0.25;
const mostJoined = 3;

/**
 * Writes the company's own words where a recogniser heard something that sounds the same and is spelt nearly the same: "Reimars" becomes
 * "Reimers". Cautious, since a repair that is wrong puts words into someone's mouth: of two own words that would do, none is taken.
 */
export function withCustomWords(text: string, words: readonly string[]): Repaired {
  const known = words
    .filter((word) => letters(word).length >= shortestWord)
    .map((word) => ({ word, key: soundKey(word), letters: letters(word) }));
  const spelt = new Map(known.map((each) => [each.letters, each.word]));
  const repairs: Repair[] = [];
  const tokens = text.split(/(\s+)/);
  for (let at = 0; at < tokens.length; at += 2) {
    for (let count = Math.min(mostJoined, Math.ceil((tokens.length - at) / 2)); count >= 1; count -= 1) {
      const heard = tokens.slice(at, at + count * 2 - 1).join('');
      const [, before = '', core = '', after = ''] = /^(\P{L}*)(.*?)(\P{L}*)$/su.exec(heard) ?? [];
      const written = spelt.get(letters(core)) ?? ownWord(core, known);
      if (written === null || isWritten(core, written)) continue;
      repairs.push({ heard: core, written });
      tokens.splice(at, count * 2 - 1, `${before}${written}${after}`);
      break;
    }
  }
  return { text: tokens.join(''), repairs };
}

/** Capitals are left as they were heard: a sentence may begin with the word. */
const isWritten = (heard: string, word: string): boolean => heard.toLowerCase() === word.toLowerCase();

interface Known {
  readonly word: string;
  readonly key: string;
  readonly letters: string;
}

function ownWord(heard: string, known: readonly Known[]): string | null {
  const bare = letters(heard);
  if (bare.length < shortestWord) return null;
  const key = soundKey(heard);
  const near = known.filter(
    (each) => each.key === key && distance(bare, each.letters) <= mostDifferent * each.letters.length,
  );
  return near.length === 1 ? (near[0]?.word ?? null) : null;
}

const letters = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Letters that sound alike in German and English, as one sign each; vowels after the first letter, h and w in between say nothing. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/sch|sh|ch|sz|tz|ts|[sz]/g, 's'],
  [/c(?=[eiy])/g, 's'],
  [/ck|qu|kn|gh|[kgcqx]/g, 'k'],
  [/pf|ph|[fvw]/g, 'f'],
  [/[bp]/g, 'p'],
  [/th|dt|[dt]/g, 't'],
  [/[mn]/g, 'n'],
];

/** How a word sounds, roughly: words that sound alike have the same key. */
function soundKey(text: string): string {
  let sound = letters(text);
  const first = /^[aeiouy]/.test(sound) ? 'a' : '';
  for (const [spelling, sign] of alike) sound = sound.replace(spelling, sign);
  return first + sound.replace(/[aeiouyhj]/g, '').replace(/(.)\1+/g, '$1');
}

/** Letters that have to be changed, added or dropped to make one word the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
