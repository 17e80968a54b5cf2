import { readFileSync } from 'node:fs';
import { readWav } from '@sidetone/wav/wav.ts';
import { expect, test } from 'vitest';
import { lineFile, lineSounds } from './line-sounds.ts';

test.each(['de', 'en'] as const)('everything that is said of a line is there in %s, and is speech', (locale) => {
  for (const name of lineSounds) {
    const bytes = readFileSync(lineFile(name, locale));
    const wav = readWav(bytes);
    expect([name, wav.channels, wav.sampleRate, wav.bitsPerSample]).toEqual([name, 1, 16_000, 16]);
    const samples = new Int16Array(
      bytes.buffer.slice(bytes.byteOffset + wav.dataStart, bytes.byteOffset + bytes.length),
    );
    expect([name, samples.some((sample) => Math.abs(sample) > 8000)]).toEqual([name, true]);
  }
});
