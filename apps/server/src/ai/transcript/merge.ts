import type { HeardSegment } from './heard.ts';

/** A stretch of a transcript: what one side said, with the id that evidence names. */
export interface TranscriptLine extends Pick<HeardSegment, 'speaker' | 'start' | 'end' | 'text'> {
  readonly id: string;
}

/** Pauses shorter than this divide nothing. Seconds. */
const shortPause = 0.8;
const longestLine = 300;

/**
 * Brings what both sides said into one order, by when it began. What one side says with short pauses is one line, as long as it is
 * readable; a line that the other side interrupts ends there. Ids are 's1', 's2' … in that order.
 */
export function merge(segments: readonly HeardSegment[]): TranscriptLine[] {
  const inOrder = [...segments].sort((a, b) => a.start - b.start || a.end - b.end || a.speaker - b.speaker);
  const lines: Omit<TranscriptLine, 'id'>[] = [];
  for (const { speaker, start, end, text } of inOrder) {
    const said = text.replace(/\s+/g, ' ').trim();
    const last = lines.at(-1);
    if (last !== undefined && last.speaker === speaker && joins(last, start, said)) {
      lines[lines.length - 1] = { ...last, end: Math.max(last.end, end), text: `${last.text} ${said}` };
    } else lines.push({ speaker, start, end, text: said });
  }
  return lines.map((line, at) => ({ id: `s${at + 1}`, ...line }));
}

const joins = (last: Omit<TranscriptLine, 'id'>, start: number, text: string): boolean =>
  start - last.end < shortPause && last.text.length + 1 + text.length <= longestLine;
