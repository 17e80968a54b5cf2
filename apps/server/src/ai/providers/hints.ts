/** What models of speech read of a prompt: Whisper 224 tokens, and from the end where there are more. */
const mostOfPrompt = 600;
/** A name has so many parts at most; what is longer is a sentence, and may be an order to a model that reads it as one. */
const mostParts = 5;
/** Deepgram takes 500 tokens in all. */
const mostOfKeyterms = 1500;
const mostHints = 100;

/**
 * The words of an account in the form of each service. What separates words for a service, or means something to it, is taken out:
 * only letters, digits and what names are written with remain. Where not all fit, the first of the list are sent.
 */
const named = (words: readonly string[]): string[] =>
  words
    .map((word) => word.replace(/[^\p{L}\p{M}\p{N}&'’.+/#-]+/gu, ' ').trim())
    .filter((word) => /[\p{L}\p{N}]/u.test(word));

/** For a text that a model reads before it listens: names after commas. Null where there are none. */
export function promptOf(words: readonly string[]): string | null {
  const names = named(words).filter((word) => word.split(' ').length <= mostParts);
  const taken = fitting(names, mostOfPrompt, 2);
  return taken.length === 0 ? null : taken.join(', ');
}

/** For services that take several words as one. */
export const phrasesOf = (words: readonly string[]): string[] =>
  fitting([...new Set(named(words))].slice(0, mostHints), mostOfKeyterms, 1);

/** For services that take single words, each once whatever its case. */
export function singleWordsOf(words: readonly string[]): string[] {
  const single = new Map<string, string>();
  for (const part of named(words).flatMap((word) => word.split(' '))) {
    const key = part.toLowerCase();
    if ((part.match(/[\p{L}\p{N}]/gu) ?? []).length > 1 && !single.has(key)) single.set(key, part);
  }
  return [...single.values()].slice(0, mostHints);
}

/** The first that have room together. */
function fitting(words: readonly string[], most: number, between: number): string[] {
  let length = 0;
  return words.filter((word) => {
    length += word.length + between;
    return length <= most;
  });
}
