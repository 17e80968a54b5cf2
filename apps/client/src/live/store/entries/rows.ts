import type { LiveMessage } from '@sidetone/contract/documents/live-query.ts';

interface Row {
  readonly id: string;
  readonly rev: number;
}

/**
 * What a live query shows after one more message: a snapshot replaces everything, a delta changes rows by
 * their id and puts them in the order of `ids`, or in the one they had. A row that is not in the order is gone, and one
 * older than the row already here is ignored.
 */
export function applyMessage<R extends Row>(
  rows: readonly R[],
  message: LiveMessage<R>,
  order: readonly string[] = rows.map(({ id }) => id),
): readonly R[] {
  if (message.type === 'snapshot') return message.rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of message.changed) {
    const here = byId.get(row.id);
    if (here === undefined || row.rev >= here.rev) byId.set(row.id, row);
  }
  return (message.ids ?? order).flatMap((id) => byId.get(id) ?? []);
}
