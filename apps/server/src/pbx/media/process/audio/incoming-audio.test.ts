import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';
import { sine } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import type { Codec } from '../../media.ts';
import { emptyHeader } from '../wire/rtp-receiver.ts';
import { encodeSample } from './g711.ts';
import { IncomingAudio } from './incoming-audio.ts';
import { openOpus } from './opus.ts';

/** A far side that says a tone, a tick of 20 ms at a time. */
function farSide(codec: Codec = 'PCMA', begin = 4_294_967_296 - 1600) {
  const faults: unknown[] = [];
  const audio = new IncomingAudio(0, (error) => faults.push(error));
  const opus = openOpus();
  const voice = Int16Array.from(sine(440, 60, 8000), (sample) => sample * 16_000);
  const payloadAt = (frame: number) => {
    const samples = voice.subarray(frame * 160, frame * 160 + 160);
    return codec === 'opus' ? opus.encode(samples) : Uint8Array.from(samples, (each) => encodeSample('PCMA', each));
  };
  const ticks = codec === 'opus' ? 960 : 160;
  let tick = 0;
  const heard: number[] = [];
  return {
    faults,
    heard,
    send: (frame: number, payload = payloadAt(frame), ssrc = 1) => {
      const packet = Buffer.concat([Buffer.alloc(12), payload]);
      const header = { ...emptyHeader(), ssrc, payloadStart: 12, payloadEnd: packet.length };
      audio.take(packet, { ...header, timestamp: (begin + frame * ticks) >>> 0 }, codec, tick * 20);
    },
    hear: () => {
      tick += 1;
      expect(audio.frame(tick, tick * 20)).toBe(audio.frame(tick, tick * 20));
      heard.push(...audio.frame(tick, tick * 20));
    },
  };
}

const frames = (heard: readonly number[], from: number, to: number) => heard.slice(from * 320, to * 320);
const silentFrames = (heard: readonly number[]) =>
  Array.from({ length: heard.length / 320 }, (_, i) => i).filter((i) => powerOf(frames(heard, i, i + 1)) < 1000);

test.each(['PCMA', 'opus'] as const)('%s becomes 16 kHz after three frames, without a seam', (codec) => {
  const far = farSide(codec);
  for (let frame = 0; frame < 60; frame++) {
    far.send(frame);
    far.hear();
  }
  expect(silentFrames(far.heard)).toEqual([0, 1]);
  expect(shareAt(440, frames(far.heard, 5, 60), 16_000)).toBeGreaterThan(0.98);
  expect(powerOf(frames(far.heard, 5, 60))).toBeGreaterThan(25_000_000);
});

test('packets in disorder and twice sound as if nothing had been', () => {
  const far = farSide();
  for (const frame of [0, 2, 1, 1, 3, 5, 4, 5, 6, 8, 7, 9]) far.send(frame);
  for (let i = 0; i < 10; i++) far.hear();
  expect(silentFrames(far.heard)).toEqual([]);
  expect(shareAt(440, frames(far.heard, 1, 10), 16_000)).toBeGreaterThan(0.98);
});

test('a lost packet is silence of its length, and what follows comes at its own time', () => {
  const far = farSide();
  for (let frame = 0; frame < 20; frame++) {
    if (frame !== 10) far.send(frame);
    far.hear();
  }
  expect(silentFrames(far.heard)).toEqual([0, 1, 12]);
});

test('a late packet makes room for later ones, a pause begins again', () => {
  const far = farSide();
  for (let frame = 0; frame < 10; frame++) {
    far.send(frame);
    far.hear();
  }
  for (let i = 0; i < 30; i++) far.hear();
  for (let frame = 40; frame < 50; frame++) {
    far.send(frame);
    far.hear();
  }
  expect(silentFrames(far.heard).slice(0, 2)).toEqual([0, 1]);
  expect(silentFrames(far.heard)).toHaveLength(2 + 28 + 2);
});

test('a burst after a stall is cut to what may still matter', () => {
  const far = farSide();
  for (let frame = 0; frame < 100; frame++) far.send(frame);
  for (let i = 0; i < 20; i++) far.hear();
  expect(far.heard.filter((sample) => sample !== 0).length / 320).toBeLessThan(11);
});

test('a far side whose clock runs faster never falls behind for good', () => {
  const far = farSide();
  let sent = 0;
  for (let tick = 0; tick < 2500; tick++) {
    for (; sent < tick * 1.002 + 1; sent++) far.send(sent);
    far.hear();
  }
  far.heard.length = 0;
  for (let i = 0; i < 20; i++) far.hear();
  expect(far.heard.filter((sample) => sample !== 0).length / 320).toBeLessThan(8);
});

test('another source begins again, and what is no Opus is told and passed over', () => {
  const far = farSide('opus');
  for (let frame = 0; frame < 5; frame++) far.send(frame);
  far.hear();
  for (let frame = 500; frame < 510; frame++) far.send(frame, undefined, 2);
  far.send(505, new Uint8Array(200).fill(255), 3);
  for (let i = 0; i < 6; i++) far.hear();
  expect(far.faults).toHaveLength(1);
});
