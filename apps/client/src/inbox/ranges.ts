import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxFilter, InboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import { inboxSubscriptionLimit } from '@sidetone/contract/rules/limits.ts';
import type { LiveResult, LiveStore } from '#live/queries/live.ts';
import type { RangedRow } from './places.ts';
import {
  type AskedRange,
  askedFor,
  cutStretch,
  endOf,
  type InboxRange,
  keepShapeOnly,
  newStretch,
  rangeOf,
  type Stretch,
  sizeOf,
  takeRows,
} from './stretches.ts';

/** Which calls a list is made of. */
export interface ListOfCalls {
  channelId: string;
  unresolvedOnly?: boolean;
  filter?: InboxFilter;
}

/** The server's answers for one stretch of a list, as a live query gives them. */
export interface RangeSource<Row extends RangedRow = InboxRow> {
  read(asked: AskedRange): LiveResult<Row>;
  watch(asked: AskedRange, heard: () => void, lingerMs: number | undefined): () => void;
  retry(asked: AskedRange): void;
}

export interface RangesSnapshot<Row extends RangedRow = InboxRow> {
  readonly ranges: readonly InboxRange<Row>[];
  /** Of the first range: the list never waits for the rest. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Nothing follows the last row. */
  readonly complete: boolean;
}

export interface InboxRanges<Row extends RangedRow = InboxRow> {
  subscribe(listener: () => void): () => void;
  snapshot(): RangesSnapshot<Row>;
  /** Asks again for the first rows, where they failed. */
  retry(): void;
  /** Asks for the rows after the last one, if there are any and they have not been asked for. */
  more(): void;
  /** The window shows ranges from this place to that one: they and their neighbours are live, distant ones are not. */
  look(first: number, last: number): void;
}

/** Ranges beside those in the window that are live as well, and the distance from which a range is no longer live. */
const neighbours = 1;
const farAway = 3;

/** The calls of a channel's inbox. */
export function inboxSource(live: Pick<LiveStore, 'watch' | 'read' | 'retry'>, list: ListOfCalls): RangeSource {
  const query = phoneQueries.inbox;
  return {
    read: (asked) => live.read(query, { ...list, ...asked }),
    watch: (asked, heard, lingerMs) => live.watch(query, { ...list, ...asked }, heard, lingerMs),
    retry: (asked) => live.retry(query, { ...list, ...asked }),
  };
}

/** What becomes of rows that are far from the window: only their heights stay, or all of them as they were last. */
type FarRows = 'drops rows' | 'keeps rows';

/** A list with its ranges, for as long as it is used. */
interface RangedList<Row extends RangedRow> {
  readonly source: RangeSource<Row>;
  readonly far: FarRows;
  readonly listeners: Set<() => void>;
  lastKey: number;
  /** From the newest rows down; there is always one. */
  stretches: readonly Stretch<Row>[];
  /** Places of the first and the last stretch in the window. */
  near: { readonly first: number; readonly last: number };
  shown: RangesSnapshot<Row>;
}

/**
 * A list of any length made of live ranges that meet. The first is there immediately; another is added when the user
 * comes near the end. The place where two ranges meet stays the same, so that a row that comes or goes changes only its
 * own range.
 */
export function inboxRanges<Row extends RangedRow>(source: RangeSource<Row>, far: FarRows): InboxRanges<Row> {
  const first = newStretch<Row>(1, null, null);
  const list: RangedList<Row> = {
    source,
    far,
    listeners: new Set(),
    lastKey: first.key,
    stretches: [first],
    near: { first: 0, last: 0 },
    shown: { ranges: [], status: 'loading', complete: false },
  };
  const warm = source.read(askedFor(first));
  if (warm.status === 'ready') takeRows(first, warm.rows);
  show(list);
  return {
    subscribe: (listener) => subscribe(list, listener),
    snapshot: () => list.shown,
    retry: () => retry(list),
    more: () => more(list),
    look(from, to) {
      if (list.near.first === from && list.near.last === to) return;
      list.near = { first: from, last: to };
      settle(list);
    },
  };
}

function subscribe<Row extends RangedRow>(list: RangedList<Row>, listener: () => void): () => void {
  list.listeners.add(listener);
  if (list.listeners.size === 1) settle(list);
  return () => {
    list.listeners.delete(listener);
    if (list.listeners.size === 0) for (const stretch of list.stretches) stopWatching(stretch);
  };
}

function retry<Row extends RangedRow>(list: RangedList<Row>): void {
  const top = list.stretches[0] as Stretch<Row>;
  if (top.status !== 'failed') return;
  top.status = 'loading';
  settle(list);
  list.source.retry(askedFor(top));
}

