import type { SmartAnswerSet } from '@sidetone/contract/entities/smart-answers.ts';
import { hasSmartAnswerLimits, isSetEditable } from '@sidetone/contract/rules/ai/smart-answers.ts';
import {
  mostQuestionsOfSet,
  mostSmartAnswerSets,
  smartAnswerQuestionLimit,
  smartAnswerSetLimit,
} from '@sidetone/contract/rules/limits.ts';

/** How many sets there may be, and questions in one of them. */
export interface SetLimits {
  readonly sets: number;
  readonly questions: number;
  /** A larger plan allows more. */
  readonly isOfPlan: boolean;
}

const ofSmallerPlans: SetLimits = { sets: smartAnswerSetLimit, questions: smartAnswerQuestionLimit, isOfPlan: true };
const ofLargestPlan: SetLimits = { sets: mostSmartAnswerSets, questions: mostQuestionsOfSet, isOfPlan: false };

/** What holds with a plan; of a plan that is not known yet, the smaller one. SSMART-018, SSMART-019, SPERM-025 */
export const limitsOf = (planId: string | null): SetLimits =>
  planId === null || hasSmartAnswerLimits(planId) ? ofSmallerPlans : ofLargestPlan;

/** From so few left on it is told how many there may be. SSET-046 */
const fewLeft = 10;

/** Whether it is worth telling how many there may be. */
export const isNearLimit = (count: number, max: number): boolean => count >= max - fewLeft;

/** Whether a set may be changed. One that was just created may not be among the others yet. */
export function mayChange(
  sets: readonly Pick<SmartAnswerSet, 'id' | 'createdAt'>[],
  set: Pick<SmartAnswerSet, 'id' | 'createdAt'>,
  { isOfPlan }: SetLimits,
): boolean {
  const all = sets.some(({ id }) => id === set.id) ? sets : [...sets, set];
  return isSetEditable(all, set.id, isOfPlan);
}

/** Whether a question at this place, from 0, may be changed: what is beyond the limit is only deleted. SSMART-018 */
export const mayChangeQuestion = (at: number, limit: number): boolean => at < limit;
