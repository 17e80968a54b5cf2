import type { LiveMessage, LiveQuery } from '@sidetone/contract/documents/live-query.ts';
import { readValid } from '@sidetone/contract/documents/read-valid.ts';
import { z } from 'zod';
import { ApiError } from '../../line/api-error.ts';
import { type AnyRow, type Entry, markFailed, markReady } from './entry.ts';
import { applyMessage } from './rows.ts';

/** Reads rows by the schema of their query. A row that breaks it is left out with one warning, and costs no other row. */
export interface RowReader {
  /** The valid rows; ids of the others are added to `bad`. */
  read(query: LiveQuery, rows: readonly unknown[], bad?: Set<string>): AnyRow[];
  /** Warns again of rows that were warned of before. */
  forget(): void;
}

export function rowReader(warn: (text: string, cause: unknown) => void): RowReader {
  const warned = new Set<string>();
  return {
    read: (query, rows, bad) =>
      readValid(query.row, rows, (row, error) => {
        const id = idOf(row);
        if (id !== null) bad?.add(id);
        const key = `${query.name} ${id ?? JSON.stringify(row)}`;
        if (warned.has(key)) return;
        warned.add(key);
        warn(`[live] a row of ${query.name} was skipped${id === null ? '' : `: ${id}`}`, error);
      }) as AnyRow[],
    forget: () => warned.clear(),
  };
}

/** Takes a message over as it came from the wire; one that is not a message fails the query. */
export function takeMessage(entry: Entry, raw: unknown, reader: RowReader): void {
  const { query } = entry;
  const parsed = envelope.safeParse(raw);
  if (!parsed.success) {
    const cause = parsed.error;
    markFailed(entry, new ApiError('BAD_REPLY', `live query ${query.name} broke its schema`, { cause }));
    return;
  }
  const message = parsed.data;
  const bad = new Set<string>();
  const changes: LiveMessage<AnyRow> =
    message.type === 'snapshot'
      ? { type: 'snapshot', rows: reader.read(query, message.rows, bad) }
      : { ...message, changed: reader.read(query, message.changed, bad) };
  // A row that breaks the schema now is not shown as it was before.
  const before = bad.size === 0 ? entry.rows : entry.rows.filter(({ id }) => !bad.has(id));
  entry.order = orderOf(message) ?? entry.order;
  markReady(entry, applyMessage(before, changes, entry.order));
}

/** The order that a message names. */
const orderOf = (message: z.output<typeof envelope>): readonly string[] | undefined =>
  message.type === 'snapshot' ? message.rows.flatMap((row) => idOf(row) ?? []) : message.ids;

const envelope = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), rows: z.array(z.unknown()) }),
  z.object({ type: z.literal('delta'), changed: z.array(z.unknown()), ids: z.array(z.string()).exactOptional() }),
]);

function idOf(row: unknown): string | null {
  return typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string' ? row.id : null;
}
