import { z } from 'zod';
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
