import i18next from 'i18next';
import { supervision as german } from './de/supervision.ts';
import { supervision } from './en/supervision.ts';
import type { Shape } from './shape.ts';

/** The words of supervisors, which come with the board of a queue, and with a call where somebody listens. */
export const supervisionWords = { supervision };

export const supervisionGerman: Shape<typeof supervisionWords> = { supervision: german };

/** Adds them to the words that are there from the start; a component that draws with them calls this first. */
export function addSupervisionWords(): void {
  i18next.addResourceBundle('en', 'translation', supervisionWords, true);
  i18next.addResourceBundle('de', 'translation', supervisionGerman, true);
}
