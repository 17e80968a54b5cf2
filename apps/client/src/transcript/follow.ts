/** How far from its end a list counts as scrolled, in CSS pixels (specification of settings and shell, 9). */
const fadeThreshold = 3;

interface Scrolled {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** The edges beyond which a list continues, and so where it fades out. */
export function fadesOf({ scrollTop, scrollHeight, clientHeight }: Scrolled): { top: boolean; bottom: boolean } {
  return {
    top: scrollTop > fadeThreshold,
    bottom: scrollHeight - clientHeight - scrollTop > fadeThreshold,
  };
}

interface Spoken {
  readonly startTime: number;
}

/**
 * The utterance at a second: the one that began last; -1 before the first, and where nothing plays (null). They are in
 * the order of their beginnings.
 */
export function spokenAt(items: readonly Spoken[], second: number | null): number {
  if (second === null) return -1;
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.startTime ?? 0) <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Places of the utterances that contain a text, regardless of case and accents. None for an empty text. */
export function matchesOf(items: readonly { readonly text: string }[], wanted: string, language: string): number[] {
  const folded = fold(wanted.trim(), language);
  if (folded === '') return [];
  return items.flatMap(({ text }, index) => (fold(text, language).includes(folded) ? [index] : []));
}

const fold = (text: string, language: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language);
