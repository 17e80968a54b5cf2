import { formatForDisplay } from '@tanstack/react-hotkeys';

/** What is printed on German keyboards other than a Mac's. */
const germanKeys: Readonly<Record<string, string>> = { Ctrl: 'Strg', Shift: 'Umschalt' };

/** The keys of a combination like `Mod+K` as this keyboard prints them, in the language of the page: `['⌘', 'K']`, `['Strg', 'K']`. */
export function keyNames(hotkey: string): string[] {
  const parts: string[] = formatForDisplay(hotkey, { parts: true });
  // Read outside of a browser by tests of what knows no page.
  const language = globalThis.document?.documentElement.lang ?? '';
  return language.startsWith('de') ? parts.map((part) => germanKeys[part] ?? part) : parts;
}

/** The same in one word, as in a sentence: `⌘K`, `Strg+K`. */
export function keyWord(hotkey: string): string {
  const parts = keyNames(hotkey);
  return parts.join(parts[0]?.length === 1 ? '' : '+');
}
