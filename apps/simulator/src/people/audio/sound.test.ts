import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shareAt } from '@sidetone/signals/spectrum.ts';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import { wavSound } from './sound.ts';

test('a WAV of any rate is said at 8 kHz, with its tone and its length', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sidetone-sound-'));
  try {
    for (const rate of [6000, 8000, 16_000, 44_100, 48_000]) {
      const path = join(folder, `${rate}.wav`);
      await writeFile(path, monoWav(sine(700, 1, rate), rate));
      const { samples, loops } = await wavSound(path);
      expect(loops).toBe(false);
      expect(Math.abs(samples.length - 8000)).toBeLessThan(3);
      expect(shareAt(700, samples, 8000)).toBeGreaterThan(0.95);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a file that is no sound is refused by its name', async () => {
  const compressed = monoWav(sine(440, 0.1, 8000), 8000);
  compressed.writeUInt16LE(17, 20);
  const files = [
    [
      'letter.txt',
      Buffer.from('Hello, this is a text and no sound.'),
      'letter.txt cannot be said: this is no WAV file',
    ],
    ['adpcm.wav', compressed, 'take PCM'],
  ] as const;
  const folder = await mkdtemp(join(tmpdir(), 'sidetone-sound-'));
  try {
    for (const [name, bytes, why] of files) {
      await writeFile(join(folder, name), bytes);
      await expect(wavSound(join(folder, name))).rejects.toThrow(why);
      await expect(wavSound(join(folder, name))).rejects.toMatchObject({ code: 'BAD_SOUND' });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  await expect(wavSound('/nowhere/at-all.wav')).rejects.toMatchObject({ code: 'BAD_SOUND' });
});
