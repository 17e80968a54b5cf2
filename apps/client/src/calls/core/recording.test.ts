import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isRecordingBusy,
  mayStartRecording,
  noRecording,
  type Recording,
  type RecordingEvent,
  type RecordingStep,
  recordedMs,
  recordingAfter,
} from './recording.ts';

const events: readonly RecordingEvent[] = [
  'start',
  'startFailed',
  'stop',
  'stopFailed',
  'asked',
  'runs',
  'ended',
  'shown',
];
const states: readonly RecordingStep[] = ['none', 'asking', 'starting', 'recording', 'stopping', 'saving', 'stopped'];

function play(...story: (RecordingEvent | [RecordingEvent, number])[]): Recording {
  let now = noRecording;
  for (const [index, step] of story.entries()) {
    const [event, at] = typeof step === 'string' ? [step, index] : step;
    now = recordingAfter(now, event, at);
  }
  return now;
}

describe('every pair of step and event', () => {
  /** Where it goes; what is missing stays. A recording that was in a step before has run for a while. */
  const table: Partial<Record<`${RecordingStep} ${RecordingEvent}`, RecordingStep>> = {
    'none start': 'starting',
    'none asked': 'asking',
    'none runs': 'recording',
    'asking startFailed': 'none',
    'asking runs': 'recording',
    'asking ended': 'none',
    'starting startFailed': 'none',
    'starting asked': 'asking',
    'starting runs': 'recording',
    'starting ended': 'none',
    'recording stop': 'stopping',
    'recording ended': 'saving',
    'stopping stopFailed': 'recording',
    'stopping ended': 'saving',
    'saving start': 'starting',
    'saving asked': 'asking',
    'saving runs': 'recording',
    'saving shown': 'stopped',
    'stopped start': 'starting',
    'stopped asked': 'asking',
    'stopped runs': 'recording',
  };
  const runs = (state: RecordingStep): Recording => ({
    state,
    startedAt: state === 'recording' || state === 'stopping' ? 100 : null,
    recordedMs: state === 'saving' || state === 'stopped' ? 50 : 0,
  });
  const pairs = states.flatMap((state) => events.map((event) => ({ state, event })));
  test.each(pairs)('$state and $event', ({ state, event }) => {
    const before = runs(state);
    const after = recordingAfter(before, event, 200);
    const expected = table[`${state} ${event}`];
    if (expected === undefined) expect(after).toBe(before);
    else expect(after.state).toBe(expected);
  });
});

test('a stopped recording continues, and its time counts without the break', () => {
  const done = play('start', ['runs', 1000], ['stop', 5000], ['ended', 5000], ['shown', 7000]);
  expect(done).toEqual({ state: 'stopped', startedAt: null, recordedMs: 4000 });
  const again = recordingAfter(recordingAfter(done, 'start', 9000), 'runs', 10_000);
  expect(recordedMs(again, 11_500)).toBe(5500);
});

test('a recording is as it was before after a failed start, and keeps running after a failed stop', () => {
  expect(play('start', 'startFailed')).toEqual(noRecording);
  const stopped = play('start', ['runs', 0], ['ended', 10], 'shown');
  expect(recordingAfter(recordingAfter(stopped, 'start', 20), 'startFailed', 30)).toEqual(stopped);
  const running = play('start', ['runs', 7]);
  expect(recordingAfter(recordingAfter(running, 'stop', 20), 'stopFailed', 30)).toEqual(running);
});

test('a refused consent leaves no recording behind', () => {
  expect(play('start', 'asked', 'ended')).toEqual(noRecording);
});

test('a recording has a start exactly while it runs, and its length never shrinks, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (story) => {
      let now = noRecording;
      let at = 0;
      for (const event of story) {
        at += 10;
        const before = recordedMs(now, at);
        now = recordingAfter(now, event, at);
        expect(now.startedAt !== null).toBe(now.state === 'recording' || now.state === 'stopping');
        expect(recordedMs(now, at)).toBeGreaterThanOrEqual(before);
        expect(mayStartRecording(now) && isRecordingBusy(now)).toBe(false);
      }
    }),
  );
});
