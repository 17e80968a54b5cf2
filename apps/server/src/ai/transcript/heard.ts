import type { Speaker } from '../basic/call.ts';

/** A stretch of speech of one side, as a recogniser wrote it. */
export interface HeardSegment {
  readonly speaker: Speaker;
  /** Seconds from the start of the call's sound. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** How sure the recogniser is that there is no speech at all, 0 to 1, where it says so. */
  readonly noSpeech?: number;
  /** Mean logarithm of how likely its words are, where it says so. */
  readonly likelihood?: number;
}

/** Where a side speaks, in seconds. */
export interface Region {
  readonly speaker: Speaker;
  readonly start: number;
  readonly end: number;
}
