import { z } from 'zod';

/** What an account decided about the documentation of its calls. */
export const aiSettings = z.object({
  /** Which calls are documented: all of users who switched it on, or only those that are recorded anyway. */
  documentation: z.enum(['all', 'recorded']),
  /** Hours that captured sound is kept at most. With 0 a stopped documentation cannot be resumed. */
  soundHours: z.int().min(0).max(72),
  /** In which language summaries are written: that of the call, or always the same. */
  language: z.enum(['call', 'de', 'en']),
  /** Numbers of cards and accounts are blacked out before words are sent outside of this server. */
  redacts: z.boolean(),
});
export type AiSettings = z.infer<typeof aiSettings>;

/** What is missing stays. */
export const aiSettingsChange = aiSettings
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type AiSettingsChange = z.infer<typeof aiSettingsChange>;

/** Which protocol the other side speaks; `local` is the model on this server. */
export const aiServiceKind = z.enum(['openai', 'mistral', 'anthropic', 'openaiCompatible', 'deepgram', 'local']);
export type AiServiceKind = z.infer<typeof aiServiceKind>;

/** A service in use, as everyone of the account is told about it. */
const usedService = z.object({
  kind: aiServiceKind,
  name: z.string(),
  /** Where calls are sent; null: they stay on this server. */
  host: z.string().nullable(),
  /** It did not work when it was asked last: an administrator has to do something. */
  isFailing: z.boolean(),
});
export type UsedAiService = z.infer<typeof usedService>;

/** Where the calls of an account go for their documentation, and how long their sound is kept. */
export const aiOverview = z.object({
  id: z.string(),
  settings: aiSettings,
  /** Writes down what was said. Null: no service is set up, and nothing is written down. */
  speech: usedService.nullable(),
  /** Makes sentences of it. Null: there are quotes alone. */
  language: usedService.nullable(),
  /** Speaks texts. Null: announcements and greetings are uploaded or recorded. */
  voice: usedService.nullable(),
});
export type AiOverview = z.infer<typeof aiOverview>;
