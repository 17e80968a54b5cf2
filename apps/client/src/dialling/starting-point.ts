import type { CallStartingPoint } from '@sidetone/contract/rules/defaults.ts';

/** Where calls begin from a search that is opened at this path; undefined where that is the search itself. */
export function startingPointAt(path: string): CallStartingPoint | undefined {
  return /^\/main\/contacts(\/|$)/.test(path) ? 'Contacts' : undefined;
}
