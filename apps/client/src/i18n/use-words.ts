import { useTranslation } from 'react-i18next';
import type { Language } from './language.ts';

/** The words and the language they are in; the component draws again when the language changes. */
export function useWords() {
  const { t, i18n } = useTranslation();
  const language: Language = i18n.language === 'de' ? 'de' : 'en';
  return { t, language };
}
