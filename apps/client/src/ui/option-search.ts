/**
 * Whether an option of a list is meant by what was typed: without spaces, accents and capitals, and with German vowels
 * written either way, so that "osterreich" and "oesterreich" find Österreich, and digits a number.
 */
export function optionFits(label: string, typed: string): boolean {
  return fold(label).includes(fold(typed)) || foldGerman(label).includes(foldGerman(typed));
}

const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s/g, '').toLowerCase().replace(/ß/g, 'ss');

const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

const foldGerman = (text: string): string =>
  fold(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöü]/g, (letter) => german[letter] ?? letter),
  );
