import i18next from 'i18next';
import { statistics as german } from './de/statistics.ts';
import { statistics } from './en/statistics.ts';
import type { Shape } from './shape.ts';

/** The words of the statistics, which are loaded with their page, and not before. */
export const statisticsWords = { statistics };

export const statisticsGerman: Shape<typeof statisticsWords> = { statistics: german };

/** Adds them to the words that are there from the start; the page calls this first. */
export function addStatisticsWords(): void {
  i18next.addResourceBundle('en', 'translation', statisticsWords, true);
  i18next.addResourceBundle('de', 'translation', statisticsGerman, true);
}
