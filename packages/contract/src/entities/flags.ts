import { z } from 'zod';

/** Feature flags of an account or a user, all off unless said otherwise. */
export const featureFlagNames = ['hasNeoPbx', 'isTestAccount', 'hasCallAnalysisV2'] as const;

/** Flags of features that people can be given one by one. */
export const experimentalFlagNames = [
  'hasTestPool',
  'hasCallSentimentAnalysis',
  'hasCallTopicsAnalysis',
  'hasCallbackList',
  'hasCallbackListWidget',
  'hasTranscriptEmbeddingsSearch',
  'hasCallActionItems',
  'hasCallConversationShareStatistics',
  'hasCallSmallTalk',
  'hasCallHeadline',
  'hasSmartAnswers',
  'hasCustomWords',
  'hasAiProviderPreferenceMistral',
  'hasWebhook',
  'hasAiInsightsChat',
] as const;

/** Flags that only the settings speak of, and `hasStatistics`, which shows the statistics entry. */
const settingsFlagNames = [
  'hasCallTranscription',
  'hasCallSummary',
  'isPremium',
  'hasAiDisabled',
  'hasMicrosoftPresenceConnector',
  'hasStatistics',
] as const;

export const flagNames = [...featureFlagNames, ...experimentalFlagNames, ...settingsFlagNames] as const;
export type FlagName = (typeof flagNames)[number];

/** Every flag with its value; what is missing is off, what is unknown is dropped. */
export const flags = z.object(
  Object.fromEntries(flagNames.map((name) => [name, z.boolean().default(false)])) as Record<
    FlagName,
    z.ZodDefault<z.ZodBoolean>
  >,
);
export type Flags = z.infer<typeof flags>;
