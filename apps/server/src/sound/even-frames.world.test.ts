import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '@sidetone/signals/chromium.ts';
import { bursts, silence, tone, type Voice } from '@sidetone/signals/recording.ts';
import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { evenFrames, evenSounds } from './even-frames.ts';
import { mp3Decoder } from './testing/mp3-decoder.ts';
import { framesOf, unevenMp3 } from './testing/mp3-frames.ts';

// An encoder and a browser are started, beside other work.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'even-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** Tones that change every second, beside noise that comes and goes: frames of every size. */
const left: Voice = (sample) => tone(300 + 40 * Math.floor(sample / 16_000))(sample);
const right: Voice = (sample) => (Math.floor(sample / 48_000) % 2 === 0 ? 0 : bursts(sample));

beforeAll(async () => {
  await unevenMp3(at('old.mp3'), { seconds: 6, left, right });
});

test('all frames have one size, stand for themselves, and are told of at the start', async () => {
  expect(new Set(framesOf(at('old.mp3')).map(({ bytes }) => bytes.length)).size).toBeGreaterThan(4);
  await evenFrames(at('old.mp3'), at('new.mp3'));
  const [tag, ...frames] = framesOf(at('new.mp3'));
  expect(tag?.bytes.toString('latin1', 21, 25)).toBe('Info');
  expect(tag?.bytes.readUInt32BE(29)).toBe(frames.length);
  expect(frames.length).toBeGreaterThanOrEqual(Math.ceil((6 * 16_000) / 576));
  expect(new Set(frames.map(({ bytes }) => bytes.length))).toEqual(new Set([tag?.bytes.length]));
  expect(new Set(frames.map(({ mode, reservoir }) => `${mode} ${reservoir}`))).toEqual(new Set(['0 0']));
});

test.skipIf(!existsSync(chromiumPath))('nothing sounds different, and each side stays on its own', async () => {
  await evenFrames(at('old.mp3'), at('new.mp3'));
  await unevenMp3(at('one.mp3'), { seconds: 3, left: silence, right: tone(1000) });
  await evenFrames(at('one.mp3'), at('one-even.mp3'));
  const decoder = await mp3Decoder();
  try {
    const [before, after] = [await decoder.decode(at('old.mp3')), await decoder.decode(at('new.mp3'))];
    expect(after.seconds).toBeCloseTo(before.seconds, 1);
    for (let second = 1; second < 5; second++) {
      const [from, to] = [second * 16_000 + 4000, second * 16_000 + 12_000];
      for (const sound of [before, after]) {
        expect(shareAt(300 + 40 * second, (sound.channels[0] ?? []).slice(from, to), 16_000)).toBeGreaterThan(0.95);
      }
    }
    const { channels } = await decoder.decode(at('one-even.mp3'));
    expect(powerOf(channels[0] ?? [])).toBe(0);
    expect(shareAt(1000, (channels[1] ?? []).slice(8000, 40_000), 16_000)).toBeGreaterThan(0.99);
  } finally {
    await decoder.close();
  }
});

test('silence, and what was cut off, are evened as well', async () => {
  await unevenMp3(at('silence.mp3'), { seconds: 1, left: silence, right: silence });
  await evenFrames(at('silence.mp3'), at('silence-even.mp3'));
  expect(framesOf(at('silence-even.mp3')).length).toBe(framesOf(at('silence.mp3')).length);
  const whole = readFileSync(at('old.mp3'));
  writeFileSync(at('cut.mp3'), whole.subarray(0, whole.length - 1));
  await evenFrames(at('cut.mp3'), at('cut-even.mp3'));
  expect(framesOf(at('cut-even.mp3')).length).toBe(framesOf(at('old.mp3')).length - 1);
});

test('a file of an earlier release is evened once, when it is first asked for', async () => {
  copyFileSync(at('old.mp3'), at('stored.mp3'));
  chmodSync(at('stored.mp3'), 0o600);
  const trouble = vi.fn();
  const even = evenSounds(trouble);
  await Promise.all([even(at('stored.mp3')), even(at('stored.mp3'))]);
  await evenFrames(at('old.mp3'), at('new.mp3'));
  expect(readFileSync(at('stored.mp3')).equals(readFileSync(at('new.mp3')))).toBe(true);
  expect((statSync(at('stored.mp3')).mode & 0o777).toString(8)).toBe('600');
  const { mtimeMs, ino } = statSync(at('stored.mp3'));
  await even(at('stored.mp3'));
  expect(statSync(at('stored.mp3'))).toMatchObject({ mtimeMs, ino });
  expect([trouble.mock.calls, readdirSync(folder).filter((name) => name.endsWith('.part'))]).toEqual([[], []]);
});

test('what a killed server left half-evened is begun again', async () => {
  copyFileSync(at('old.mp3'), at('killed.mp3'));
  writeFileSync(at('killed.mp3.part'), readFileSync(at('old.mp3')).subarray(0, 1000));
  await evenSounds(() => {})(at('killed.mp3'));
  await evenFrames(at('old.mp3'), at('new.mp3'));
  expect(readFileSync(at('killed.mp3')).equals(readFileSync(at('new.mp3')))).toBe(true);
  expect(existsSync(at('killed.mp3.part'))).toBe(false);
});

test('other files stay as they are, and it is said why', async () => {
  const broken = readFileSync(at('old.mp3'));
  broken.fill(0, Math.floor(broken.length / 2));
  const others = { empty: Buffer.alloc(0), text: Buffer.from('ID3 and more of it, which is no sound at all'), broken };
  for (const [name, bytes] of Object.entries(others)) {
    writeFileSync(at(`${name}.mp3`), bytes);
    const trouble: string[] = [];
    await evenSounds((path, error) => trouble.push(`${path} ${error instanceof RangeError}`))(at(`${name}.mp3`));
    expect(trouble).toEqual([`${at(`${name}.mp3`)} true`]);
    expect(readFileSync(at(`${name}.mp3`)).equals(bytes)).toBe(true);
  }
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), async (bytes) => {
      writeFileSync(at('any.mp3'), bytes);
      await expect(evenFrames(at('any.mp3'), at('any-even.mp3'))).rejects.toThrow(RangeError);
    }),
  );
});
