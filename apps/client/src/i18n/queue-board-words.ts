import i18next from 'i18next';
import { queueBoard as german } from './de/queue-board.ts';
import { queueBoard } from './en/queue-board.ts';
import type { Shape } from './shape.ts';

/** The words of the boards of queues, which are loaded with them, and not before. */
export const queueBoardWords = { queueBoard };

export const queueBoardGerman: Shape<typeof queueBoardWords> = { queueBoard: german };

/** Adds them to the words that are there from the start; the board calls this first. */
export function addQueueBoardWords(): void {
  i18next.addResourceBundle('en', 'translation', queueBoardWords, true);
  i18next.addResourceBundle('de', 'translation', queueBoardGerman, true);
}
