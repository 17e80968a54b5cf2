import { createHash } from 'node:crypto';
import { powerOf, shareAt } from '@sidetone/signals/spectrum.ts';
import { sine } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import { emptyHeader, type RtpHeader } from '../wire/rtp-receiver.ts';
import { FrameEncoder } from './frame-encoder.ts';
import { decodeTable, encodeSample } from './g711.ts';
import { G722Decoder, G722Encoder } from './g722.ts';
import { IncomingAudio, mixFrame, mixRate } from './incoming-audio.ts';
import { openOpus } from './opus.ts';
import { Transcoder } from './transcoder.ts';

/** Two seconds in which silence, a whisper, a voice and a shout that is cut off follow each other. */
function loudAndQuiet(): Int16Array {
  let noise = 1;
  return Int16Array.from({ length: 32_000 }, (_none, at) => {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) >>> 0;
    const loud = [0, 200, 4000, 32_767][at >> 13] ?? 0;
    const square = (at % 97 < 48 ? 1 : -1) * (loud >> 1);
    return Math.max(-32_768, Math.min(32_767, square + ((((noise >>> 16) - 32_768) * loud) >> 15)));
  });
}
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

// Both digests are of what FFmpeg 5.1 made of the same samples.
test('what is encoded and decoded is bit by bit what another implementation makes of it', () => {
  const encoded = new G722Encoder().encode(loudAndQuiet());
  expect(Buffer.from(encoded.subarray(4196, 4212)).toString('hex')).toBe('5e5b70dbfa1c99b837d27c7eb6537fb6');
  expect(digest(encoded)).toBe('a29a07cc290a22bc08b576d04b08a0b17b2992acdea6c529f09bf9cb9691456c');
  const decoded = new G722Decoder().decode(encoded);
  expect(digest(new Uint8Array(decoded.buffer))).toBe(
    '5b9db2bf96ccbc64ffdce7605dd22c6fb9449aaedc5ec1eb13338e389514368e',
  );
});

test('in packets of any length it is the same stream', () => {
  const samples = loudAndQuiet();
  const [encoder, decoder] = [new G722Encoder(), new G722Decoder()];
  const heard: number[] = [];
  for (let at = 0, length = 2; at < samples.length; at += length, length = 2 + ((at * 7) % 640)) {
    length -= length % 2;
    heard.push(...decoder.decode(encoder.encode(samples.subarray(at, at + length))));
  }
  expect(heard).toEqual([...new G722Decoder().decode(new G722Encoder().encode(samples))]);
});

const voice = (hertz: number, seconds = 1) =>
  Int16Array.from(sine(hertz, seconds, mixRate), (sample) => Math.round(sample * 12_000));
const settled = (samples: ArrayLike<number>, rate = mixRate) => Array.from(samples).slice(rate / 5);

test.each([200, 1000, 3400, 5000, 6500])('%i Hz passes', (hertz) => {
  const said = voice(hertz);
  const heard = settled(new G722Decoder().decode(new G722Encoder().encode(said)));
  expect(shareAt(hertz, heard, mixRate)).toBeGreaterThan(0.9);
  expect(powerOf(heard) / powerOf(said)).toBeGreaterThan(0.7);
});

/** What comes out where packets of 20 ms of one codec go in. */
function transcoded(from: 'opus' | 'G722' | 'PCMA', to: 'opus' | 'G722' | 'PCMA', packets: readonly Uint8Array[]) {
  const made: { timestamp: number; payload: Buffer }[] = [];
  const transcoder = new Transcoder(from, to, {
    buffer: (length) => Buffer.alloc(12 + length),
    send: (packet: Buffer, { timestamp, payloadStart, payloadEnd }: RtpHeader) => {
      made.push({ timestamp, payload: Buffer.from(packet.subarray(payloadStart, payloadEnd)) });
    },
  });
  for (const [at, payload] of packets.entries()) {
    const packet = Buffer.concat([Buffer.alloc(12), payload]);
    const timestamp = at * (from === 'opus' ? 960 : 160);
    transcoder.take(packet, { ...emptyHeader(), ssrc: 1, timestamp, payloadStart: 12, payloadEnd: packet.length });
  }
  return made;
}
const frames = (samples: Int16Array, length: number) =>
  Array.from({ length: samples.length / length }, (_none, at) => samples.subarray(at * length, (at + 1) * length));
