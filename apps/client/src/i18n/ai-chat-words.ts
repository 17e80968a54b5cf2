import i18next from 'i18next';
import { aiChat as german } from './de/ai-chat.ts';
import { aiChat } from './en/ai-chat.ts';
import type { Shape } from './shape.ts';

/** The words of the AI chat, which are loaded with its page, and not before. */
export const aiChatWords = { aiChat };

export const aiChatGerman: Shape<typeof aiChatWords> = { aiChat: german };

/** Adds them to the words that are there from the start; a component that draws with them calls this first. */
export function addAiChatWords(): void {
  i18next.addResourceBundle('en', 'translation', aiChatWords, true);
  i18next.addResourceBundle('de', 'translation', aiChatGerman, true);
}
