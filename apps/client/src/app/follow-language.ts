import i18next from 'i18next';
import { bridge } from '#platform/desktop-bridge.ts';

/** Tells the machine the language of the words, now and whenever it changes. */
export function followLanguage(): void {
  const say = (language: string) => bridge().setLanguage(language === 'de' ? 'de' : 'en');
  say(i18next.language);
  i18next.on('languageChanged', say);
}
