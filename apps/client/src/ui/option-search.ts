import { fold, foldGerman } from './folded-text.ts';

/**
 * Whether an option of a list matches a typed text: without spaces, accents and capitals, and with German vowels
 * written either way, so that "osterreich" and "oesterreich" find Österreich, and digits a number.
 */
export function optionFits(label: string, typed: string): boolean {
  const [text, words] = [withoutSpaces(label), withoutSpaces(typed)];
  return fold(text).includes(fold(words)) || foldGerman(text).includes(foldGerman(words));
}

const withoutSpaces = (text: string): string => text.replace(/\s/g, '');
