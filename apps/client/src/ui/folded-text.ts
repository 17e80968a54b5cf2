/** Without accents and in small letters, for searches. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ı/g, 'i').replace(/ß/g, 'ss');
}

const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** The same with German vowels written out: `oesterreich` for Österreich. */
export function foldGerman(text: string): string {
  return fold(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöü]/g, (letter) => german[letter] ?? letter),
  );
}
