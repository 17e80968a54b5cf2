import i18next from 'i18next';
import { crmLogging as german } from './de/crm-logging.ts';
import { crmLogging } from './en/crm-logging.ts';
import type { Shape } from './shape.ts';

/** The words of the panel of a call's log, which are loaded with it, and not before. */
export const crmLoggingWords = { crmLogging };

export const crmLoggingGerman: Shape<typeof crmLoggingWords> = { crmLogging: german };

/** Adds them to the words that are there from the start; a component that draws with them calls this first. */
export function addCrmLoggingWords(): void {
  i18next.addResourceBundle('en', 'translation', crmLoggingWords, true);
  i18next.addResourceBundle('de', 'translation', crmLoggingGerman, true);
}
