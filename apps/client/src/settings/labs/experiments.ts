import type { Flags, labFlagNames } from '@sidetone/contract/entities/flags.ts';

type LabFlag = (typeof labFlagNames)[number];

/** A feature that users may try; its `words` are under `labs`. */
export interface Experiment {
  readonly flag: LabFlag;
  readonly words: 'topics' | 'sentiment' | 'chat';
  /** Flags that have to be on before. */
  readonly dependsOn: readonly LabFlag[];
  readonly adminOnly: boolean;
  readonly testAccountOnly: boolean;
  /** It shows results of a language model. */
  readonly isAi: boolean;
}

const ofCalls = { dependsOn: [], adminOnly: false, testAccountOnly: false, isAi: true } as const;

/** Only flags that change something here: one without any effect yet is not offered. */
const experiments: readonly Experiment[] = [
  { flag: 'hasCallTopicsAnalysis', words: 'topics', ...ofCalls },
  { flag: 'hasCallSentimentAnalysis', words: 'sentiment', ...ofCalls },
  // SPERM-004
  { flag: 'hasAiInsightsChat', words: 'chat', ...ofCalls, testAccountOnly: true },
];

/** The experiments that a user may switch. */
export function experimentsFor(
  facts: { readonly flags: Flags; readonly admin: boolean },
  all: readonly Experiment[] = experiments,
): readonly Experiment[] {
  const { flags, admin } = facts;
  return all.filter(
    ({ adminOnly, testAccountOnly, isAi }) =>
      (!adminOnly || admin) && (!testAccountOnly || flags.isTestAccount) && !(isAi && flags.hasAiDisabled),
  );
}

/** The first flag that an experiment needs and that is off; null where none is missing. */
export function missingFor({ dependsOn }: Experiment, flags: Flags): LabFlag | null {
  return dependsOn.find((needed) => !flags[needed]) ?? null;
}
