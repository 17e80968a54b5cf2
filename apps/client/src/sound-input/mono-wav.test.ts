import { readWav, wavOf } from '@sidetone/wav/wav.ts';
import { expect, test } from 'vitest';
import { monoWav } from './mono-wav.ts';

const samplesOf = (wav: Uint8Array<ArrayBuffer>) => [...new Int16Array(wav.buffer, 44)];

test('two channels become the mean of both', () => {
  const wav = monoWav([Float32Array.of(0.5, -0.5, 0), Float32Array.of(0.5, 0.5, -1)]);
  expect(samplesOf(wav)).toEqual([16_384, 0, -16_383]);
});

test('samples that are too loud are cut off instead of turning over', () => {
  expect(samplesOf(monoWav([Float32Array.of(3, -3)]))).toEqual([32_767, -32_767]);
});

test('the file is one that the server plays: 16 bits, one channel, 16 kHz', () => {
  const wav = monoWav([Float32Array.of(1, 0)]);
  expect(readWav(Buffer.from(wav))).toMatchObject({
    sampleRate: 16_000,
    channels: 1,
    bitsPerSample: 16,
    dataLength: 4,
  });
  expect(Buffer.from(wav)).toEqual(wavOf([Int16Array.of(32_767, 0)], 16_000));
});
