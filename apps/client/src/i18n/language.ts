import i18next from 'i18next';
import { entry } from './en/entry.ts';

export type Language = 'de' | 'en';

const storageKey = 'sidetone.language';
/** The language chosen before the sign-in, until the user's own language is known. */
const chosenKey = 'sidetone.language-chosen';

/** The words themselves. Those of the entry are in English for any that could not be loaded. */
const sources = {
  entry: {
    en: async () => entry,
    de: async () => (await import('./de/entry.ts')).entry,
  },
  inside: {
    en: async () => (await import('./en/inside.ts')).inside,
    de: async () => (await import('./de/inside.ts')).inside,
  },
  later: {
    en: async () => (await import('./en/later.ts')).later,
    de: async () => (await import('./de/later.ts')).later,
  },
} as const;

type Part = keyof typeof sources;

/** Parts that a language must have before anything is shown in it. */
const wanted = new Set<Part>();
/** Words that are there or on their way, by their language and part. */
const coming = new Map<string, Promise<void>>();
/** The language of the words, or the next one as soon as those have come. */
let chosen: Language = 'en';

/** Loads all words in the stored language, else in the browser's, else in English. */
export async function startWords(language?: Language): Promise<void> {
  await startEntryWords(language);
  await loadInsideWords();
  await loadLaterWords();
}

/** The same for only the pages before the sign-in. */
export async function startEntryWords(language: Language = storedLanguage() ?? browserLanguage()): Promise<void> {
  coming.clear();
  wanted.clear();
  wanted.add('entry');
  chosen = language;
  await i18next.init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: entry } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = language;
  await load(language, 'entry').catch((cause: unknown) => console.error('[i18n] loading words failed', cause));
}

/** Loads the words of the window behind the sign-in. Rejects where they do not come; the next call tries again. */
export const loadInsideWords = (): Promise<void> => loadPart('inside');

/** The same for what no first sight of the window shows. */
export const loadLaterWords = (): Promise<void> => loadPart('later');

/** A part of the app that is loaded together with those words. */
export const withLaterWords =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    const [part] = await Promise.all([load(), loadLaterWords()]);
    return part;
  };

async function loadPart(part: Part): Promise<void> {
  wanted.add(part);
  let of: Language;
  // Another one may be chosen while its words are on their way.
  do {
    of = chosen;
    await load(of, part);
  } while (of !== chosen);
}

/** The language the words are shown in now. */
function language(): Language {
  return i18next.language === 'de' ? 'de' : 'en';
}

/** Changes the language before anyone is signed in: the user who signs in here keeps it. */
export async function chooseLanguage(next: Language): Promise<void> {
  write(chosenKey, next);
  await changeLanguage(next);
}

/** Shows the language of the signed-in user. One chosen before the sign-in is theirs by now. */
export async function adoptLanguage(theirs: Language): Promise<void> {
  write(chosenKey, null);
  await changeLanguage(theirs);
}

/** The language to send with a sign-in, and whether the user chose it here or the browser asks for it. */
export function languageOfSignIn(): { locale: Language; by: 'chosen' | 'browser' } {
  const locale = read(chosenKey);
  return locale === null ? { locale: browserLanguage(), by: 'browser' } : { locale, by: 'chosen' };
}

/** Changes the language of every text in one go, when its words are there, and remembers it in this browser. */
export async function changeLanguage(next: Language): Promise<void> {
  write(storageKey, next);
  chosen = next;
  if (next === language()) return;
  try {
    await Promise.all([...wanted].map((part) => load(next, part)));
  } catch (cause) {
    console.error('[i18n] changing the language failed', cause);
    if (chosen === next) chosen = language();
    return;
  }
  // Another one was chosen in the meantime.
  if (chosen !== next) return;
  // First: names of keys are drawn in the language of the page.
  document.documentElement.lang = next;
  await i18next.changeLanguage(next);
}

function load(of: Language, part: Part): Promise<void> {
  const key = `${of} ${part}`;
  const known = coming.get(key);
  if (known) return known;
  const words = sources[part][of]().then((found) => {
    i18next.addResourceBundle(of, 'translation', found, true, true);
  });
  coming.set(key, words);
  words.catch(() => coming.delete(key));
  return words;
}

const storedLanguage = () => read(storageKey);

function read(key: string): Language | null {
  try {
    const stored = localStorage.getItem(key);
    return stored === 'de' || stored === 'en' ? stored : null;
  } catch {
    return null;
  }
}

function write(key: string, value: Language | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** The browser's preference, of the two languages that there are. */
export function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
}
