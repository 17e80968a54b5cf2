import { shareAt } from '@sidetone/signals/spectrum.ts';
import { sine } from '@sidetone/signals/tones.ts';
import { expect, test } from 'vitest';
import { emptyHeader, type RtpHeader } from '../wire/rtp-receiver.ts';
import { decodeTable, encodeSample } from './g711.ts';
import { openOpus } from './opus.ts';
import { Transcoder } from './transcoder.ts';

interface Made {
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Buffer;
}

function transcoder(from: 'opus' | 'PCMA', to: 'opus' | 'PCMA') {
  const made: Made[] = [];
  const output = {
    buffer: (length: number) => Buffer.alloc(12 + length),
    send: (packet: Buffer, { sequence, timestamp, marker, payloadStart, payloadEnd }: RtpHeader) => {
      made.push({ sequence, timestamp, marker, payload: Buffer.from(packet.subarray(payloadStart, payloadEnd)) });
    },
  };
  const it = new Transcoder(from, to, output);
  const take = (payload: Uint8Array, timestamp: number, ssrc = 1) => {
    const packet = Buffer.concat([Buffer.alloc(12), payload]);
    it.take(packet, {
      ...emptyHeader(),
      ssrc,
      timestamp: timestamp >>> 0,
      payloadStart: 12,
      payloadEnd: packet.length,
    });
  };
  const steps = () =>
    made
      .slice(1)
      .map((packet, index) => [
        (packet.sequence - (made[index]?.sequence ?? 0)) & 0xffff,
        (packet.timestamp - (made[index]?.timestamp ?? 0)) | 0,
      ]);
  return { it, made, take, steps };
}

const voice = (length: number) => Int16Array.from(sine(440, length / 8000, 8000), (sample) => sample * 16_000);
const aLaw = (samples: Int16Array) => Uint8Array.from(samples, (sample) => encodeSample('PCMA', sample));

test('G.711 in packets of any length becomes Opus in packets of 20 ms, and sounds the same', () => {
  for (const length of [80, 160, 240, 480]) {
    const { made, take, steps } = transcoder('PCMA', 'opus');
    const samples = voice(8000);
    for (let at = 0; at + length <= 8000; at += length) take(aLaw(samples.subarray(at, at + length)), at);
    expect(made.length).toBe(Math.floor((Math.floor(8000 / length) * length) / 160));
    expect(steps().every(([sequence, ticks]) => sequence === 1 && ticks === 960)).toBe(true);
    const ear = openOpus();
    const heard = made.flatMap((packet) => [...ear.decode(packet.payload)]);
    expect(shareAt(440, heard.slice(400), 8000)).toBeGreaterThan(0.9);
  }
});

test('Opus becomes G.711 with the same sound', () => {
  const { made, take, steps } = transcoder('opus', 'PCMA');
  const mouth = openOpus();
  const samples = voice(8000);
  for (let at = 0; at < 8000; at += 160) take(mouth.encode(samples.subarray(at, at + 160)), at * 6);
  expect(steps().every(([sequence, ticks]) => sequence === 1 && ticks === 160)).toBe(true);
  const heard = made.flatMap((packet) => Array.from(packet.payload, (byte) => decodeTable('PCMA')[byte] ?? 0));
  expect(shareAt(440, heard.slice(400), 8000)).toBeGreaterThan(0.9);
});

test('loss stays loss, a pause begins a talkspurt, what comes late is dropped, time wraps', () => {
  const { made, take, steps } = transcoder('PCMA', 'opus');
  const packet = aLaw(voice(160));
  const begin = 4_294_967_296 - 320;
  for (const at of [0, 160, 640, 480, 800, 800 + 160 * 101]) take(packet, begin + at);
  expect(steps()).toEqual([
    [1, 960],
    [3, 2880],
    [1, 960],
    [1, 96_960],
  ]);
  expect(made.map((each) => each.marker)).toEqual([true, false, false, false, true]);
});

test('a digit or comfort noise that went no further is a pause and no loss, once', () => {
  const { it, made, take, steps } = transcoder('PCMA', 'opus');
  const packet = aLaw(voice(160));
  take(packet, 0);
  it.keepBack();
  it.keepBack();
  for (const at of [640, 800, 1280]) take(packet, at);
  expect(steps()).toEqual([
    [1, 3840],
    [1, 960],
    [3, 2880],
  ]);
  expect(made.map((each) => each.marker)).toEqual([true, true, false, false]);
});

test('what is no Opus is told to the caller, and the next packet is decoded', () => {
  const { made, take } = transcoder('opus', 'PCMA');
  expect(() => take(new Uint8Array(200).fill(255), 0)).toThrow();
  take(openOpus().encode(voice(160)), 960);
  expect(made).toHaveLength(1);
});
