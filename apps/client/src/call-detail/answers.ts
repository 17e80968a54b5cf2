import type { Documentation } from '@sidetone/contract/entities/documentation.ts';

type Answer = NonNullable<Documentation['smartAnswers']>['items'][number];

/** How many of the questions the call answered. */
export function answeredOf(items: readonly Answer[]): { answered: number; all: number } {
  return { answered: items.filter(({ answer }) => answer !== null && answer.trim() !== '').length, all: items.length };
}
