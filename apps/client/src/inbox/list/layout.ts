import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { type Block, blockOf, type DaySum, type InboxLine } from '../days.ts';
import type { InboxRange } from '../ranges.ts';

/** A line with its place: in px from the top, and among all lines from 0. */
export interface PlacedLine {
  readonly line: InboxLine;
  readonly top: number;
  readonly index: number;
  readonly range: number;
}

/** Where every line of the list stands, whatever its length: blocks are laid out once, and only moved after that. */
export interface Layout {
  readonly height: number;
  /** Lines, heads included. */
  readonly size: number;
  readonly ranges: number;
  /** The lines that touch this stretch, in px. */
  between(from: number, to: number): PlacedLine[];
  /** The head of the day that is at this height, in px. */
  headAt(top: number): PlacedLine | null;
  find(id: string): PlacedLine | null;
  /** The call `steps` calls further down (or up, below 0), at most the first or the last. */
  beside(id: string, steps: 1 | -1): string | null;
  first(): string | null;
  last(): string | null;
  /** What happened on a day whose head is in this range. Null where the list was cut off within the day. */
  sumOf(head: PlacedLine, complete: boolean): DaySum | null;
}

/** Makes layouts of lists that follow one another; what did not change is taken over. */
export function layouts(listed: (row: InboxRow) => boolean = () => true): (ranges: readonly InboxRange[]) => Layout {
  let kept = new Map<InboxRange, { dayBefore: string | null; block: Block }>();
  return (ranges) => {
    const next: typeof kept = new Map();
    let dayBefore: string | null = null;
    const blocks = ranges.map((range) => {
      const before = kept.get(range);
      const block = before && before.dayBefore === dayBefore ? before.block : blockOf(range, dayBefore, listed);
      next.set(range, { dayBefore, block });
      dayBefore = block.days.at(-1)?.day ?? dayBefore;
      return block;
    });
    kept = next;
    return layoutOf(blocks);
  };
}

function layoutOf(blocks: readonly Block[]): Layout {
  const starts: number[] = [];
  const firstIndexes: number[] = [];
  let height = 0;
  let size = 0;
  for (const block of blocks) {
    starts.push(height);
    firstIndexes.push(size);
    height += block.height;
    size += block.lines.length;
  }
  const place = (range: number, own: number): PlacedLine => {
    const block = blocks[range] as Block;
    return {
      line: block.lines[own] as InboxLine,
      top: (starts[range] ?? 0) + (block.tops[own] ?? 0),
      index: (firstIndexes[range] ?? 0) + own,
      range,
    };
  };
  /** The line at this height: the last that begins there or above. */
  const at = (top: number): { range: number; own: number } | null => {
    let range = lastNotAbove(starts, top);
    while (range >= 0 && blocks[range]?.lines.length === 0) range -= 1;
    const block = blocks[range];
    return block ? { range, own: lastNotAbove(block.tops, top - (starts[range] ?? 0)) } : null;
  };
  const seek = (id: string): { range: number; own: number } | null => {
    for (const [range, block] of blocks.entries()) {
      const own = placesIn(block).get(id);
      if (own !== undefined) return { range, own };
    }
    return null;
  };
  /** The next call from here on, this one included, going down or up. */
  const callFrom = (from: number, ownFrom: number | null, step: 1 | -1): string | null => {
    for (let range = from, own = ownFrom; range >= 0 && range < blocks.length; range += step, own = null) {
      const lines = blocks[range]?.lines ?? [];
      for (let i = own ?? (step === 1 ? 0 : lines.length - 1); i >= 0 && i < lines.length; i += step) {
        const line = lines[i];
        if (line?.kind === 'call') return line.key;
      }
    }
    return null;
  };
  return {
    height,
    size,
    ranges: blocks.length,
    between(from, to) {
      const start = at(Math.max(0, from)) ?? { range: 0, own: 0 };
      const found: PlacedLine[] = [];
      for (let { range, own } = start; range < blocks.length; range += 1, own = 0) {
        for (; own < (blocks[range]?.lines.length ?? 0); own += 1) {
          const placed = place(range, own);
          if (placed.top > to) return found;
          found.push(placed);
        }
      }
      return found;
    },
    headAt(top) {
      for (let here = at(Math.max(0, top)); here; ) {
        const lines = blocks[here.range]?.lines ?? [];
        const own = lines.findLastIndex((line, i) => i <= (here?.own ?? 0) && line.kind === 'day');
        if (own !== -1) return place(here.range, own);
        const above: number = here.range - 1;
        here = above < 0 ? null : { range: above, own: (blocks[above]?.lines.length ?? 0) - 1 };
      }
      return null;
    },
    find(id) {
      const found = seek(id);
      return found ? place(found.range, found.own) : null;
    },
    beside(id, steps) {
      const here = seek(id);
      if (!here) return null;
      const own = here.own + steps;
      const inside = own >= 0 && own < (blocks[here.range]?.lines.length ?? 0);
      const next = inside ? callFrom(here.range, own, steps) : callFrom(here.range + steps, null, steps);
      return next ?? id;
    },
    first: () => callFrom(0, null, 1),
    last: () => callFrom(blocks.length - 1, null, -1),
    sumOf({ line, range }, complete) {
      if (line.kind !== 'day') return null;
      let sum = blocks[range]?.days.find(({ day }) => day === line.day) ?? null;
      let isLast = blocks[range]?.days.at(-1)?.day === line.day;
      for (let next = range + 1; isLast && sum && next < blocks.length; next += 1) {
        const days = blocks[next]?.days ?? [];
        const more = days[0];
        if (!more) continue;
        if (more.day !== line.day) return sum;
        sum = added(sum, more);
        isLast = days.length === 1;
      }
      return isLast && !complete ? null : sum;
    },
  };
}

const places = new WeakMap<Block, ReadonlyMap<string, number>>();

/** Where each line of a block is in it, by its key. */
function placesIn(block: Block): ReadonlyMap<string, number> {
  const known = places.get(block);
  if (known) return known;
  const made = new Map(block.lines.map((line, place) => [line.key, place]));
  places.set(block, made);
  return made;
}

function added(a: DaySum, b: DaySum): DaySum {
  const talkSeconds = a.talkSeconds === null || b.talkSeconds === null ? null : a.talkSeconds + b.talkSeconds;
  return { day: a.day, calls: a.calls + b.calls, talkSeconds };
}

/** Place of the last number that is not above `limit`; -1 where the first already is. `sorted` ascends. */
function lastNotAbove(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
