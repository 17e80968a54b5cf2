/** The state of a call's recording. The middle ones wait: for consent, for the server, or for the eye. */
export type RecordingStep = 'none' | 'asking' | 'starting' | 'recording' | 'stopping' | 'saving' | 'stopped';

/** A call's recording as screens show it. Milliseconds. */
export interface Recording {
  readonly state: RecordingStep;
  /** The start of the part that runs; null while nothing is recorded. */
  readonly startedAt: number | null;
  /** What was recorded before `startedAt`. */
  readonly recordedMs: number;
}

/** Nothing was recorded yet. */
export const noRecording: Recording = { state: 'none', startedAt: null, recordedMs: 0 };

/**
 * What changes a recording. `start` and `stop` are the user's; the failures are ours; `asked`, `runs` and `ended` come
 * from the phone system, by order of any program; `shown` comes when saving was shown long enough.
 */
export type RecordingEvent = 'start' | 'startFailed' | 'stop' | 'stopFailed' | 'asked' | 'runs' | 'ended' | 'shown';

/**
 * The recording after an event at `at`; the same object where the event changes nothing. A failed start or stop leaves
 * everything as it was before it (specification 4).
 */
export function recordingAfter(now: Recording, event: RecordingEvent, at: number): Recording {
  const next = steps[event][now.state];
  if (next === undefined) return now;
  const state = stepOf(next, now);
  if (state === 'recording') return { ...now, state, startedAt: now.startedAt ?? at };
  if (state === 'stopping') return { ...now, state };
  return { state, startedAt: null, recordedMs: recordedMs(now, at) };
}

/** The recorded time up to `at`, without breaks, in milliseconds. */
export function recordedMs({ startedAt, recordedMs: sofar }: Recording, at: number): number {
  return startedAt === null ? sofar : sofar + Math.max(0, at - startedAt);
}

/** Whether the key for recordings would start or continue one now; otherwise it stops one. */
export function mayStartRecording({ state }: Recording): boolean {
  return state === 'none' || state === 'stopped' || state === 'saving';
}

/** Whether the key does anything now: not while an order of it is on its way. */
export function isRecordingBusy({ state }: Recording): boolean {
  return state === 'starting' || state === 'stopping';
}

/** Only a recording that ran has a start: one that was still being asked for has nothing to save. */
function stepOf(next: RecordingStep | 'before', { startedAt, recordedMs: sofar }: Recording): RecordingStep {
  if (startedAt !== null) return next === 'before' ? 'stopped' : next;
  if (next === 'before' || next === 'saving') return sofar > 0 ? 'stopped' : 'none';
  return next;
}

/** The next step by event and step; a missing entry changes nothing. */
const steps: Record<RecordingEvent, Partial<Record<RecordingStep, RecordingStep | 'before'>>> = {
  start: { none: 'starting', stopped: 'starting', saving: 'starting' },
  startFailed: { starting: 'before', asking: 'before' },
  stop: { recording: 'stopping' },
  stopFailed: { stopping: 'recording' },
  asked: { none: 'asking', starting: 'asking', stopped: 'asking', saving: 'asking' },
  runs: { none: 'recording', asking: 'recording', starting: 'recording', stopped: 'recording', saving: 'recording' },
  ended: { asking: 'before', starting: 'before', recording: 'saving', stopping: 'saving' },
  shown: { saving: 'stopped' },
};
