import { fold } from '#ui/folded-text.ts';

export interface Piece {
  text: string;
  match: boolean;
}

/**
 * Cuts a text into the parts that match one of the typed words, at the start of a word or inside it, and the others.
 * Accents and case do not matter: `yildiz` finds `Yıldız`.
 */
export function highlight(text: string, typed: string): Piece[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  const folded = [...text].map(fold);
  const marked = folded.map(() => false);
  for (const word of words) markFirst(folded, word, marked);
  const pieces: Piece[] = [];
  [...text].forEach((letter, place) => {
    const match = marked[place] === true;
    const last = pieces.at(-1);
    if (last?.match === match) last.text += letter;
    else pieces.push({ text: letter, match });
  });
  return pieces;
}

/** Marks the letters of the first place of the word. A letter may fold to more than one. */
function markFirst(letters: readonly string[], word: string, marked: boolean[]): void {
  for (let from = 0; from < letters.length; from += 1) {
    let seen = '';
    for (let to = from; to < letters.length && word.startsWith(seen); to += 1) {
      seen += letters[to];
      if (!seen.startsWith(word)) continue;
      marked.fill(true, from, to + 1);
      return;
    }
  }
}
