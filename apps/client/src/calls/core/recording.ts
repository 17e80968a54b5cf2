/** Where the recording of a call stands. The middle ones wait: for consent, for the server, or for the eye. */
export type RecordingStep = 'none' | 'asking' | 'starting' | 'recording' | 'stopping' | 'saving' | 'stopped';

/** A call's recording as screens show it. Milliseconds. */
export interface Recording {
  readonly state: RecordingStep;
  /** Since when it runs without a break; null while nothing is recorded. */
  readonly startedAt: number | null;
  /** What was recorded before `startedAt`. */
  readonly recordedMs: number;
}

/** Nothing was recorded yet. */
export const noRecording: Recording = { state: 'none', startedAt: null, recordedMs: 0 };
