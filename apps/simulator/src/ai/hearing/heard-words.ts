/** A word, in seconds from the start of its sound. */
export interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What is heard in a sound. */
export interface HeardSound {
  readonly text: string;
  readonly language: string;
  readonly seconds: number;
  readonly words: readonly TimedWord[];
  readonly stretches: readonly TimedWord[];
}

/** Words whose middle lies between two times. */
export const wordsWithin = (words: readonly TimedWord[], start: number, end: number): TimedWord[] =>
  words.filter((word) => (word.start + word.end) / 2 >= start && (word.start + word.end) / 2 < end);

const pauseSeconds = 0.6;

/** The sound as words in stretches between pauses. */
export function heardSound(words: readonly TimedWord[], language: string, seconds: number): HeardSound {
  const groups: TimedWord[][] = [];
  for (const word of words) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && word.start - last.end < pauseSeconds) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  const joined = (group: readonly TimedWord[]) => group.map(({ text }) => text).join(' ');
  const stretches = groups.map((group) => ({
    text: joined(group),
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
  }));
  return { text: joined(words), language, seconds, words, stretches };
}
