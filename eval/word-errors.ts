import type { Utterance } from '../apps/server/src/ai/basic/call.ts';
import { wordsOf } from '../apps/server/src/ai/basic/words.ts';
import type { PlantedCall } from './planted-call.ts';
import type { Share } from './share.ts';

/** Words that were heard wrong, missed or added, of those that were said; case and punctuation are none. */
export function wordErrors({ lines }: PlantedCall, heard: readonly Utterance[]): Share {
  const texts = new Map(heard.map(({ id, text }) => [id, text]));
  const all = lines.map(({ id, text }) => {
    const said = wordsOf(text);
    return { found: distance(said, wordsOf(texts.get(id) ?? '')), of: said.length };
  });
  return { found: all.reduce((sum, { found }) => sum + found, 0), of: all.reduce((sum, { of }) => sum + of, 0) };
}

/** Fewest words to replace, drop or add that make one of the other. */
function distance(one: readonly string[], other: readonly string[]): number {
  let row = other.map((_, at) => at + 1);
  for (const [at, word] of one.entries()) {
    let corner = at;
    let left = at + 1;
    row = row.map((above, to) => {
      left = Math.min(left + 1, above + 1, corner + (word === other[to] ? 0 : 1));
      corner = above;
      return left;
    });
  }
  return row.at(-1) ?? one.length;
}
