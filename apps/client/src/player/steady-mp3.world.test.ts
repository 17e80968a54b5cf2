import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '@sidetone/signals/chromium.ts';
import { bursts, tone, type Voice, writeWav } from '@sidetone/signals/recording.ts';
import { shareAt } from '@sidetone/signals/spectrum.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runSoundProcess } from '../../../server/src/sound/sound-process.ts';
import { mp3Decoder } from '../../../server/src/sound/testing/mp3-decoder.ts';
import { steadyMp3 } from './steady-mp3.ts';

const folder = mkdtempSync(join(tmpdir(), 'steady-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the server makes of a recording. */
async function recorded(seconds: number, left: Voice, right: Voice): Promise<Uint8Array> {
  writeWav(join(folder, 'said.wav'), { seconds, left, right });
  await runSoundProcess(join(folder, 'said.mp3'), [join(folder, 'said.wav')]);
  return new Uint8Array(readFileSync(join(folder, 'said.mp3')));
}

/** Tones that change every second, beside noise that comes and goes: frames of every size. */
const left: Voice = (sample) => tone(300 + 40 * Math.floor(sample / 16_000))(sample);
const right: Voice = (sample) => (Math.floor(sample / 48_000) % 2 === 0 ? 0 : bursts(sample));

/** An encoder and a browser are started. */
const patience = { timeout: 60_000 };

test.skipIf(!existsSync(chromiumPath))('all frames get one size, and nothing sounds different', patience, async () => {
  const file = await recorded(6, left, right);
  const steady = steadyMp3(file);
  if (!steady) throw new Error('not understood');
  // The first frame's bit rate is every frame's, at equal distances.
  const kbits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][(steady[2] ?? 0) >> 4] ?? 0;
  const size = Math.floor((72_000 * kbits) / 16_000);
  expect(steady.length % size).toBe(0);
  for (let at = 0; at < steady.length; at += size) {
    expect([...steady.subarray(at, at + 3)]).toEqual([...steady.subarray(0, 3)]);
  }
  const decoder = await mp3Decoder();
  try {
    const [before, after] = [await decoder.decodeBytes(file), await decoder.decodeBytes(steady)];
    expect(after.channels).toHaveLength(2);
    // A decoder may cut what an encoder added at the ends; in between every second has its own tone, on its own side.
    for (const sound of [before, after]) {
      expect(sound.seconds).toBeCloseTo(6, 0);
      for (let second = 1; second < 5; second++) {
        const samples = (sound.channels[0] ?? []).slice(second * 16_000 + 4000, second * 16_000 + 12_000);
        expect(shareAt(300 + 40 * second, samples, 16_000)).toBeGreaterThan(0.95);
      }
    }
  } finally {
    await decoder.close();
  }
});

test('what is already steady stays, and can be made steady again', patience, async () => {
  const steady = steadyMp3(await recorded(2, left, right));
  if (!steady) throw new Error('not understood');
  expect(steadyMp3(steady)).toEqual(steady);
  // A file that was cut off ends with its last whole frame.
  expect(steadyMp3(steady.subarray(0, steady.length - 1))?.length).toBeLessThan(steady.length);
});

test('other files are left as they are', patience, async () => {
  expect(steadyMp3(new Uint8Array())).toBeNull();
  expect(steadyMp3(new TextEncoder().encode('ID3 and more'))).toBeNull();
  const file = await recorded(1, left, right);
  const broken = file.slice();
  broken.fill(0, Math.floor(file.length / 2));
  expect(steadyMp3(broken)).toBeNull();
  fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => void steadyMp3(bytes)));
});
