import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareAt } from '@sidetone/signals/spectrum.ts';
import { sine, wavOf } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import { readWav, wavSound } from './sound.ts';

test('a WAV of any rate is said at 8 kHz, with its tone and its length', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidetone-sound-'));
  try {
    for (const rate of [6000, 8000, 16_000, 44_100, 48_000]) {
      const path = join(folder, `${rate}.wav`);
      await writeFile(path, wavOf(sine(700, 1, rate), rate));
      const { samples, loops } = await wavSound(path);
      expect(loops).toBe(false);
      expect(Math.abs(samples.length - 8000)).toBeLessThan(3);
      expect(shareAt(700, samples, 8000)).toBeGreaterThan(0.95);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('two channels become one', () => {
  const wav = wavOf(Float32Array.from([0.5, -0.5, 0.5, 0]), 8000);
  wav.writeUInt16LE(2, 22);
  expect(Array.from(readWav(wav, 'stereo.wav').samples, (sample) => sample.toFixed(2))).toEqual(['0.00', '0.25']);
});

test('a file that is no sound is refused by its name', async () => {
  expect(() => readWav(Buffer.from('Hello, this is a text and no sound.'), 'letter.txt')).toThrow(
    'letter.txt is no WAV',
  );
  const compressed = wavOf(sine(440, 0.1, 8000), 8000);
  compressed.writeUInt16LE(17, 20);
  expect(() => readWav(compressed, 'adpcm.wav')).toThrow('take PCM');
  await expect(wavSound('/nowhere/at-all.wav')).rejects.toMatchObject({ code: 'BAD_SOUND' });
});