function inG722(samples: Int16Array): Uint8Array[] {
  const encoder = new G722Encoder();
  return frames(samples, mixFrame).map((frame) => encoder.encode(frame));
}
function fromG722(made: readonly { payload: Buffer }[]): number[] {
  const decoder = new G722Decoder();
  return made.flatMap(({ payload }) => [...decoder.decode(payload)]);
}
const stepsOf = (made: readonly { timestamp: number }[]) =>
  new Set(made.slice(1).map(({ timestamp }, at) => timestamp - (made[at]?.timestamp ?? 0)));

test('between G.722 and Opus all of a voice passes, 5 kHz as well, both ways', () => {
  const toOpus = transcoded('G722', 'opus', inG722(voice(5000)));
  expect([toOpus.length, stepsOf(toOpus)]).toEqual([50, new Set([960])]);
  const decoder = openOpus(16_000);
  const atOpus = settled(toOpus.flatMap(({ payload }) => [...decoder.decode(payload)]));
  expect(shareAt(5000, atOpus, mixRate)).toBeGreaterThan(0.8);
  const encoder = openOpus(16_000);
  const opus = frames(voice(5000), mixFrame).map((frame) => Uint8Array.from(encoder.encode(frame)));
  const back = transcoded('opus', 'G722', opus);
  expect([back.length, stepsOf(back), back[0]?.payload.length]).toEqual([50, new Set([160]), 160]);
  expect(shareAt(5000, settled(fromG722(back)), mixRate)).toBeGreaterThan(0.8);
});

test('between G.722 and G.711 a voice passes as far as G.711 carries it, and nothing folds back', () => {
  const aLaw = decodeTable('PCMA');
  const narrow = (made: readonly { payload: Buffer }[]) =>
    made.flatMap(({ payload }) => [...payload].map((byte) => aLaw[byte] ?? 0));
  const low = transcoded('G722', 'PCMA', inG722(voice(1000)));
  expect([low.length, stepsOf(low), low[0]?.payload.length]).toEqual([50, new Set([160]), 160]);
  expect(shareAt(1000, settled(narrow(low), 8000), 8000)).toBeGreaterThan(0.9);
  const high = narrow(transcoded('G722', 'PCMA', inG722(voice(5000))));
  expect(powerOf(settled(high, 8000)) / powerOf(voice(5000))).toBeLessThan(0.001);
  const said = Int16Array.from(sine(1000, 1, 8000), (sample) => Math.round(sample * 12_000));
  const packets = frames(said, 160).map((frame) => Uint8Array.from(frame, (sample) => encodeSample('PCMA', sample)));
  const wide = transcoded('PCMA', 'G722', packets);
  expect(stepsOf(wide)).toEqual(new Set([160]));
  expect(shareAt(1000, settled(fromG722(wide)), mixRate)).toBeGreaterThan(0.9);
});

test('what is mixed or recorded of G.722, and what is played in it, has the whole voice', () => {
  const incoming = new IncomingAudio(0, (error) => {
    throw error;
  });
  const heard: number[] = [];
  const encoder = new FrameEncoder('G722');
  for (const [at, frame] of frames(voice(5000), mixFrame).entries()) {
    const payload = encoder.encode(frame);
    expect(payload).toHaveLength(160);
    const packet = Buffer.from(payload);
    const header = { ...emptyHeader(), ssrc: 1, timestamp: at * 160, payloadStart: 0, payloadEnd: packet.length };
    incoming.take(packet, header, 'G722', at * 20);
    heard.push(...incoming.frame(at, at * 20));
  }
  expect(shareAt(5000, heard.slice(mixRate / 2), mixRate)).toBeGreaterThan(0.9);
});
