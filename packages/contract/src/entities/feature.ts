import { z } from 'zod';
import { problemOfWord, repeatedWords } from '../rules/ai/custom-words.ts';
import { maxCustomWordCharacters, maxCustomWords } from '../rules/limits.ts';
import { flagNames } from './flags.ts';

const flagName = z.enum(flagNames);

/** An entry of the page on which people switch features on. SENT-008 */
export const featureDefinition = z.object({
  title: z.string(),
  description: z.string(),
  flag: flagName,
  /** Flags that have to be on before. */
  dependsOn: z.array(flagName).default([]),
  usesLLM: z.boolean().default(false),
  provider: z.string().nullable().default(null),
  hasSettings: z.boolean().default(false),
  openSettingsAfterActivation: z.boolean().default(false),
  adminOnly: z.boolean().default(false),
  testAccountOnly: z.boolean().default(false),
  tutorial: z.url().optional(),
});
export type FeatureDefinition = z.infer<typeof featureDefinition>;

/** A word that transcription should know. SENT-035 */
export const customWord = z.object({ id: z.string(), value: z.string(), enabled: z.boolean() });
export type CustomWord = z.infer<typeof customWord>;

const listedWord = customWord.extend({
  id: z.string().min(1).max(40),
  value: z
    .string()
    .min(1)
    .max(maxCustomWordCharacters)
    .refine((value) => problemOfWord(value) === null, 'one line with a letter or digit, and nothing unseen'),
});

/** Words that the transcripts of an account are to spell right, in their order: what stands first counts most. */
export const customWordList = z
  .array(listedWord)
  .max(maxCustomWords)
  .refine((words) => new Set(words.map(({ id }) => id)).size === words.length, 'an id stands once')
  .refine((words) => repeatedWords(words.map(({ value }) => value)).size === 0, 'a word stands once');

/** The list with the revision that the next change of it names; 0 before the first. */
export const customWords = z.object({ words: customWordList, rev: z.int().nonnegative() });
export type CustomWords = z.infer<typeof customWords>;
