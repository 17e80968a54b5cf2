import i18next from 'i18next';
import { smartAnswers as german } from './de/smart-answers.ts';
import { smartAnswers } from './en/smart-answers.ts';
import type { Shape } from './shape.ts';

/** The words of smart answers, which are loaded with their settings and with the page of a call, and not before. */
export const smartAnswerWords = { smartAnswers };

export const smartAnswerGerman: Shape<typeof smartAnswerWords> = { smartAnswers: german };

/** Adds them to the words that are there from the start; a component that draws with them calls this first. */
export function addSmartAnswerWords(): void {
  i18next.addResourceBundle('en', 'translation', smartAnswerWords, true);
  i18next.addResourceBundle('de', 'translation', smartAnswerGerman, true);
}
