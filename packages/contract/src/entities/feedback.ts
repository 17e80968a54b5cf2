import { z } from 'zod';
import { feedbackMaxImages, feedbackMinCharacters } from '../rules/limits.ts';
import { direction, timestamp } from './common.ts';

/** Who dealt with it and when; both null while nobody has. */
const dealtWith = { doneAt: timestamp.nullable(), doneBy: z.string().nullable() };

/** ENT-051 */
export const callFeedbackTags = ['NO_CONNECTION', 'NO_SOUND', 'BAD_AUDIO', 'OTHER'] as const;

/** What was wrong with a call. ENT-050 */
export const callFeedback = z.object({
  callId: z.string(),
  tags: z.array(z.enum(callFeedbackTags)).length(1),
  text: z.string(),
  rating: z.enum(['GOOD', 'BAD']),
});
export type CallFeedback = z.infer<typeof callFeedback>;

/** What the rating dialog asks for after thumbs down. */
export const callRatingReasons = [
  'bad_quality',
  'dropout',
  'volume',
  'delay',
  'no_audio',
  'only_outgoing',
  'only_incoming',
] as const;
export type CallRatingReason = (typeof callRatingReasons)[number];
/** What is in its place after thumbs up. */
export const noRatingReason = 'no_reason';

/** Feedback on a call as it is sent: a bad one names what was wrong; `reason` comes from the rating dialog alone. */
export const callFeedbackBody = callFeedback
  .extend({
    callId: z.string().min(1).max(200),
    tags: z.array(z.enum(callFeedbackTags)).max(1),
    text: z.string().trim().max(2000),
    reason: z.enum([noRatingReason, ...callRatingReasons]).optional(),
  })
  .refine(({ rating, tags }) => tags.length === (rating === 'BAD' ? 1 : 0), 'a bad call has one tag, a good one none');
export type CallFeedbackBody = z.infer<typeof callFeedbackBody>;

/** Feedback on a call as administrators read it. What is known of the call is null where the server never had it. */
export const adminCallFeedback = z.object({
  id: z.string(),
  at: timestamp,
  userId: z.string(),
  userName: z.string(),
  callId: z.string(),
  rating: z.enum(['GOOD', 'BAD']),
  tag: z.enum(callFeedbackTags).nullable(),
  reason: z.enum([noRatingReason, ...callRatingReasons]).nullable(),
  text: z.string(),
  call: z
    .object({ direction, startedAt: timestamp, seconds: z.number().nonnegative(), wasEstablished: z.boolean() })
    .nullable(),
  ...dealtWith,
});
export type AdminCallFeedback = z.infer<typeof adminCallFeedback>;

/** What someone thinks of the product. SENT-066 */
export const feedback = z.object({
  text: z.string(),
  subject: z.string(),
  imageUrls: z.array(z.url()),
  logfileUrl: z.url().nullable(),
});
export type Feedback = z.infer<typeof feedback>;

const fact = z.string().trim().max(300);

/** With what someone works; the app fills it in. */
export const feedbackFacts = z.object({
  appVersion: fact,
  browser: fact,
  os: fact,
  platform: z.enum(['web', 'desktop']),
  plan: fact.nullable(),
  product: fact,
  neoPBX: z.boolean(),
});
export type FeedbackFacts = z.infer<typeof feedbackFacts>;

/** A feedback as it is sent. `description` is its text; the addresses are those of files that were uploaded before. */
export const feedbackBody = feedbackFacts.extend({
  description: z.string().trim().min(feedbackMinCharacters).max(10_000),
  subject: z.string().trim().max(200),
  name: fact,
  email: z.email().max(320),
  imageUrls: z.array(z.url()).max(feedbackMaxImages),
  logfileUrl: z.url().nullable(),
});
export type FeedbackBody = z.infer<typeof feedbackBody>;

export const userAssetKinds = ['image', 'log'] as const;
export type UserAssetKind = (typeof userAssetKinds)[number];
export const imageTypes = ['image/png', 'image/jpeg'] as const;

/** A file that someone uploaded. */
export const userAsset = z.object({
  id: z.string(),
  kind: z.enum(userAssetKinds),
  fileName: z.string(),
  contentType: z.enum([...imageTypes, 'text/plain']),
  bytes: z.int().positive(),
});
export type UserAsset = z.infer<typeof userAsset>;

/** A feedback as administrators read it. */
export const adminFeedback = z.object({
  id: z.string(),
  at: timestamp,
  userId: z.string(),
  userName: z.string(),
  email: z.string(),
  subject: z.string(),
  text: z.string(),
  facts: feedbackFacts,
  images: z.array(userAsset),
  log: userAsset.nullable(),
  ...dealtWith,
});
export type AdminFeedback = z.infer<typeof adminFeedback>;

/** A picture on its way to a feedback. `file` is the browser's own object. SENT-067 */
export const imageUpload = z.object({
  id: z.string(),
  file: z.custom<unknown>((file) => file !== undefined && file !== null, 'a file is missing'),
  loading: z.boolean(),
  dataURL: z.string().startsWith('data:').nullable(),
});
export type ImageUpload = z.infer<typeof imageUpload>;

/** The answer of the rating dialog. `call_duration` is in seconds. SENT-068 */
export const callRating = z.object({
  call_rating_value: z.enum(['good', 'bad']),
  reason: z.string().nullable(),
  call_id: z.string(),
  call_duration: z.number().nonnegative(),
  call_engine: z.string(),
  call_direction: direction,
});
export type CallRating = z.infer<typeof callRating>;
