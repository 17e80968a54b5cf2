import { sine } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import { openOpus } from './opus.ts';

const rate = 16_000;
const frame = 320;
const voice = Int16Array.from(sine(440, 4, rate, 0.25), (sample) => sample * 32_767);
const voiceAt = (index: number) => voice.subarray(index * frame, (index + 1) * frame);
const silence = new Int16Array(frame);

/** Encodes a second of voice, `silent` frames of silence and two seconds of voice, and gives what is heard. */
function heard(silent: number): { readonly packets: Uint8Array[]; readonly samples: number[] } {
  const [here, there] = [openOpus(rate), openOpus(rate)];
  const frames = Array.from({ length: 150 + silent }, (_, index) => {
    if (index < 50) return voiceAt(index);
    return index < 50 + silent ? silence : voiceAt(index - silent);
  });
  const packets = frames.map((samples) => Uint8Array.from(here.encode(samples)));
  return { packets, samples: packets.flatMap((packet) => Array.from(there.decode(packet))) };
}

test('after a long silence a voice is heard as after a short one', () => {
  const [short, long] = [heard(20), heard(1000)];
  const afterShort = short.samples.slice((50 + 20) * frame);
  const afterLong = long.samples.slice((50 + 1000) * frame);
  expect(afterLong).toHaveLength(afterShort.length);
  const furthest = Math.max(...afterLong.map((sample, i) => Math.abs(sample - (afterShort[i] ?? 0))));
  expect(furthest).toBeLessThan(64);
  expect(Math.max(...afterLong.slice(0, 2 * frame).map(Math.abs))).toBeGreaterThan(7000);
});

test('silence is silent, in packets of three bytes', () => {
  const { packets, samples } = heard(1000);
  expect(packets.slice(100, 1050).every(({ length }) => length === 3)).toBe(true);
  expect(samples.slice(100 * frame, 1050 * frame).every((sample) => Math.abs(sample) <= 1)).toBe(true);
});

test('in a long silence nothing is encoded any longer', () => {
  const opus = openOpus(rate);
  const packets = Array.from({ length: 200 }, () => opus.encode(silence));
  expect(packets[199]).toBe(packets[100]);
  expect(opus.encode(voiceAt(0))).not.toBe(packets[199]);
});
