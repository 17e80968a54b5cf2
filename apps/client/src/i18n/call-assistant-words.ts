import i18next from 'i18next';
import { callAssistant as german } from './de/call-assistant.ts';
import { callAssistant } from './en/call-assistant.ts';
import type { Shape } from './shape.ts';

/** The words of the call assistant, which are loaded with its page and not before. */
export const callAssistantWords = { callAssistant };

export const callAssistantGerman: Shape<typeof callAssistantWords> = { callAssistant: german };

/** Adds them to the words that are there from the start; a component that draws with them calls this first. */
export function addCallAssistantWords(): void {
  i18next.addResourceBundle('en', 'translation', callAssistantWords, true);
  i18next.addResourceBundle('de', 'translation', callAssistantGerman, true);
}
