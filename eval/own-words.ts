import { knownWords, withCustomWords } from '../apps/server/src/ai/transcript/custom-words.ts';
import { type Hearing, hearings } from './hearing.ts';
import type { PlantedCall } from './planted-call.ts';

/** What became of the words of companies in calls whose names were misheard. */
export interface WordCount {
  /** Names that were heard as something that sounds like them, */
  misheard: number;
  /** and those of them that are right in the end. */
  right: number;
  /** Words that were written otherwise and were right, as `heard → written`. */
  readonly spoilt: string[];
}

/** Spellings that sound like others. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/ei/, 'ai'],
  [/ie/, 'i'],
  [/([lmnrst])\1/, '$1'],
  [/(?<=[a-z])f/, 'v'],
  [/(?<=[a-z])t\b/, 'd'],
  [/(?<=[aeiou])k/, 'ck'],
  [/(?<=[a-z])er/, 'ar'],
  [/(?<=[a-z])a/, 'e'],
  [/(?<=[a-z])o/, 'u'],
  [/(?<=[a-z])e/, 'i'],
  [/(?<=[aeiou])n/, 'nn'],
];

/** The names of people and companies in calls, as somebody would enter them: each word of them. */
export function namesIn(calls: readonly PlantedCall[]): string[] {
  const names = calls
    .flatMap(({ sides }) => [sides.user, sides.remote])
    .flatMap(({ name, organization }) => [name, organization]);
  const words = names.flatMap((name) => name?.split(/[^\p{L}]+/u) ?? []);
  return [...new Set(words.filter((word) => word.length > 3 && /^\p{Lu}/u.test(word)))];
}

/** Every spelling of a name that sounds like it, and is another one. */
const misheardAs = (name: string): string[] => [
  ...new Set(alike.map(([from, to]) => name.replace(from, to)).filter((each) => each !== name)),
];

/** Mishears every name in calls in each way, and counts how many are right without or with the words. */
export function countMisheard(calls: readonly PlantedCall[], words: readonly string[]): WordCount {
  const count: WordCount = { misheard: 0, right: 0, spoilt: [] };
  const names = namesIn(calls);
  for (const { lines, language } of calls) {
    for (const { text } of lines) {
      for (const name of names.filter((each) => new RegExp(`(?<!\\p{L})${each}(?!\\p{L})`, 'u').test(text))) {
        for (const wrong of misheardAs(name)) {
          const said = text.replace(name, wrong);
          count.misheard += 1;
          if (withCustomWords(said, knownWords(words, said, language)).text === text) count.right += 1;
        }
      }
    }
  }
  return count;
}

/** Words of a hearing that the repair changes although nobody misheard them: names are as they were said here. */
export function countSpoilt(calls: readonly PlantedCall[], hearing: Hearing, words: readonly string[]): WordCount {
  const count: WordCount = { misheard: 0, right: 0, spoilt: [] };
  for (const call of calls) {
    for (const seed of hearing.seeds) {
      for (const { text } of hearing.heard(call, seed)) {
        const { repairs } = withCustomWords(text, knownWords(words, text, call.language));
        count.spoilt.push(...repairs.map((each) => `${each.heard} → ${each.written}`));
      }
    }
  }
  return count;
}

/** The counts as lines of a report. */
export function wordsReport(calls: readonly PlantedCall[]): string {
  const names = namesIn(calls);
  const [without, within] = [countMisheard(calls, []), countMisheard(calls, names)];
  const spoilt = hearings.map((hearing) => `${hearing.name} ${countSpoilt(calls, hearing, names).spoilt.length}`);
  return [
    '',
    '## Custom words',
    '',
    `Each of ${names.length} names of people and companies was misheard in every way that sounds like it, ${within.misheard} times in all.`,
    '',
    `- Right without the words: ${without.right}.`,
    `- Right with them: ${within.right} (${Math.round((100 * within.right) / within.misheard)} %).`,
    `- Words changed that nobody misheard: ${spoilt.join(', ')}.`,
    '',
  ].join('\n');
}
