import type { CallStartingPoint } from '@sidetone/contract/rules/defaults.ts';

/** The channel that calls start from in a search opened at this path; undefined where that is the search itself. */
export function startingPointAt(path: string): CallStartingPoint | undefined {
  return /^\/main\/contacts(\/|$)/.test(path) ? 'Contacts' : undefined;
}
