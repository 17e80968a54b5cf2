import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';

/** One line of the list: a day's head or a call under it. */
export type InboxItem =
  | { kind: 'day'; key: string; day: string; calls: number; talkSeconds: number }
  | { kind: 'call'; key: string; row: InboxRow };

/** Heads of 40 px and rows of 60 px, both with the gap below them. */
export const itemHeights = { day: 40, call: 60 } as const;

/** Puts a head before the first call of each day. The rows come newest first and stay in that order. */
export function groupByDay(rows: readonly InboxRow[]): InboxItem[] {
  const items: InboxItem[] = [];
  const heads = new Map<string, Extract<InboxItem, { kind: 'day' }>>();
  for (const row of rows) {
    let head = heads.get(row.day);
    if (!head) {
      head = { kind: 'day', key: `day ${row.day}`, day: row.day, calls: 0, talkSeconds: 0 };
      heads.set(row.day, head);
      items.push(head);
    }
    head.calls += 1;
    head.talkSeconds += talkSeconds(row) ?? 0;
    items.push({ kind: 'call', key: row.id, row });
  }
  return items;
}

/** How long the two talked, in seconds; null where nobody answered. */
export function talkSeconds({ call }: InboxRow): number | null {
  if (call.establishedAt === null || call.terminatedAt === null) return null;
  return Math.max(0, (Date.parse(call.terminatedAt) - Date.parse(call.establishedAt)) / 1000);
}

/** Places of the day heads, for the list that keeps the current one on top. */
export function headPlaces(items: readonly InboxItem[]): number[] {
  return items.flatMap((item, place) => (item.kind === 'day' ? [place] : []));
}
