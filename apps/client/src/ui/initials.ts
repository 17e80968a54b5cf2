/** Up to two letters: the first of the first and of the last word, titles left out. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word) && !/^(dr|prof|ing|mag|dipl)\.?$/iu.test(word));
  const first = words[0] ?? name.trim();
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return ([...first][0] ?? '').toUpperCase() + (last ? ([...last][0] ?? '').toUpperCase() : '');
}

/** One of the six tints, always the same for one name. */
export function tintOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (hash % 6) + 1;
}
