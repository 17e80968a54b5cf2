import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxFilter, InboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import { inboxEventQueryLimit, inboxSubscriptionLimit } from '@sidetone/contract/rules/limits.ts';
import type { LiveResult, LiveStore } from '#live/queries/live.ts';
import { comparePlaces, placeOf } from './places.ts';

/** Which calls a list is made of. */
export interface ListOfCalls {
  channelId: string;
  unresolvedOnly?: boolean;
  filter?: InboxFilter;
}

/** The server's answers for one stretch of a list, as a live query gives them. */
export interface RangeSource {
  read(asked: AskedRange): LiveResult<InboxRow>;
  watch(asked: AskedRange, heard: () => void, lingerMs: number | undefined): () => void;
  retry(asked: AskedRange): void;
}

interface AskedRange {
  limit: number;
  after?: InboxPlace;
  until?: InboxPlace;
}

/** A stretch of the list: all rows after one place, down to another and with it. */
export interface InboxRange {
  readonly key: number;
  /** What is known of it; of a range that was let go only what its height needs. */
  readonly rows: readonly InboxRow[] | null;
  readonly shape: readonly RowShape[];
}

/** What stays of a row that is far from the window. */
export interface RowShape {
  readonly id: string;
  readonly startedAt: string;
  readonly day: string;
  readonly groupSize: number;
}

export interface RangesSnapshot {
  readonly ranges: readonly InboxRange[];
  /** Of the first range: the list never waits for the rest. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Nothing follows the last row. */
  readonly complete: boolean;
}

export interface InboxRanges {
  subscribe(listener: () => void): () => void;
  snapshot(): RangesSnapshot;
  /** Asks again for the first rows, where they failed. */
  retry(): void;
  /** Asks for the rows after the last one, if there are any and nobody has asked yet. */
  more(): void;
  /** The window shows ranges from this place to that one: they and their neighbours are live, far ones are let go. */
  look(first: number, last: number): void;
}

/** A range with more rows than this is cut, so that a list that grows at its top stays one of small queries. */
const cutAbove = 2 * inboxSubscriptionLimit;
/** Ranges beside those in the window that are live as well, and how far one has to be to be let go. */
const neighbours = 1;
const farAway = 3;

interface Stretch {
  key: number;
  after: InboxPlace | null;
  /** Null for the last stretch of the list, whose end is not known. */
  until: InboxPlace | null;
  /** The server is asked for everything down to `until`, not for the first hundred after `after`. */
  bounded: boolean;
  rows: readonly InboxRow[] | null;
  shape: readonly RowShape[];
  status: 'loading' | 'ready' | 'failed';
  stop: (() => void) | null;
}

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
type FarRows = 'lets rows go' | 'keeps rows';

/**
 * A list of any length made of live ranges that meet. The first is there at once; another is added when someone comes
 * near the end. Each place that two ranges meet at stays where it is, so that a row that comes or goes changes its own
 * range alone.
 */
