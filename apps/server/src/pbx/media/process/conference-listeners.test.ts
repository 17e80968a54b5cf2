import { expect, test } from 'vitest';
import type { Codec } from '../media.ts';
import { FrameEncoder } from './audio/frame-encoder.ts';
import { decodeTable, isLaw } from './audio/g711.ts';
import { G722Decoder } from './audio/g722.ts';
import { mixFrame, mixRate } from './audio/incoming-audio.ts';
import { openOpus } from './audio/opus.ts';
import { Conference, type ConferenceMember } from './conference.ts';
import { FrameClock } from './frame-clock.ts';

/** A voice as far as a codec is concerned: a buzz whose loudness moves. */
const voiceOf = (hertz: number) => (frame: number) =>
  Int16Array.from({ length: mixFrame }, (_, i) => {
    const at = (frame * mixFrame + i) / mixRate;
    return 2500 * (1 + Math.sin(2 * Math.PI * 3 * at)) * Math.sin(2 * Math.PI * hertz * at + 3 * Math.sin(4400 * at));
  });
const silence = () => new Int16Array(mixFrame);

/** A member with a far side that decodes all it gets, by one decoder. */
function member(codec: Codec, says: (frame: number) => Int16Array) {
  const payloads: { readonly payload: Uint8Array; readonly isShared: boolean }[] = [];
  let encoder: FrameEncoder | undefined;
  const send = (payload: Uint8Array, isShared: boolean) => payloads.push({ payload, isShared });
  const it: ConferenceMember = {
    speech: says,
    hears: codec,
    sendFrame: (samples, _now, before) => {
      encoder ??= new FrameEncoder(codec);
      send(before === undefined ? encoder.encode(samples) : encoder.encodeFrom(before, samples), false);
    },
    sendPayload: (payload) => send(payload, true),
    passDigit: () => {},
    level: () => 0,
    enter: () => {},
  };
  const heard = (): number[] => {
    const opus = openOpus(mixRate);
    const g722 = new G722Decoder();
    return payloads.flatMap(({ payload }) => {
      if (isLaw(codec)) return Array.from(payload, (byte) => decodeTable(codec)[byte] ?? 0);
      return Array.from((codec === 'opus' ? opus : g722).decode(payload));
    });
  };
  return { ...it, payloads, heard };
}

function confer(members: readonly ConferenceMember[], frames: number): void {
  const clock = new FrameClock((error) => {
    throw error;
  });
  const conference = new Conference(clock, members);
  for (let frame = 0; frame < frames; frame++) conference.onFrame(frame, frame * 20);
  for (const each of members) conference.leave(each);
}

test('those who only listen are sent one and the same packet, and those who speak their own', () => {
  const [anna, bob] = [member('opus', voiceOf(140)), member('opus', voiceOf(210))];
  const [carol, dora, emil] = [member('opus', silence), member('opus', silence), member('PCMA', silence)];
  confer([anna, bob, carol, dora, emil], 100);
  expect(carol.payloads[90]?.isShared).toBe(true);
  expect(dora.payloads[90]?.payload).toBe(carol.payloads[90]?.payload);
  expect(emil.payloads[90]).toMatchObject({ isShared: true, payload: { length: 160 } });
  for (const speaker of [anna, bob]) expect(speaker.payloads.some(({ isShared }) => isShared)).toBe(false);
});

test('a breath between two words is no listening', () => {
  const halting = (frame: number) => (frame % 50 < 10 ? voiceOf(140)(frame) : silence());
  const [anna, bob] = [member('opus', halting), member('opus', voiceOf(210))];
  confer([anna, bob], 300);
  expect(anna.payloads.some(({ isShared }) => isShared)).toBe(false);
});

/** How far what is heard lies above what is wrong with it, decibels, frame by frame. */
function cleanness(heard: readonly number[], said: (frame: number) => Int16Array, frames: number, delay: number) {
  return Array.from({ length: frames }, (_, frame) => {
    const wanted = said(frame);
    let [signal, error] = [0, 0];
    for (const [i, sample] of wanted.entries()) {
      signal += sample ** 2;
      error += (sample - (heard[frame * mixFrame + i + delay] ?? 0)) ** 2;
    }
    return 10 * Math.log10(signal / error);
  });
}

test('a member who begins to speak, and listens again, hears no seam', () => {
  const frames = 400;
  const anna = voiceOf(140);
  const bob = member('opus', (frame) => (frame >= 150 && frame < 200 ? voiceOf(210)(frame) : silence()));
  const carol = member('opus', silence);
  confer([member('opus', anna), bob, carol], frames);
  const ways = bob.payloads.map(({ isShared }) => isShared);
  const turns = ways.flatMap((isShared, frame) => (frame > 0 && isShared !== ways[frame - 1] ? [frame] : []));
  expect(turns).toEqual([50, 150, 250]);
  // CELT delays by 2.5 ms.
  const clean = cleanness(bob.heard(), anna, frames - 1, 40);
  const usual = Math.min(...clean.slice(20, 45));
  for (const turn of turns) expect(Math.min(...clean.slice(turn - 1, turn + 2))).toBeGreaterThan(usual - 1);
});