function more<Row extends RangedRow>(list: RangedList<Row>): void {
  const last = list.stretches.at(-1) as Stretch<Row>;
  const end = endOf(last);
  if (list.shown.complete || last.status !== 'ready' || !end) return;
  last.until = end;
  list.stretches = [...list.stretches, addStretch(list, end, null)];
  settle(list);
}

/** Cuts stretches that grew too long, keeps the right ones live, and tells the listeners. */
function settle<Row extends RangedRow>(list: RangedList<Row>): void {
  list.stretches = list.stretches.flatMap((stretch) => cut(list, stretch));
  if (list.listeners.size > 0) {
    for (const [place, stretch] of list.stretches.entries()) keepInSight(list, stretch, place);
  }
  if (!show(list)) return;
  for (const listener of list.listeners) listener();
}

function cut<Row extends RangedRow>(list: RangedList<Row>, stretch: Stretch<Row>): Stretch<Row>[] {
  const pieces = cutStretch(stretch, (after, until) => addStretch(list, after, until));
  // The pieces are watched before the whole is stopped, so that nothing is missed in between.
  const whole = stretch.stop;
  if (whole && pieces[0] !== stretch) queueMicrotask(() => queueMicrotask(whole));
  return pieces;
}

function addStretch<Row extends RangedRow>(
  list: RangedList<Row>,
  after: InboxPlace | null,
  until: InboxPlace | null,
): Stretch<Row> {
  list.lastKey += 1;
  return newStretch(list.lastKey, after, until);
}

/** Watches a stretch that is near the window, and stops watching one that is far from it. */
function keepInSight<Row extends RangedRow>(list: RangedList<Row>, stretch: Stretch<Row>, place: number): void {
  const away = Math.max(list.near.first - place, place - list.near.last);
  const isAskedFor = stretch.until === null && stretch.status === 'loading';
  if (away <= neighbours || place === 0 || isAskedFor) {
    if (!stretch.stop) watchSoon(list, stretch);
  } else if (away >= farAway && (stretch.stop || (stretch.rows && list.far === 'drops rows'))) {
    stopWatching(stretch);
    if (stretch.until !== null) stretch.bounded = true;
    if (list.far === 'drops rows') keepShapeOnly(stretch);
  }
}

/** Watching may answer immediately, which settles again: never in the middle of settling. */
function watchSoon<Row extends RangedRow>(list: RangedList<Row>, stretch: Stretch<Row>): void {
  stretch.stop = () => {};
  queueMicrotask(() => {
    if (stretch.stop && list.listeners.size > 0 && list.stretches.includes(stretch)) watch(list, stretch);
  });
}

function watch<Row extends RangedRow>(list: RangedList<Row>, stretch: Stretch<Row>): void {
  const asked = askedFor(stretch);
  const stopBefore = stretch.stop;
  const heard = () => hear(list, stretch, list.source.read(asked));
  // Only the first page may be wanted again soon, by users who come back to this list.
  const lingerMs = stretch.after || stretch.bounded ? 0 : undefined;
  stretch.stop = list.source.watch(asked, heard, lingerMs);
  stopBefore?.();
  heard();
}

/** Takes over what the server answered for a stretch. */
function hear<Row extends RangedRow>(
  list: RangedList<Row>,
  stretch: Stretch<Row>,
  { status, rows }: LiveResult<Row>,
): void {
  if (status === 'loading') return;
  if (status === 'failed') stretch.status = 'failed';
  else if (takeRows(stretch, rows).hasGrown && stretch.stop) {
    queueMicrotask(() => stretch.stop && watch(list, stretch));
  }
  settle(list);
}

function stopWatching<Row extends RangedRow>(stretch: Stretch<Row>): void {
  stretch.stop?.();
  stretch.stop = null;
}

/** Takes over what changed; false where nothing of it is visible. */
function show<Row extends RangedRow>(list: RangedList<Row>): boolean {
  const { stretches, shown } = list;
  const last = stretches.at(-1) as Stretch<Row>;
  const next: RangesSnapshot<Row> = {
    ranges: stretches.map(rangeOf),
    status: (stretches[0] ?? last).status,
    complete: last.status === 'failed' || (last.status === 'ready' && sizeOf(last) < inboxSubscriptionLimit),
  };
  const isSame =
    next.status === shown.status &&
    next.complete === shown.complete &&
    next.ranges.length === shown.ranges.length &&
    next.ranges.every((range, place) => range === shown.ranges[place]);
  if (!isSame) list.shown = next;
  return !isSame;
}
