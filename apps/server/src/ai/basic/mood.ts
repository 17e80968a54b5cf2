import type { Language } from './call.ts';
import { lexicons } from './lexicons.ts';
import { wordsOf } from './words.ts';

/** How many words a "not" or a "very" reaches. */
const reach = 3;

/** How someone sounds by their words, from -1 (annoyed) to 1 (pleased); 0 where no word tells. */
export function moodOf(text: string, language: Language): number {
  const { good, bad, not, strong } = lexicons[language].mood;
  const words = wordsOf(text);
  let sum = 0;
  for (const [at, word] of words.entries()) {
    const sign = good.has(word) ? 1 : bad.has(word) ? -1 : 0;
    if (sign === 0) continue;
    const before = words.slice(Math.max(0, at - reach), at);
    const turned = before.some((each) => not.has(each)) ? -0.8 : 1;
    const stressed = before.some((each) => strong.has(each)) ? 1.5 : 1;
    sum += sign * turned * stressed;
  }
  return Math.round(Math.tanh(sum / 2) * 100) / 100;
}
