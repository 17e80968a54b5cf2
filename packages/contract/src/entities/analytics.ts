import { z } from 'zod';
import { callRating } from './feedback.ts';
import { aiFeatureFlags } from './flags.ts';

const bare = <Name extends string>(name: Name) => z.strictObject({ name: z.literal(name) });

const word = z.string().max(40);
const rating = z.strictObject({
  ...callRating.shape,
  reason: word.nullable(),
  call_engine: word,
  call_id: z.string().max(200),
});

/**
 * What someone did, as one line for a sink of the administrators' choice. Strict, so that nothing else comes along: who it
 * was, with whom they spoke and what was typed never do. `name` is the event's, in the words of the specification.
 */
export const analyticsEvent = z.discriminatedUnion('name', [
  bare('ONBOARDING_GO_BACK'),
  bare('ONBOARDING_SKIP_STEP'),
  bare('App Setup Step Skipped'),
  z.strictObject({ name: z.literal('MICROPHONE_ACCESS'), state: z.enum(['GRANTED', 'NOT_GRANTED']) }),
  bare('FAQ_CLICK'),
  bare('RELOAD_FROM_ERROR'),
  z.strictObject({ name: z.literal('Call Rating Submitted'), callRating: rating }),
  bare('Contact Creation Started'),
  // SSHELL-055
  z.strictObject({
    name: z.literal('AI Feature State Changed'),
    flag: z.enum(aiFeatureFlags),
    enabled: z.boolean(),
  }),
  // SSHELL-056
  z.strictObject({ name: z.literal('AI Feature Settings Submitted'), flag: z.enum(aiFeatureFlags) }),
]);
export type AnalyticsEvent = z.infer<typeof analyticsEvent>;
