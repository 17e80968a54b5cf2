import { smartAnswerQueries } from '@sidetone/contract/documents/smart-answer-queries.ts';
import type { SmartAnswerSet } from '@sidetone/contract/entities/smart-answers.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { limitsOf, mayChange, type SetLimits } from './set-limits.ts';

export interface SmartAnswerSets {
  readonly sets: readonly SmartAnswerSet[];
  readonly isKnown: boolean;
  readonly limits: SetLimits;
  /** Whether the plan lets this set be changed. */
  isEditable(set: SmartAnswerSet): boolean;
}

/** The sets of questions of the signed-in user, and how many the plan allows. SSMART-018, SSMART-019, SPERM-025 */
export function useSets(): SmartAnswerSets {
  const me = useMe();
  const { rows, status } = useLive(smartAnswerQueries.smartAnswerSets, {});
  const limits = limitsOf(me?.plan.id ?? null);
  return {
    sets: rows,
    isKnown: status === 'ready' && me !== null,
    limits,
    isEditable: (set) => mayChange(rows, set, limits),
  };
}
