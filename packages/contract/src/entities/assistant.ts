import { z } from 'zod';
import { timestamp } from './common.ts';

/** SENT-065 */
export const topicColors = ['BLUE', 'YELLOW', 'RED', 'PURPLE'] as const;

/** A subject that an assistant sorts calls by. Colours are upper-cased before they are checked. SENT-064 */
export const assistantTopic = z.object({
  label: z.string(),
  color: z.string().toUpperCase().pipe(z.enum(topicColors)).default('BLUE'),
});
export type AssistantTopic = z.infer<typeof assistantTopic>;

/** Whether an answer was any good: 1 is good, 0 is bad. SENT-063 */
export const assistantFeedback = z.object({
  rating: z.union([z.literal(1), z.literal(0)]),
  comment: z.string().nullable(),
});
export type AssistantFeedback = z.infer<typeof assistantFeedback>;

/** What an assistant found out in one call that it took. SENT-061, SENT-062 */
export const assistantResult = z.object({
  id: z.string(),
  assistantId: z.string(),
  state: z.enum(['OPEN', 'DONE']),
  primaryTopic: assistantTopic.nullable().default(null),
  results: z.array(z.object({ label: z.string(), value: z.string() })).default([]),
  topics: z.array(assistantTopic).default([]),
  keyPoints: z.array(z.string()).default([]),
  note: z
    .object({ content: z.string(), createdAt: timestamp.nullish(), updatedAt: timestamp.nullish() })
    .nullable()
    .default(null),
  feedback: assistantFeedback.nullable().default(null),
  files: z.object({ transcriptDocId: z.string().nullish() }).default({}),
});
export type AssistantResult = z.infer<typeof assistantResult>;
