/**
 * Up to two letters: for a person those of the first and the last word, titles left out; for an organisation those of
 * the first two words, since the last one is mostly its legal form.
 */
export function initialsOf(name: string, kind: 'person' | 'organization' = 'person'): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word) && !/^(dr|prof|ing|mag|dipl)\.?$/iu.test(word));
  const first = words[0] ?? name.trim();
  const second = kind === 'person' ? words[words.length - 1] : words[1];
  return letterOf(first) + (words.length > 1 && second ? letterOf(second) : '');
}

function letterOf(word: string): string {
  return ([...word][0] ?? '').toUpperCase();
}

/** One of the six tints, always the same for one name. */
export function tintOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (hash % 6) + 1;
}
