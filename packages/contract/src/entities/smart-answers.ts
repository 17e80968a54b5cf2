import { z } from 'zod';
import { timestamp } from './common.ts';

/** Something that is asked about every call. ENT-045, SENT-036 */
export const smartAnswersQuestion = z.object({
  id: z.string(),
  question: z.string().trim().min(1),
  title: z.string().nullish(),
  createdAt: timestamp,
});
export type SmartAnswersQuestion = z.infer<typeof smartAnswersQuestion>;

/** Questions that are asked together. ENT-046, SENT-036 */
export const smartAnswersSet = z.object({
  id: z.string(),
  title: z.string(),
  questions: z.array(smartAnswersQuestion).default([]),
  createdAt: timestamp,
  autoCopyToNote: z.boolean().default(false),
});
export type SmartAnswersSet = z.infer<typeof smartAnswersSet>;

/** Which sets a channel's calls are asked, by direction. ENT-047, SENT-037 */
export const smartAnswersAssignment = z.object({
  inboundSetId: z.string().nullable().default(null),
  outboundSetId: z.string().nullable().default(null),
});
export type SmartAnswersAssignment = z.infer<typeof smartAnswersAssignment>;
