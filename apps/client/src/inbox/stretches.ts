import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import { inboxEventQueryLimit, inboxSubscriptionLimit } from '@sidetone/contract/rules/limits.ts';
import { comparePlaces, placeOf, type RangedRow } from './places.ts';

/** What the server is asked for: rows after one place, down to another and with it. */
export interface AskedRange {
  limit: number;
  after?: InboxPlace;
  until?: InboxPlace;
}

/** A stretch of the list: all rows after one place, down to another and with it. */
export interface InboxRange<Row extends RangedRow = InboxRow> {
  readonly key: number;
  /** The rows as the server last sent them; null for a distant range, of which only the heights are kept. */
  readonly rows: readonly Row[] | null;
  readonly shape: readonly RowShape[];
}

/** What stays of a row that is far from the window. */
export interface RowShape {
  readonly id: string;
  readonly startedAt: string;
  readonly day: string;
  readonly groupSize: number;
}

/** A range while it is kept up to date. */
export interface Stretch<Row extends RangedRow = InboxRow> {
  readonly key: number;
  readonly after: InboxPlace | null;
  /** Null for the last stretch of the list, whose end is not known. */
  until: InboxPlace | null;
  /** The server is asked for everything down to `until`, not for the first hundred after `after`. */
  bounded: boolean;
  rows: readonly Row[] | null;
  shape: readonly RowShape[];
  status: 'loading' | 'ready' | 'failed';
  /** Ends the live query; null while there is none. */
  stop: (() => void) | null;
  /** The range that was last made of it. */
  drawn: InboxRange<Row> | null;
}

/** A stretch with more rows than this is cut, so that a list that grows at its top stays one of small queries. */
const cutAbove = 2 * inboxSubscriptionLimit;

/** A stretch that nothing is known of yet. */
export function newStretch<Row extends RangedRow>(
  key: number,
  after: InboxPlace | null,
  until: InboxPlace | null,
): Stretch<Row> {
  return {
    key,
    after,
    until,
    bounded: until !== null,
    rows: null,
    shape: [],
    status: 'loading',
    stop: null,
    drawn: null,
  };
}

/** What the server has to be asked for a stretch. */
export function askedFor({ after, until, bounded }: Pick<Stretch, 'after' | 'until' | 'bounded'>): AskedRange {
  return {
    limit: bounded ? inboxEventQueryLimit : inboxSubscriptionLimit,
    ...(after ? { after } : {}),
    ...(bounded && until ? { until } : {}),
  };
}

/**
 * Takes over the server's answer. `hasGrown`: new rows pushed others out of the first hundred, so that the server has to
 * be asked for the whole stretch from now on; until it has answered, those others stay as they were.
 */
export function takeRows<Row extends RangedRow>(stretch: Stretch<Row>, rows: readonly Row[]): { hasGrown: boolean } {
  const { until } = stretch;
  stretch.status = 'ready';
  if (until === null) {
    stretch.rows = rows;
    return { hasGrown: false };
  }
  const inside = rows.filter((row) => comparePlaces(placeOf(row), until) <= 0);
  const last = inside.at(-1);
  const isCutOff = !stretch.bounded && last && inside.length === rows.length && rows.length >= inboxSubscriptionLimit;
  if (!isCutOff || comparePlaces(placeOf(last), until) === 0) {
    stretch.rows = inside;
    return { hasGrown: false };
  }
  const end = placeOf(last);
  const here = new Set(inside.map((row) => row.id));
  const pushedOut = (stretch.rows ?? []).filter((row) => comparePlaces(placeOf(row), end) > 0 && !here.has(row.id));
  stretch.rows = [...inside, ...pushedOut];
  stretch.bounded = true;
  return { hasGrown: true };
}

/** The pieces of a stretch that grew too long, or the stretch alone. Pieces are not watched yet. */
export function cutStretch<Row extends RangedRow>(
  stretch: Stretch<Row>,
  make: (after: InboxPlace | null, until: InboxPlace | null) => Stretch<Row>,
): Stretch<Row>[] {
  const { until, rows } = stretch;
  if (until === null || rows === null || rows.length <= cutAbove) return [stretch];
  const pieces: Stretch<Row>[] = [];
  let { after } = stretch;
  for (let from = 0; from < rows.length; from += inboxSubscriptionLimit) {
    const own = rows.slice(from, from + inboxSubscriptionLimit);
    const last = own.at(-1) as Row;
    const end = from + own.length >= rows.length && rows.length < inboxEventQueryLimit ? until : placeOf(last);
    pieces.push({ ...make(after, end), rows: own, status: 'ready' });
    after = end;
  }
  // The answer ended at its limit, before the end of the stretch: the rest is one of its own.
  if (after !== null && comparePlaces(after, until) < 0) pieces.push(make(after, until));
  return pieces;
}

/** Drops the rows of a stretch far from the window; only what its height needs stays. */
export function keepShapeOnly<Row extends RangedRow>(stretch: Stretch<Row>): void {
  stretch.shape = (stretch.rows ?? []).map(shapeOf);
  stretch.rows = null;
}

/** The stretch as its list shows it: the same object while nothing of it changed. */
export function rangeOf<Row extends RangedRow>(stretch: Stretch<Row>): InboxRange<Row> {
  const { drawn, key, rows, shape } = stretch;
  if (drawn && drawn.rows === rows && drawn.shape === shape) return drawn;
  const range = { key, rows, shape };
  stretch.drawn = range;
  return range;
}

export const sizeOf = ({ rows, shape }: Pick<Stretch<RangedRow>, 'rows' | 'shape'>): number => (rows ?? shape).length;

/** The place of the last row of a stretch; null where it has none. */
export function endOf({ rows, shape }: Pick<Stretch<RangedRow>, 'rows' | 'shape'>): InboxPlace | null {
  if (rows !== null) {
    const row = rows.at(-1);
    return row ? placeOf(row) : null;
  }
  const last = shape.at(-1);
  return last ? { startedAt: last.startedAt, id: last.id } : null;
}

const shapeOf = (row: RangedRow): RowShape => ({
  id: row.id,
  startedAt: row.call.startedAt,
  day: row.day,
  groupSize: row.groupSize,
});
