import { audioCause } from '@sidetone/contract/rules/e-model.ts';
import { expect, test } from 'vitest';
import { audioFigures } from './audio-figures.ts';
import type { EndpointStats } from './media.ts';

const before: EndpointStats = {
  codec: 'opus',
  packetsSent: 1000,
  packetsReceived: 1000,
  bytesSent: 0,
  bytesReceived: 0,
  lostIn: 10,
  lostOut: 10,
  jitterIn: 0.004,
  levelIn: 0.3,
  levelOut: 0.3,
};
const fine = { ...before, packetsSent: 1250, packetsReceived: 1250, roundTrip: 0.04, jitterOut: 0.006 };

test('the worse of both ways counts, since the first look only', () => {
  expect(audioFigures(before, fine)).toEqual({
    codec: 'opus',
    loss: 0,
    jitter: 0.006,
    roundTrip: 0.04,
    hasPacketsIn: true,
    hasPacketsOut: true,
  });
  expect(audioFigures(before, { ...fine, packetsReceived: 1200, lostIn: 60 })?.loss).toBeCloseTo(0.2);
  expect(audioFigures(before, { ...fine, lostOut: 60 })?.loss).toBeCloseTo(0.2);
  expect(audioFigures(before, { ...fine, lostIn: 0 })?.loss).toBe(0);
});

test.each<[string, Partial<EndpointStats>, string | null]>([
  ['nothing wrong', {}, null],
  ['nothing came', { packetsReceived: 1000 }, 'noAudioIn'],
  ['nothing was sent', { packetsSent: 1000 }, 'noAudioOut'],
  ['nothing of ours arrived', { lostOut: 260 }, 'noAudioOut'],
  ['a tenth was lost', { lostOut: 35 }, 'loss'],
  ['the far side reports jitter', { jitterOut: 0.08 }, 'jitter'],
])('%s', (_name, changed, cause) => {
  const figures = audioFigures(before, { ...fine, ...changed });
  expect(figures && audioCause(figures)).toBe(cause);
});

test('without a codec nothing can be said', () => {
  const { codec: _, ...noCodec } = fine;
  expect(audioFigures(before, noCodec)).toBeNull();
});
