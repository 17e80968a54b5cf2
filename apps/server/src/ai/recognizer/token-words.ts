import type { HeardWord } from '../providers/speech.ts';

/** What ends a word without a word after it. */
const tail = 0.3;

/** Joins pieces of words, as recognisers give them with their starts, to words. A word begins with a space. */
export function wordsOfTokens(tokens: readonly string[], starts: readonly number[], seconds: number): HeardWord[] {
  const words: { text: string; start: number; last: number }[] = [];
  for (const [at, token] of tokens.entries()) {
    const start = starts[at] ?? seconds;
    const isNew = words.length === 0 || /^[ ▁]/.test(token);
    const text = token.replace(/^[ ▁]+/, '');
    const word = words.at(-1);
    if (isNew || word === undefined) words.push({ text, start, last: start });
    else {
      word.text += text;
      word.last = start;
    }
  }
  return words
    .map(({ text, start, last }, at) => ({
      text,
      start,
      end: Math.max(start, Math.min(last + tail, words[at + 1]?.start ?? seconds, seconds)),
    }))
    .filter(({ text }) => text !== '');
}
