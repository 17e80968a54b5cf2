import { smartAnswerQueries } from '@sidetone/contract/documents/smart-answer-queries.ts';
import type { SmartAnswerSet } from '@sidetone/contract/entities/smart-answers.ts';
import { hasSmartAnswerLimits, isSetEditable } from '@sidetone/contract/rules/ai/smart-answers.ts';
import { smartAnswerQuestionLimit, smartAnswerSetLimit } from '@sidetone/contract/rules/limits.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';

export interface SmartAnswerSets {
  readonly sets: readonly SmartAnswerSet[];
  readonly isKnown: boolean;
  /** Null in a plan without these limits. */
  readonly limits: { readonly sets: number; readonly questions: number } | null;
  /** Whether the plan lets this set be changed. */
  isEditable(setId: string): boolean;
}

/** The sets of questions of the signed-in user, and how many the plan allows. SSMART-018, SSMART-019, SPERM-025 */
export function useSets(): SmartAnswerSets {
  const me = useMe();
  const { rows, status } = useLive(smartAnswerQueries.smartAnswerSets, {});
  const isLimited = me === null || hasSmartAnswerLimits(me.plan.id);
  return {
    sets: rows,
    isKnown: status === 'ready' && me !== null,
    limits: isLimited ? { sets: smartAnswerSetLimit, questions: smartAnswerQuestionLimit } : null,
    isEditable: (setId) => isSetEditable(rows, setId, isLimited),
  };
}
