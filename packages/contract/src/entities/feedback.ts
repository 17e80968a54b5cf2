import { z } from 'zod';
import { direction } from './common.ts';

export const callFeedbackTags = ['NO_CONNECTION', 'NO_SOUND', 'BAD_AUDIO', 'OTHER'] as const;

/** What was wrong with a call. */
export const callFeedback = z.object({
  callId: z.string(),
  tags: z.array(z.enum(callFeedbackTags)).length(1),
  text: z.string(),
  rating: z.enum(['GOOD', 'BAD']),
});
export type CallFeedback = z.infer<typeof callFeedback>;

/** What somebody thinks of the product. */
export const feedback = z.object({
  text: z.string(),
  subject: z.string(),
  imageUrls: z.array(z.url()),
  logfileUrl: z.url().nullable(),
});
export type Feedback = z.infer<typeof feedback>;

/** A picture on its way to a feedback. `file` is the browser's own object. */
export const imageUpload = z.object({
  id: z.string(),
  file: z.custom<unknown>((file) => file !== undefined && file !== null, 'a file is missing'),
  loading: z.boolean(),
  dataURL: z.string().startsWith('data:').nullable(),
});
export type ImageUpload = z.infer<typeof imageUpload>;

/** The answer of the rating dialog. `call_duration` is in seconds. */
export const callRating = z.object({
  call_rating_value: z.enum(['good', 'bad']),
  reason: z.string().nullable(),
  call_id: z.string(),
  call_duration: z.number().nonnegative(),
  call_engine: z.string(),
  call_direction: direction,
});
export type CallRating = z.infer<typeof callRating>;
