import type { Language } from '../basic/call.ts';
import { wordsOf } from '../basic/words.ts';

/** Short words that one of the two languages has and the other has not. */
const marks: Readonly<Record<Language, ReadonlySet<string>>> = {
  de: new Set(
    'ich und nicht das ist wir sie auch ein eine mit auf für noch haben habe wird aber schon bei dann dass kann mir uns den dem'.split(
      ' ',
    ),
  ),
  en: new Set(
    'the and you is are have that this with for not what will can your about it of to my we would please from there but'.split(
      ' ',
    ),
  ),
};

/** So much of a text has to be such words before it is called a language. */
const leastShare = 0.12;
const fewestWords = 8;

/** The language of a text; null for another one, and for too few words to tell. */
export function languageOf(text: string): Language | null {
  const words = wordsOf(text);
  if (words.length < fewestWords) return null;
  const share = (language: Language) => words.filter((word) => marks[language].has(word)).length / words.length;
  const [german, english] = [share('de'), share('en')];
  if (Math.max(german, english) < leastShare || Math.abs(german - english) < leastShare / 2) return null;
  return german > english ? 'de' : 'en';
}