export function inboxRanges(source: RangeSource, far: FarRows): InboxRanges {
  let keys = 0;
  let stretches: Stretch[] = [stretch(null, null)];
  let shown: RangesSnapshot = { ranges: [], status: 'loading', complete: false };
  let near = { first: 0, last: 0 };
  const listeners = new Set<() => void>();
  const drawn = new WeakMap<Stretch, InboxRange>();
  const first = stretches[0] as Stretch;
  const warm = source.read(paramsOf(first));
  if (warm.status === 'ready') take(first, warm.rows);
  show();

  function stretch(after: InboxPlace | null, until: InboxPlace | null): Stretch {
    keys += 1;
    return { key: keys, after, until, bounded: until !== null, rows: null, shape: [], status: 'loading', stop: null };
  }

  function paramsOf({ after, until, bounded }: Stretch): AskedRange {
    return {
      limit: bounded ? inboxEventQueryLimit : inboxSubscriptionLimit,
      ...(after ? { after } : {}),
      ...(bounded && until ? { until } : {}),
    };
  }

  function watch(of: Stretch): void {
    const params = paramsOf(of);
    const before = of.stop;
    const heard = () => {
      const result = source.read(params);
      if (result.status === 'loading') return;
      if (result.status === 'failed') of.status = 'failed';
      else take(of, result.rows);
      settle();
    };
    // Only the first page may be wanted again at once, by users who come back to this list.
    const lingerMs = of.after || of.bounded ? 0 : undefined;
    of.stop = source.watch(params, heard, lingerMs);
    before?.();
    heard();
  }

  /** What the server says of a stretch. */
  function take(of: Stretch, rows: readonly InboxRow[]): void {
    const { until } = of;
    of.status = 'ready';
    if (until === null) {
      of.rows = rows;
      return;
    }
    const inside = rows.filter((row) => comparePlaces(placeOf(row), until) <= 0);
    const last = inside.at(-1);
    const cutOff = !of.bounded && last && inside.length === rows.length && rows.length >= inboxSubscriptionLimit;
    if (!cutOff || comparePlaces(placeOf(last), until) === 0) {
      of.rows = inside;
      return;
    }
    // New rows pushed others out of the first hundred: they stay as they were until the whole stretch has answered.
    const end = placeOf(last);
    const here = new Set(inside.map((row) => row.id));
    const kept = (of.rows ?? []).filter((row) => comparePlaces(placeOf(row), end) > 0 && !here.has(row.id));
    of.rows = [...inside, ...kept];
    of.bounded = true;
    if (of.stop) queueMicrotask(() => of.stop && watch(of));
  }

  /** Cuts what grew too long, keeps the right ranges live, and tells. */
  function settle(): void {
    stretches = stretches.flatMap(cut);
    stretches.forEach((of, place) => {
      if (listeners.size === 0) return;
      const away = Math.max(near.first - place, place - near.last);
      const askedFor = of.until === null && of.status === 'loading';
      if (away <= neighbours || place === 0 || askedFor) {
        if (!of.stop) watchSoon(of);
      } else if (away >= farAway && (of.stop || (of.rows && far === 'lets rows go'))) {
        letGo(of);
      }
    });
    if (!show()) return;
    for (const listener of listeners) listener();
  }

  /** Watching may answer at once, which settles again: never in the middle of settling. */
  function watchSoon(of: Stretch): void {
    of.stop = () => {};
    queueMicrotask(() => {
      if (of.stop && listeners.size > 0 && stretches.includes(of)) watch(of);
    });
  }

  function letGo(of: Stretch): void {
    of.stop?.();
    of.stop = null;
    if (of.until !== null) of.bounded = true;
    if (far === 'keeps rows') return;
    of.shape = (of.rows ?? []).map(shapeOf);
    of.rows = null;
  }

  function cut(of: Stretch): Stretch[] {
    if (of.until === null || of.rows === null || of.rows.length <= cutAbove) return [of];
    const pieces: Stretch[] = [];
    const { until, rows } = of;
    let after = of.after;
    for (let from = 0; from < rows.length; from += inboxSubscriptionLimit) {
      const own = rows.slice(from, from + inboxSubscriptionLimit);
      const last = own.at(-1) as InboxRow;
      const end = from + own.length >= rows.length && rows.length < inboxEventQueryLimit ? until : placeOf(last);
      pieces.push({ ...stretch(after, end), rows: own, status: 'ready' });
      after = end;
    }
    // The answer ended at its limit, before the end of the stretch: the rest is one of its own.
    if (after !== null && comparePlaces(after, until) < 0) pieces.push(stretch(after, until));
    // The pieces are watched before the whole is let go of, so that nothing is missed in between.
    const whole = of.stop;
    if (whole) queueMicrotask(() => queueMicrotask(whole));
    return pieces;
  }

  /** Whether anything is to be seen of what changed. */
  function show(): boolean {
    const last = stretches.at(-1) as Stretch;
    const next: RangesSnapshot = {
      ranges: stretches.map(rangeOf),
      status: (stretches[0] ?? last).status,
      complete: last.status === 'failed' || (last.status === 'ready' && sizeOf(last) < inboxSubscriptionLimit),
    };
    const isSame =
      next.status === shown.status &&
      next.complete === shown.complete &&
      next.ranges.length === shown.ranges.length &&
      next.ranges.every((range, place) => range === shown.ranges[place]);
    if (!isSame) shown = next;
    return !isSame;
  }

  function rangeOf(of: Stretch): InboxRange {
    const before = drawn.get(of);
    if (before && before.rows === of.rows && before.shape === of.shape) return before;
    const range = { key: of.key, rows: of.rows, shape: of.shape };
    drawn.set(of, range);
    return range;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) settle();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const of of stretches) {
          of.stop?.();
          of.stop = null;
        }
      };
    },
    snapshot: () => shown,
    retry() {
      const top = stretches[0] as Stretch;
      if (top.status !== 'failed') return;
      top.status = 'loading';
      settle();
      source.retry(paramsOf(top));
    },
    more() {
      const last = stretches.at(-1) as Stretch;
      const end = last.rows === null ? last.shape.at(-1) : last.rows.map(shapeOf).at(-1);
      if (shown.complete || last.status !== 'ready' || !end) return;
      last.until = { startedAt: end.startedAt, id: end.id };
      stretches = [...stretches, stretch(last.until, null)];
      settle();
    },
    look(from, to) {
      if (near.first === from && near.last === to) return;
      near = { first: from, last: to };
      settle();
    },
  };
}

const sizeOf = ({ rows, shape }: Stretch): number => (rows ?? shape).length;

const shapeOf = (row: InboxRow): RowShape => ({
  id: row.id,
  startedAt: row.call.startedAt,
  day: row.day,
  groupSize: row.groupSize,
});
