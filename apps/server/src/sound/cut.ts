import { frameSeconds, type Stretch } from './speech-regions.ts';

/** How pieces of a side have to be. */
interface Pieces {
  readonly longestSeconds: number;
  /** A longer pause always ends a piece: there is nothing to be heard in it. */
  readonly longestPauseSeconds: number;
}

/**
 * Cuts a side into pieces at its pauses, each as long as allowed. What is said without a pause for longer than that is cut where it
 * is quietest. Every region lies in the pieces; long pauses lie in none.
 */
export function cut(regions: readonly Stretch[], levels: Float32Array, pieces: Pieces): Stretch[] {
  const { longestSeconds, longestPauseSeconds } = pieces;
  const cuts: Stretch[] = [];
  for (const region of regions.flatMap((each) => shortened(each, levels, longestSeconds))) {
    const last = cuts.at(-1);
    const joins =
      last !== undefined && region.start - last.end <= longestPauseSeconds && region.end - last.start <= longestSeconds;
    if (joins) cuts[cuts.length - 1] = { start: last.start, end: Math.max(last.end, region.end) };
    else cuts.push(region);
  }
  return cuts;
}

/** A region in parts that are short enough, each ended at the quietest frame of its last third. */
function shortened({ start, end }: Stretch, levels: Float32Array, longestSeconds: number): Stretch[] {
  const parts: Stretch[] = [];
  let from = start;
  while (end - from > longestSeconds) {
    const until = quietestFrame(levels, from + (longestSeconds * 2) / 3, from + longestSeconds);
    parts.push({ start: from, end: until });
    from = until;
  }
  return [...parts, { start: from, end }];
}

function quietestFrame(levels: Float32Array, from: number, until: number): number {
  const [first, last] = [Math.ceil(from / frameSeconds), Math.floor(until / frameSeconds)];
  let quietest = last;
  for (let frame = first; frame < last; frame += 1) {
    if ((levels[frame] ?? 0) < (levels[quietest] ?? 0)) quietest = frame;
  }
  return quietest * frameSeconds;
}
