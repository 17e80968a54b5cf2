import { sine } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import type { Codec } from '../../media.ts';
import { emptyHeader } from '../wire/rtp-receiver.ts';
import { encodeSample } from './g711.ts';
import { LevelMeter } from './level-meter.ts';
import { openOpus } from './opus.ts';

/** A stream of five seconds whose loudness changes in the middle; gives what the meter says at the end of each half. */
function levels(codec: Codec, loudness: readonly [number, number]): number[] {
  const meter = new LevelMeter();
  const opus = openOpus();
  meter.level(1000); // it looks while it is asked
  const voice = sine(440, 5, 8000, 1);
  const said: number[] = [];
  for (let frame = 0; frame < 250; frame++) {
    const gain = loudness[frame < 125 ? 0 : 1] * 32_767;
    const samples = Int16Array.from(voice.subarray(frame * 160, frame * 160 + 160), (sample) => sample * gain);
    const payload = codec === 'opus' ? opus.encode(samples) : Uint8Array.from(samples, (s) => encodeSample('PCMA', s));
    const packet = Buffer.from(payload);
    meter.take(packet, { ...emptyHeader(), payloadEnd: packet.length }, codec, 1000 + frame * 20);
    if (frame === 124 || frame === 249) said.push(meter.level(1000 + frame * 20));
  }
  said.push(meter.level(1000 + 250 * 20 + 10_000));
  return said;
}

test('nothing is decoded for a level that nobody asks for', () => {
  const meter = new LevelMeter();
  const broken = Buffer.from([0xff, 0xff, 0xff]);
  const header = { ...emptyHeader(), payloadEnd: broken.length };
  expect(() => meter.take(broken, header, 'opus', 1000)).not.toThrow();
  expect(meter.level(1000)).toBe(0);
  expect(() => meter.take(broken, header, 'opus', 1020)).toThrow();
  expect(() => meter.take(broken, header, 'opus', 60_000)).not.toThrow();
});

test.each(['PCMA', 'opus'] as const)('in %s a voice is told from silence, and a stopped sender is silent', (codec) => {
  const [loud, quiet, gone] = levels(codec, [0.5, 0]);
  expect(loud).toBeGreaterThan(0.4);
  expect(loud).toBeLessThan(0.6);
  expect(quiet).toBeLessThan(0.01);
  expect(gone).toBe(0);
  expect(levels(codec, [0, 0.2])[1]).toBeGreaterThan(0.15);
});
