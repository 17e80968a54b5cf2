import type { CrmOption, SelectedOutcome } from '@sidetone/contract/entities/call-log.ts';

/** The outcomes of one CRM. */
interface OutcomesOfCrm {
  /** The integration's name, such as HUBSPOT. */
  readonly source: string;
  readonly outcomes: readonly CrmOption[];
}

/** The id of an outcome in a user's own words. */
export const freeText = 'text';

/** One list of the outcomes of several CRMs: each meaning once, under the name of the first that has it. API-080 */
export function mergedOutcomes(crms: readonly OutcomesOfCrm[]): SelectedOutcome[] {
  const seen = new Set<string>();
  return crms.flatMap(({ source, outcomes }) =>
    outcomes.flatMap(({ id, label }): SelectedOutcome[] => {
      const word = label.trim().toLowerCase();
      if (word === '' || seen.has(word)) return [];
      seen.add(word);
      return [{ id: `${source}:${id}`, displayValue: label.trim() }];
    }),
  );
}

/** An outcome in a user's own words; null for none. */
export function outcomeOfText(text: string): SelectedOutcome | null {
  const words = text.trim().slice(0, 200);
  return words === '' ? null : { id: freeText, displayValue: words };
}
