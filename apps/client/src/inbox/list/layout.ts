import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { type Block, blockOf, type DaySum, type InboxLine } from '../days.ts';
import type { InboxRange } from '../stretches.ts';

/** A line with its place: in px from the top, and among all lines from 0. */
export interface PlacedLine {
  readonly line: InboxLine;
  readonly top: number;
  readonly index: number;
  readonly range: number;
}

/** The place of every line of the list, whatever its length: blocks are laid out once, and only moved after that. */
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
  /** The next call further down, or for -1 further up; at most the first or the last. */
  beside(id: string, steps: 1 | -1): string | null;
  first(): string | null;
  last(): string | null;
  /** The sum of a day whose head is in this range. Null where the list was cut off within the day. */
  sumOf(head: PlacedLine, complete: boolean): DaySum | null;
}

/** Makes layouts of lists that follow one another; unchanged blocks are taken over. */
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

/** Blocks one below the other. */
interface Column {
  readonly blocks: readonly Block[];
  /** Where each block begins, in px from the top. */
  readonly starts: readonly number[];
  /** The place of each block's first line among all lines. */
  readonly firstIndexes: readonly number[];
  readonly height: number;
  readonly size: number;
}

/** A line by its block, and by its place in that. */
interface Spot {
  readonly range: number;
  readonly own: number;
}

function layoutOf(blocks: readonly Block[]): Layout {
  const column = columnOf(blocks);
  return {
    height: column.height,
    size: column.size,
    ranges: blocks.length,
    between: (from, to) => linesBetween(column, from, to),
    headAt: (top) => headAt(column, top),
    find(id) {
      const spot = seek(blocks, id);
      return spot ? placedAt(column, spot) : null;
    },
    beside: (id, steps) => callBeside(blocks, id, steps),
    first: () => callFrom(blocks, 0, null, 1),
    last: () => callFrom(blocks, blocks.length - 1, null, -1),
    sumOf: ({ line, range }, complete) => (line.kind === 'day' ? sumOf(blocks, line.day, range, complete) : null),
  };
}

function columnOf(blocks: readonly Block[]): Column {
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
  return { blocks, starts, firstIndexes, height, size };
}

function placedAt({ blocks, starts, firstIndexes }: Column, { range, own }: Spot): PlacedLine {
  const block = blocks[range] as Block;
  return {
    line: block.lines[own] as InboxLine,
    top: (starts[range] ?? 0) + (block.tops[own] ?? 0),
    index: (firstIndexes[range] ?? 0) + own,
    range,
  };
}

/** The line at this height: the last that begins there or above. */
function spotAt({ blocks, starts }: Column, top: number): Spot | null {
  let range = lastNotAbove(starts, top);
  while (range >= 0 && blocks[range]?.lines.length === 0) range -= 1;
  const block = blocks[range];
  return block ? { range, own: lastNotAbove(block.tops, top - (starts[range] ?? 0)) } : null;
}

function linesBetween(column: Column, from: number, to: number): PlacedLine[] {
  const { blocks } = column;
  const start = spotAt(column, Math.max(0, from)) ?? { range: 0, own: 0 };
  const found: PlacedLine[] = [];
  for (let { range, own } = start; range < blocks.length; range += 1, own = 0) {
    for (; own < (blocks[range]?.lines.length ?? 0); own += 1) {
      const placed = placedAt(column, { range, own });
      if (placed.top > to) return found;
      found.push(placed);
    }
  }
  return found;
}

function headAt(column: Column, top: number): PlacedLine | null {
  for (let here = spotAt(column, Math.max(0, top)); here; ) {
    const { range, own: lowest } = here;
    const lines = column.blocks[range]?.lines ?? [];
    const own = lines.findLastIndex((line, place) => place <= lowest && line.kind === 'day');
    if (own !== -1) return placedAt(column, { range, own });
    const above = range - 1;
    here = above < 0 ? null : { range: above, own: (column.blocks[above]?.lines.length ?? 0) - 1 };
  }
  return null;
}

function seek(blocks: readonly Block[], id: string): Spot | null {
  for (const [range, block] of blocks.entries()) {
    const own = placesIn(block).get(id);
    if (own !== undefined) return { range, own };
  }
  return null;
}

/** The next call from here on, this one included, going down or up; without `ownFrom` from the edge of that block. */
function callFrom(blocks: readonly Block[], from: number, ownFrom: number | null, step: 1 | -1): string | null {
  for (let range = from, own = ownFrom; range >= 0 && range < blocks.length; range += step, own = null) {
    const lines = blocks[range]?.lines ?? [];
    for (let place = own ?? (step === 1 ? 0 : lines.length - 1); place >= 0 && place < lines.length; place += step) {
      const line = lines[place];
      if (line?.kind === 'call') return line.key;
    }
  }
  return null;
}

function callBeside(blocks: readonly Block[], id: string, steps: 1 | -1): string | null {
  const here = seek(blocks, id);
  if (!here) return null;
  const own = here.own + steps;
  const isInside = own >= 0 && own < (blocks[here.range]?.lines.length ?? 0);
  const next = isInside ? callFrom(blocks, here.range, own, steps) : callFrom(blocks, here.range + steps, null, steps);
  return next ?? id;
}

/** The sum of a day whose head is in this block: over all blocks that the day goes on in. */
function sumOf(blocks: readonly Block[], day: string, range: number, complete: boolean): DaySum | null {
  let sum = blocks[range]?.days.find((one) => one.day === day) ?? null;
  let isLast = blocks[range]?.days.at(-1)?.day === day;
  for (let next = range + 1; isLast && sum && next < blocks.length; next += 1) {
    const days = blocks[next]?.days ?? [];
    const more = days[0];
    if (!more) continue;
    if (more.day !== day) return sum;
    sum = added(sum, more);
    isLast = days.length === 1;
  }
  return isLast && !complete ? null : sum;
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
