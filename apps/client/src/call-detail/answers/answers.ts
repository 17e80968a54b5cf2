import type { Documentation } from '@sidetone/contract/entities/documentation.ts';

type Answer = NonNullable<Documentation['smartAnswers']>['items'][number];

/** The number of questions that the call answered. */
export function answeredOf(items: readonly Answer[]): { answered: number; all: number } {
  return { answered: items.filter(({ answer }) => answer !== null && answer.trim() !== '').length, all: items.length };
}
