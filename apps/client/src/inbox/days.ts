import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxRange, RowShape } from './stretches.ts';

/** One line of the list: a day's head or a call under it, `row` null where only its height is known. */
export type InboxLine =
  | { readonly kind: 'day'; readonly key: string; readonly day: string }
  | { readonly kind: 'call'; readonly key: string; readonly startedAt: string; readonly row: InboxRow | null };

/** Calls of one day, and how long people talked in them; null where that is not known of all of them. */
export interface DaySum {
  readonly day: string;
  readonly calls: number;
  readonly talkSeconds: number | null;
}

/** The lines of one range. */
export interface Block {
  readonly lines: readonly InboxLine[];
  /** Where each line begins, in px from the first. */
  readonly tops: readonly number[];
  readonly height: number;
  readonly days: readonly DaySum[];
}

/** Heads of 40 px and rows of 60 px, both with the gap below them. */
export const lineHeights = { day: 40, call: 60 } as const;

/**
 * Lays a range out: a head before the first call of each day, but not where the range before ended with that day. Rows
 * that are not, or no longer, `listed` are left out.
 */
export function blockOf(
  { rows, shape }: Pick<InboxRange, 'rows' | 'shape'>,
  dayBefore: string | null,
  listed: (row: InboxRow) => boolean = () => true,
): Block {
  const lines: InboxLine[] = [];
  const tops: number[] = [];
  const days: DaySum[] = [];
  let height = 0;
  let day = dayBefore;
  const add = (line: InboxLine) => {
    lines.push(line);
    tops.push(height);
    height += lineHeights[line.kind];
  };
  const addCall = (of: RowShape, row: InboxRow | null) => {
    if (of.day !== day) add({ kind: 'day', key: `day ${of.day}`, day: of.day });
    day = of.day;
    add({ kind: 'call', key: of.id, startedAt: of.startedAt, row });
    const sum = days.at(-1)?.day === day ? days.pop() : undefined;
    days.push(withCall(sum ?? { day, calls: 0, talkSeconds: 0 }, of.groupSize, row));
  };
  if (rows === null) for (const of of shape) addCall(of, null);
  else for (const row of rows) if (listed(row)) addCall({ ...row, startedAt: row.call.startedAt }, row);
  return { lines, tops, height, days };
}

function withCall({ day, calls, talkSeconds: talked }: DaySum, groupSize: number, row: InboxRow | null): DaySum {
  // Of a group only the newest call is here, and of a row far from the window nothing.
  const known = row !== null && talked !== null && row.groupSize === 1;
  return { day, calls: calls + groupSize, talkSeconds: known ? talked + (talkSeconds(row) ?? 0) : null };
}

/** How long the two talked, in seconds; null where the call was not answered. */
export function talkSeconds({ call }: Pick<InboxRow, 'call'>): number | null {
  if (call.establishedAt === null || call.terminatedAt === null) return null;
  return Math.max(0, (Date.parse(call.terminatedAt) - Date.parse(call.establishedAt)) / 1000);
}
