import { adminGerman, adminWords } from '../../apps/client/src/i18n/admin-words.ts';
import { aiChatGerman, aiChatWords } from '../../apps/client/src/i18n/ai-chat-words.ts';
import type { Shape } from '../../apps/client/src/i18n/shape.ts';
import { smartAnswerGerman, smartAnswerWords } from '../../apps/client/src/i18n/smart-answer-words.ts';
import { de, en } from '../../apps/client/src/i18n/words.ts';

const english = { ...en, ...adminWords, ...smartAnswerWords, ...aiChatWords };

/** What the app says, by its language and the name of the words: a story that asks here outlives another wording. */
export type Words = Shape<typeof english>;
export const wordsOf: Readonly<Record<'en' | 'de', Words>> = {
  en: english,
  de: { ...de, ...adminGerman, ...smartAnswerGerman, ...aiChatGerman },
};

/** These words with their gaps filled. Throws where one of them is not given. */
export const filled = (words: string, given: Readonly<Record<string, string | number>>): string =>
  words.replace(/\{\{(\w+)[^}]*\}\}/g, (_gap, name: string) => {
    const value = given[name];
    if (value === undefined) throw new Error(`"${words}" needs ${name}`);
    return String(value);
  });

/** Finds what begins with these words; a gap in them stands for any text. */
export const beginsWith = (words: string): RegExp =>
  new RegExp(
    `^${words
      .split(/\{\{[^}]*\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}`,
  );
