import type { FeatureDefinition } from '../../entities/feature.ts';
import { aiFeatureFlags, type Flags } from '../../entities/flags.ts';

/** Every AI feature rests on what was said; it has no switch of its own. */
export const transcriptionFlag = 'hasCallTranscription';

export type AiFeatureFlag = (typeof aiFeatureFlags)[number];
export type AiFlag = AiFeatureFlag | typeof transcriptionFlag;
/** What is on for a user. */
export type AiFlags = Readonly<Pick<Flags, AiFlag>>;

/** Words of a feature are the client's, under `aiFeatures` and this name. */
type AiWords = 'summary' | 'headline' | 'answers' | 'actionItems' | 'share' | 'smallTalk' | 'customWords' | 'webhook';

/** An AI feature: `title` and `description` are names of the client's words. SENT-008 */
export interface AiFeature extends FeatureDefinition {
  readonly flag: AiFeatureFlag;
  readonly words: AiWords;
  readonly part: 'main' | 'beta' | 'labs';
}

interface Known extends Partial<Omit<FeatureDefinition, 'dependsOn' | 'flag'>> {
  readonly alsoNeeds?: readonly AiFlag[];
}

const feature = (
  part: AiFeature['part'],
  flag: AiFeatureFlag,
  words: AiWords,
  { alsoNeeds = [], ...known }: Known = {},
): AiFeature => ({
  title: `aiFeatures.${words}.title`,
  description: `aiFeatures.${words}.text`,
  flag,
  words,
  part,
  dependsOn: [transcriptionFlag, ...alsoNeeds],
  usesLLM: false,
  provider: null,
  hasSettings: false,
  openSettingsAfterActivation: false,
  adminOnly: false,
  testAccountOnly: false,
  ...known,
});

const byModel = { usesLLM: true } as const;
const withSettings = { hasSettings: true, openSettingsAfterActivation: true } as const;

/** SAI-001, SAI-004, SAI-007 to -012, SAI-019, SAI-020 */
export const aiFeatures: readonly AiFeature[] = [
  feature('main', 'hasCallSummary', 'summary', byModel),
  feature('main', 'hasCallHeadline', 'headline', byModel),
  feature('main', 'hasSmartAnswers', 'answers', { ...byModel, ...withSettings }),
  feature('beta', 'hasCallActionItems', 'actionItems', { ...byModel, alsoNeeds: ['hasCallSummary'] }),
  feature('beta', 'hasCallConversationShareStatistics', 'share'),
  feature('beta', 'hasCallSmallTalk', 'smallTalk', byModel),
  feature('beta', 'hasCustomWords', 'customWords', withSettings),
  feature('labs', 'hasWebhook', 'webhook', { hasSettings: true, adminOnly: true }),
];

/** The feature of a flag; null for a flag of nothing with AI. */
export const aiFeatureOf = (flag: string): AiFeature | null => aiFeatures.find((one) => one.flag === flag) ?? null;

/** Which text a user agrees to before their calls are written down; a new one when it says something else. */
export const aiPrivacyVersion = 1;

/** Whether somebody may switch a feature on: what is for test accounts only elsewhere where it is on already. SAI-027 */
export const isOffered = (
  { flag, testAccountOnly }: Pick<AiFeature, 'flag' | 'testAccountOnly'>,
  flags: Pick<Flags, 'isTestAccount' | AiFlag>,
): boolean => !testAccountOnly || flags.isTestAccount || flags[flag];

/** The features that a page shows somebody. */
export const shownAiFeatures = (part: AiFeature['part'], flags: Flags): readonly AiFeature[] =>
  aiFeatures.filter((feature) => feature.part === part && isOffered(feature, flags));

/** Whether a feature works: it is on, and so is everything that it needs. */
export function isAiFeatureActive(on: AiFlags, flag: AiFeatureFlag): boolean {
  return on[flag] && on[transcriptionFlag] && missingFor(on, flag) === null;
}

