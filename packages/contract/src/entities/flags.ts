import { z } from 'zod';

/** Feature flags of an account or a user, all off unless said otherwise. ENT-057 */
export const featureFlagNames = ['hasNeoPbx', 'isTestAccount', 'hasCallAnalysisV2'] as const;

/** Flags of features that people can be given one by one. ENT-058 */
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

/** Flags that people switch for themselves, each with what they want. */
export const labFlagNames = [...experimentalFlagNames, 'hasStatistics'] as const;
export const labFlagChange = z
  .partialRecord(z.enum(labFlagNames), z.boolean())
  .refine((change) => Object.keys(change).length > 0, 'nothing to change');
export type LabFlagChange = z.infer<typeof labFlagChange>;

/** Flags that only people of test accounts may switch on. */
export const testAccountFlagNames: readonly FlagName[] = ['hasTestPool', 'hasAiInsightsChat'];

/** Every flag with its value; what is missing is off, what is unknown is dropped. */
export const flags = z.object(
  Object.fromEntries(flagNames.map((name) => [name, z.boolean().default(false)])) as Record<
    FlagName,
    z.ZodDefault<z.ZodBoolean>
  >,
);
export type Flags = z.infer<typeof flags>;

/**
 * What is switched on for a user: what the account says, and over it what the user chose where there is a choice. What a
 * person of a test account switched on is off again once the account is none any more.
 */
export function flagsOf(ofAccount: object, ofUser: Readonly<Record<string, boolean>>): Flags {
  const said = flags.parse(ofAccount);
  const isOpen = (name: FlagName) => said.isTestAccount || !testAccountFlagNames.includes(name);
  const chosen = labFlagNames.filter((name) => ofUser[name] === false || (ofUser[name] === true && isOpen(name)));
  return { ...said, ...Object.fromEntries(chosen.map((name) => [name, ofUser[name]])) };
}
