import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** A browser with one audio context, which wakes only once it may. */
class Context {
  static made: Context[] = [];
  static mayWake = true;
  state: AudioContextState = 'suspended';
  constructor() {
    Context.made.push(this);
  }
  resume = () => {
    if (!Context.mayWake) return new Promise<void>(() => {});
    this.state = 'running';
    return Promise.resolve();
  };
  suspend = async () => {
    this.state = 'suspended';
  };
}

const touches: (() => void)[] = [];
let holdContext: typeof import('./audio-context.ts').holdContext;

beforeEach(async () => {
  vi.useFakeTimers();
  Context.made = [];
  Context.mayWake = true;
  touches.length = 0;
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('addEventListener', (_: string, touch: () => void) => touches.push(touch));
  vi.resetModules();
  ({ holdContext } = await import('./audio-context.ts'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const state = () => Context.made[0]?.state;

test('the context runs while a sound needs it, and sleeps a moment after the last one', async () => {
  const ring = holdContext();
  const key = holdContext();
  await ring.running;
  expect([Context.made.length, state()]).toEqual([1, 'running']);
  ring.release();
  ring.release();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state()).toBe('running');
  key.release();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(state()).toBe('running');
  await vi.advanceTimersByTimeAsync(200);
  expect(state()).toBe('suspended');
});

test('the next sound wakes the same context, also in the moment before it sleeps', async () => {
  holdContext().release();
  await vi.advanceTimersByTimeAsync(2_000);
  const second = holdContext();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state()).toBe('running');
  second.release();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state()).toBe('suspended');
  await holdContext().running;
  expect([Context.made.length, state()]).toEqual([1, 'running']);
});

test('where the browser waits for a touch it says so, and a touch wakes the context only while there is sound to play', async () => {
  Context.mayWake = false;
  const ring = holdContext();
  const failure = expect(ring.running).rejects.toThrow('audio context suspended');
  await vi.advanceTimersByTimeAsync(1_000);
  await failure;
  Context.mayWake = true;
  for (const touch of touches) touch();
  expect(state()).toBe('running');
  ring.release();
  await vi.advanceTimersByTimeAsync(3_000);
  for (const touch of touches) touch();
  expect(state()).toBe('suspended');
});
