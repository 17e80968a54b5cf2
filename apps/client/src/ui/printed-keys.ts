import { formatForDisplay } from '@tanstack/react-hotkeys';

/** The names on German keyboards in place of the English ones. */
const germanKeys: Readonly<Record<string, string>> = { Ctrl: 'Strg', Shift: 'Umschalt', Del: 'Entf' };

/** The names of a combination's keys on keyboards of that language: `['Strg', 'K']` for `['Ctrl', 'K']`. */
export function keysIn(language: string, keys: readonly string[]): string[] {
  return language === 'de' ? keys.map((key) => germanKeys[key] ?? key) : [...keys];
}

/** The keys of a combination on this platform, in the language of the page: `['⌘', 'K']`, `['Ctrl', 'K']`, `['Strg', 'K']`. */
export function printedKeys(hotkey: string): string[] {
  const keys: string[] = formatForDisplay(hotkey, { parts: true });
  return keysIn(typeof document === 'undefined' ? '' : document.documentElement.lang, keys);
}

/** The same as one word: `⌘K`, `Ctrl+K`, `Strg+K`. */
export function joinedKeys(hotkey: string): string {
  const keys = printedKeys(hotkey);
  return keys.join(keys[0]?.length === 1 ? '' : '+');
}
