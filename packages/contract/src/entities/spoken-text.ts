import { z } from 'zod';

/** Longer texts are not spoken: about a minute and a half of speech. */
export const longestSpokenText = 1000;

export const spokenLanguages = ['de', 'en'] as const;

const text = z
  .string()
  .trim()
  .min(1)
  .max(longestSpokenText)
  .refine((typed) => typed.isWellFormed() && !typed.includes('\0'), 'no text');
const language = z.enum(spokenLanguages);

/** A text that a service speaks, and the language it is in. */
export const spokenText = z.object({ text, language });
export type SpokenText = z.infer<typeof spokenText>;

/** What a sound that is uploaded says, where a service spoke it. Both or none. */
export const saidQuery = z.object({ saidText: text.optional(), saidLanguage: language.optional() });

/** Null: nobody knows what the sound says. */
export const saidIn = ({ saidText, saidLanguage }: z.infer<typeof saidQuery>): SpokenText | null =>
  saidText === undefined || saidLanguage === undefined ? null : { text: saidText, language: saidLanguage };
