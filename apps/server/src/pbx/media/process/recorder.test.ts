import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWav } from '@sidetone/wav/wav.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mixFrame } from './audio/incoming-audio.ts';
import { Recorder } from './recorder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recorder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A recording of somebody who says 7 and hears 9, on a clock of the test's own. */
async function recording() {
  const leg = { speech: () => new Int16Array(mixFrame).fill(7), hearing: () => new Int16Array(mixFrame).fill(9) };
  const path = join(folder, 'r.wav');
  const recorder = await Recorder.begin({ path }, leg, 0, (error) => {
    throw error;
  });
  let now = 0;
  return {
    recorder,
    run: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 20) {
        now += 20;
        recorder.onFrame(now / 20, now);
      }
    },
    stall: (ms: number) => {
      now += ms;
    },
    pause: (paused: boolean) => recorder.pause(paused, now),
    /** The first left and right sample of each frame, and the length that was told. */
    end: async () => {
      const { durationMs } = await recorder.end(now);
      const wav = readFileSync(path);
      const { dataStart, dataLength } = readWav(wav);
      expect(wav.length).toBe(dataStart + dataLength);
      const frames = Array.from({ length: dataLength / (mixFrame * 4) }, (_, index) => {
        const at = dataStart + index * mixFrame * 4;
        return `${wav.readInt16LE(at)} ${wav.readInt16LE(at + 2)}`;
      });
      expect(durationMs).toBe(frames.length * 20);
      return frames;
    },
  };
}

const silent = (frames: readonly string[]) => frames.flatMap((frame, index) => (frame === '0 0' ? [index] : []));

test('nothing that was said before it began, or went on, is in it', async () => {
  const it = await recording();
  it.run(1000);
  it.pause(true);
  it.run(1000);
  it.pause(false);
  it.run(1000);
  const frames = await it.end();
  expect(frames).toHaveLength(100);
  expect(silent(frames)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
  expect(new Set(frames)).toEqual(new Set(['0 0', '7 9']));
});

test('where the process stood still there is silence for as long, so that time stays right', async () => {
  const it = await recording();
  it.run(400);
  it.stall(1000);
  it.run(400);
  const frames = await it.end();
  expect(Math.abs(frames.length - 90)).toBeLessThan(3);
  expect(Math.abs(silent(frames).filter((index) => index > 10).length - 50)).toBeLessThan(3);
});

test('nothing is recorded in a pause, however it is ended', async () => {
  const it = await recording();
  it.run(400);
  it.pause(true);
  it.pause(true);
  it.run(5000);
  expect(await it.end()).toHaveLength(20);
});
