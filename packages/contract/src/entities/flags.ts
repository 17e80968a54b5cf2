import { z } from 'zod';

/** Feature flags of an account or a user, all off unless said otherwise. ENT-057 */
export const featureFlagNames = ['hasNeoPbx', 'isTestAccount', 'hasCallAnalysisV2'] as const;

/** Flags that are the account's alone: its administrators switch them. SAPI-051, SPERM-001, SPERM-002 */
export const accountFlagNames = ['hasAiProviderPreferenceMistral', 'hasWebhook'] as const;

/** Flags of features that people are given one by one, and switch for themselves. ENT-058 */
const personalFlagNames = [
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
  'hasAiInsightsChat',
] as const;

/**
 * The AI features in the order of their page. `hasWebhook` is the account's and stands in Labs. Here and not among their
 * rules, because the first load has to know their names and nothing else.
 */
export const aiFeatureFlags = [
  'hasCallSummary',
  'hasCallHeadline',
  'hasSmartAnswers',
  'hasCallActionItems',
  'hasCallConversationShareStatistics',
  'hasCallSmallTalk',
  'hasCustomWords',
  'hasWebhook',
] as const;

/** Flags that are fields of the user's record as well. What was ever set there counts, else the account's flag. */
const recordFlagNames = ['hasCallTranscription', 'hasCallSummary'] as const;

/** Flags that only the settings speak of, and `hasStatistics`, which shows the statistics entry. */
const settingsFlagNames = [
  ...recordFlagNames,
  'isPremium',
  'hasAiDisabled',
  'hasMicrosoftPresenceConnector',
  'hasStatistics',
] as const;

export const flagNames = [
  ...featureFlagNames,
  ...personalFlagNames,
  ...accountFlagNames,
  ...settingsFlagNames,
] as const;
export type FlagName = (typeof flagNames)[number];

/** Flags that people switch for themselves, each with what they want. */
export const labFlagNames = [...personalFlagNames, 'hasStatistics'] as const;
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

/** What an administrator changes of the account's own flags: one at a time. SAPI-051 */
export const accountFlagChange = z
  .strictObject(Object.fromEntries(accountFlagNames.map((name) => [name, z.boolean()])) as AccountFlagShape)
  .partial()
  .refine((change) => Object.keys(change).length === 1, 'exactly one flag');
type AccountFlagShape = Record<(typeof accountFlagNames)[number], z.ZodBoolean>;
export type AccountFlagChange = z.infer<typeof accountFlagChange>;

/** What a user chose: experiments, and the fields of their record, where they were ever set. */
export interface ChosenFlags {
  readonly flags: Readonly<Record<string, boolean>>;
  /** The settings of their record as they are kept; a field that was never set is missing. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What nobody sets: it follows from what is connected, and whoever reads it of a user adds it. SENT-007 */
const derived = { hasMicrosoftPresenceConnector: false } as const;

/**
 * What is switched on for a user: what the account says, and over it what the user chose where there is a choice. What a
 * person of a test account switched on is off again once the account is none any more.
 */
export function flagsOf(ofAccount: object, { flags: ofUser, settings }: ChosenFlags): Flags {
  const said = flags.parse(ofAccount);
  const isOpen = (name: FlagName) => said.isTestAccount || !testAccountFlagNames.includes(name);
  const chosen = labFlagNames.filter((name) => ofUser[name] === false || (ofUser[name] === true && isOpen(name)));
  const recorded = recordFlagNames.filter((name) => typeof settings[name] === 'boolean');
  return {
    ...said,
    ...Object.fromEntries(chosen.map((name) => [name, ofUser[name]])),
    ...Object.fromEntries(recorded.map((name) => [name, settings[name]])),
    ...derived,
  };
}
