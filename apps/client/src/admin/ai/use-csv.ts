import type { AiUseRow } from '@sidetone/contract/entities/ai-use.ts';
import { csvOf } from '#platform/csv.ts';

/** Heads in the order of the columns. */
export interface UseHeads {
  readonly month: string;
  readonly service: string;
  readonly calls: string;
  readonly minutes: string;
  readonly tokens: string;
  readonly sum: string;
  readonly currency: string;
}

/** The table of use as CSV: a line for each month, service and currency. No cell is a formula. */
export function csvOfUse(heads: UseHeads, rows: readonly AiUseRow[], serviceOf: (row: AiUseRow) => string): string {
  const { month, service, calls, minutes, tokens, sum, currency } = heads;
  const lines = rows.flatMap((row) => {
    const used = [row.month, serviceOf(row), row.calls, (row.audioSeconds / 60).toFixed(1), row.tokens];
    // A further currency repeats what was used nowhere: sums of columns stay right.
    const [first, ...others] = row.costs;
    return [
      [...used, first ? amountOf(first.millionths) : '', first?.currency ?? ''],
      ...others.map((cost) => [row.month, serviceOf(row), '', '', '', amountOf(cost.millionths), cost.currency]),
    ];
  });
  return csvOf([[month, service, calls, minutes, tokens, sum, currency], ...lines]);
}

const amountOf = (millionths: number): string => (millionths / 1_000_000).toFixed(6);
