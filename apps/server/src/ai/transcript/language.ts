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

/** German and English by the names that services have for them; null for others. */
export function namedLanguage(name: string): Language | null {
  const bare = name.toLowerCase();
  if (/^(?:de\b|german|deutsch)/.test(bare)) return 'de';
  return /^en(?:\b|glish)/.test(bare) ? 'en' : null;
}

/**
 * The language to ask for once more: what a service wrote is by its words in another one than the service says it heard. Null where
 * both agree, where the service says nothing, and where it heard a language that we cannot read: asked for one of ours, it would
 * translate, and put words into mouths.
 */
export function languageInDoubt(text: string, named: string | null): Language | null {
  if (named === null) return null;
  const [written, heard] = [languageOf(text), namedLanguage(named)];
  if (written !== null) return written === heard ? null : written;
  return wordsOf(text).length < fewestWords ? null : heard;
}

/** The language of a text; null for another one, and for too few words to tell. */
export function languageOf(text: string): Language | null {
  const words = wordsOf(text);
  if (words.length < fewestWords) return null;
  const share = (language: Language) => words.filter((word) => marks[language].has(word)).length / words.length;
  const [german, english] = [share('de'), share('en')];
  if (Math.max(german, english) < leastShare || Math.abs(german - english) < leastShare / 2) return null;
  return german > english ? 'de' : 'en';
}
