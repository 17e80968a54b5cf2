import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import { csvOf } from '#platform/csv.ts';
import type { WriteWords } from './use-write-words.ts';

/** The CRM log as CSV: the heads, then a line for each entry, with moments in ISO 8601. */
export function csvOfWrites(heads: readonly string[], rows: readonly CrmWrite[], words: WriteWords): string {
  return csvOf([
    heads,
    ...rows.map((row) => [
      row.createdAt,
      words.person(row),
      row.remoteNumber ?? '',
      words.crm(row),
      words.state(row),
      row.attempts,
      words.lastAnswer(row),
      row.key,
      row.url ?? '',
    ]),
  ]);
}
