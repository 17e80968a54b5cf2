import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '@sidetone/signals/chromium.ts';
import { bursts, tone, type Voice } from '@sidetone/signals/recording.ts';
import { toneIn } from '@sidetone/signals/spectrum.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { evenFrames } from './even-frames.ts';
import { unevenMp3 } from './testing/mp3-frames.ts';
import { mp3Player } from './testing/mp3-player.ts';

// Six minutes are encoded, and some seconds of them are listened to.
vi.setConfig({ testTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'seek-'));
afterAll(() => rmSync(folder, { recursive: true }));

const minutes = 6;
/** On the left each second of twenty has a tone of its own, on the right each minute; every third minute is noisy. */
const toneOfSecond = (second: number) => 400 + 60 * (Math.floor(second) % 20);
const toneOfMinute = (second: number) => 1800 + 100 * Math.floor(second / 60);
const left: Voice = (sample) => tone(toneOfSecond(sample / 16_000))(sample);
const isNoisy = (second: number) => Math.floor(second / 60) % 3 === 0 && second >= 60;
const right: Voice = (sample) =>
  tone(toneOfMinute(sample / 16_000))(sample) + (isNoisy(sample / 16_000) ? 0.5 * bursts(sample) : 0);

test.skipIf(!existsSync(chromiumPath))('a jump lands in the very second, minutes into a recording', async () => {
  await unevenMp3(join(folder, 'old.mp3'), { seconds: minutes * 60, left, right });
  await evenFrames(join(folder, 'old.mp3'), join(folder, 'even.mp3'));
  const player = await mp3Player(join(folder, 'even.mp3'));
  try {
    expect(player.duration).toBeCloseTo(minutes * 60, 0);
    const seconds = Array.from({ length: 20 }, (_, at) => toneOfSecond(at));
    const ofMinutes = Array.from({ length: minutes }, (_, at) => toneOfMinute(at * 60));
    for (const second of [5.2, 61.2, 304.2, 359.2, 122.2]) {
      const { sampleRate, sides } = await player.heardAt(second);
      const [heardLeft = [], heardRight = []] = sides;
      expect([second, toneIn(heardLeft, sampleRate, seconds)]).toEqual([second, toneOfSecond(second)]);
      expect([second, toneIn(heardRight, sampleRate, ofMinutes)]).toEqual([second, toneOfMinute(second)]);
    }
  } finally {
    await player.close();
  }
});
