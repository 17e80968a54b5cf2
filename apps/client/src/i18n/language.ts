import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { de, en } from './words.ts';

export type Language = 'de' | 'en';

const storageKey = 'sidetone.language';

/** Loads the words and chooses the language: the stored one, else the browser's, else English. */
export async function startWords(language: Language = storedLanguage() ?? browserLanguage()): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, de: { translation: de } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = language;
}

/** The language the words are shown in now. */
function language(): Language {
  return i18next.language === 'de' ? 'de' : 'en';
}

/** Changes the language of every text at once and remembers it in this browser. */
export async function changeLanguage(next: Language): Promise<void> {
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  if (next === language()) return;
  await i18next.changeLanguage(next);
  document.documentElement.lang = next;
}

function storedLanguage(): Language | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'de' || stored === 'en' ? stored : null;
  } catch {
    return null;
  }
}

function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
}