/**
 * What has to be on before a feature can be switched on; null where nothing is missing. Transcription is never missing: it
 * is switched on together with the feature. SAI-015
 */
export function missingFor(on: AiFlags, flag: AiFeatureFlag): AiFeatureFlag | null {
  const needed = neededBy(flag).filter((one): one is AiFeatureFlag => one !== transcriptionFlag);
  return needed.find((one) => !on[one]) ?? null;
}

/** What switching one feature does. */
export interface AiSwitch {
  /** Every flag that changes, with what it becomes. */
  readonly changes: Readonly<Partial<Record<AiFlag, boolean>>>;
  /** What the user is asked before: to agree that calls are written down, or whether the last feature may go. */
  readonly asks: 'privacy' | 'lastOff' | null;
  /** Features that go off because they need it. */
  readonly alsoOff: readonly AiFeatureFlag[];
  /** Its own page comes next. SAI-019, SAI-020 */
  readonly opensSettings: boolean;
  /** The window for the log opens with calls from now on, in both directions. SAI-021 */
  readonly opensCallWindows: boolean;
}

/**
 * What switching a feature on or off does: everything that needs it goes off with it, and with the last one transcription.
 * The webhook is the account's, which others may feed: it keeps nobody's transcription on, and goes off with nobody's.
 * Null where the feature can't be switched on, because it needs another one. SAI-013 to -018
 */
export function switchAiFeature(on: AiFlags, flag: AiFeatureFlag, value: boolean): AiSwitch | null {
  return value ? switchOn(on, flag) : switchOff(on, flag);
}

function switchOn(on: AiFlags, flag: AiFeatureFlag): AiSwitch | null {
  if (missingFor(on, flag) !== null) return null;
  const hasTranscription = on[transcriptionFlag];
  return {
    changes: changed(on, hasTranscription ? { [flag]: true } : { [flag]: true, [transcriptionFlag]: true }),
    asks: hasTranscription ? null : 'privacy',
    alsoOff: [],
    opensSettings: aiFeatureOf(flag)?.openSettingsAfterActivation ?? false,
    opensCallWindows: flag === 'hasCallSmallTalk',
  };
}

function switchOff(on: AiFlags, flag: AiFeatureFlag): AiSwitch {
  const alsoOff = dependentsOf(flag).filter((one) => on[one]);
  const gone = [flag, ...alsoOff];
  const off = Object.fromEntries(gone.map((one) => [one, false]));
  const after: AiFlags = { ...on, ...off };
  // What is on without what it needs does not work, and keeps no transcription on.
  const isLast =
    flag !== 'hasWebhook' && on[transcriptionFlag] && !ownFeatures.some((one) => isAiFeatureActive(after, one));
  return {
    changes: changed(on, isLast ? { ...off, [transcriptionFlag]: false } : off),
    asks: isLast ? 'lastOff' : null,
    alsoOff,
    opensSettings: false,
    opensCallWindows: false,
  };
}

/**
 * What else goes off where flags were changed one by one: everything that needs what is off now. The account's webhook
 * stays.
 */
export function aiFlagsToDrop(on: AiFlags): readonly AiFeatureFlag[] {
  return ownFeatures.filter((flag) => on[flag] && neededBy(flag).some((needed) => !on[needed]));
}

/** What a user switches for themselves. */
const ownFeatures = aiFeatureFlags.filter((flag) => flag !== 'hasWebhook');

const changed = (on: AiFlags, wanted: Partial<Record<AiFlag, boolean>>): Partial<Record<AiFlag, boolean>> =>
  Object.fromEntries(Object.entries(wanted).filter(([flag, value]) => on[flag as AiFlag] !== value));

const neededBy = (flag: AiFeatureFlag): readonly AiFlag[] => (aiFeatureOf(flag)?.dependsOn ?? []) as readonly AiFlag[];

const dependentsOf = (flag: AiFlag): readonly AiFeatureFlag[] =>
  ownFeatures.flatMap((one) => (neededBy(one).includes(flag) ? [one, ...dependentsOf(one)] : []));
