import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '@sidetone/signals/chromium.ts';
import { bursts, silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSoundProcess } from './sound-process.ts';
import { mp3Decoder } from './testing/mp3-decoder.ts';
import { framesOf } from './testing/mp3-frames.ts';

const folder = mkdtempSync(join(tmpdir(), 'sound-'));
const at = (name: string) => join(folder, name);
const hasBrowser = existsSync(chromiumPath);
let decoder: Awaited<ReturnType<typeof mp3Decoder>>;

beforeAll(async () => {
  if (hasBrowser) decoder = await mp3Decoder();
});
afterAll(async () => {
  await decoder?.close();
  rmSync(folder, { recursive: true });
});

test.skipIf(!hasBrowser)(
  'each side of a recording is heard on its own side of the MP3, and nothing of it on the other',
  async () => {
    writeWav(at('two.wav'), { seconds: 4, left: tone(440), right: tone(1000) });
    const { durationMs, waveform, waveforms } = await runSoundProcess(at('two.mp3'), [at('two.wav')]);
    expect(durationMs).toBe(4000);
    expect(waveform).toHaveLength(200);
    expect(Math.min(...waveform)).toBeGreaterThan(0.28);
    expect([waveforms.user.length, waveforms.remote.length]).toEqual([200, 200]);
    const { channels, seconds } = await decoder.decode(at('two.mp3'));
    expect(seconds).toBeCloseTo(4, 0);
    const [left, right] = channels.map((channel) => channel.slice(8000, 56_000));
    expect(shareAt(440, left ?? [], 16_000)).toBeGreaterThan(0.99);
    expect(shareAt(1000, left ?? [], 16_000)).toBeLessThan(1e-5);
    expect(shareAt(1000, right ?? [], 16_000)).toBeGreaterThan(0.99);
    expect(shareAt(440, right ?? [], 16_000)).toBeLessThan(1e-5);
  },
);

test.skipIf(!hasBrowser)('who is silent stays silent beside somebody who speaks', async () => {
  writeWav(at('one.wav'), { seconds: 3, left: silence, right: tone(1000) });
  const { waveforms } = await runSoundProcess(at('one.mp3'), [at('one.wav')]);
  expect(Math.max(...waveforms.user)).toBe(0);
  expect(Math.min(...waveforms.remote)).toBeGreaterThan(0.28);
  const { channels } = await decoder.decode(at('one.mp3'));
  expect(powerOf(channels[0] ?? [])).toBe(0);
});

test.skipIf(!hasBrowser)('what was said on one side alone is heard on both where sides are mixed', async () => {
  writeWav(at('alone.wav'), { seconds: 3, left: tone(700), right: silence });
  await runSoundProcess(at('alone.mp3'), [at('alone.wav')], { mix: true });
  const { channels } = await decoder.decode(at('alone.mp3'));
  for (const channel of channels) expect(shareAt(700, channel.slice(8000, 40_000), 16_000)).toBeGreaterThan(0.99);
});

test('the channels are discrete, even where both sides say the same', async () => {
  writeWav(at('same.wav'), { seconds: 2, left: tone(700), right: tone(700) });
  await runSoundProcess(at('same.mp3'), [at('same.wav')]);
  expect(new Set(framesOf(at('same.mp3')).map(({ mode }) => mode))).toEqual(new Set([0]));
});

test('all frames have one size, so that every player finds each moment, and nothing else is left', async () => {
  writeWav(at('sizes.wav'), { seconds: 4, left: bursts, right: tone(700) });
  await runSoundProcess(at('sizes.mp3'), [at('sizes.wav')]);
  expect(new Set(framesOf(at('sizes.mp3')).map(({ bytes }) => bytes.length)).size).toBe(1);
  expect(readdirSync(folder).filter((name) => name.startsWith('sizes'))).toEqual(['sizes.mp3', 'sizes.wav']);
});

test.skipIf(!hasBrowser)(
  'the loudest noise on both sides after silence still fits',
  async () => {
    writeWav(at('noise.wav'), { seconds: 10, left: bursts, right: (sample) => bursts(sample + 7) });
    await runSoundProcess(at('noise.mp3'), [at('noise.wav')]);
    const { seconds, channels } = await decoder.decode(at('noise.mp3'));
    expect(seconds).toBeCloseTo(10, 0);
    for (const channel of channels) expect(powerOf(channel)).toBeGreaterThan(0.01);
    // The sound process has low priority, so beside other work it may take its time.
  },
  90_000,
);

test('a file whose header never learnt its length is gone through to its last whole sample', async () => {
  writeWav(at('killed.wav'), { seconds: 2, left: tone(440), right: silence, isUnfinished: true });
  truncateSync(at('killed.wav'), 44 + 16_000 * 4 + 3);
  expect(await runSoundProcess(at('killed.mp3'), [at('killed.wav')])).toMatchObject({ durationMs: 1000 });
});

test('two recordings of one call become one sound', async () => {
  writeWav(at('first.wav'), { seconds: 1, left: tone(440), right: silence });
  writeWav(at('second.wav'), { seconds: 3, left: silence, right: silence });
  const { durationMs, waveform } = await runSoundProcess(at('both.mp3'), [at('first.wav'), at('second.wav')]);
  expect(durationMs).toBe(4000);
  expect([waveform[10], waveform[150]]).toEqual([0.3, 0]);
});

test.each([
  ['nothing', 'nothing was recorded', (path: string) => writeWav(path, { seconds: 0, left: silence, right: silence })],
  ['text', 'not a recording', (path: string) => writeFileSync(path, 'this is no sound at all')],
  ['missing', 'no such file', () => {}],
])('a file with %s in it is refused, and says why', async (name, why, write) => {
  write(at(`${name}.wav`));
  await expect(runSoundProcess(at(`${name}.mp3`), [at(`${name}.wav`)])).rejects.toThrow(why);
});
