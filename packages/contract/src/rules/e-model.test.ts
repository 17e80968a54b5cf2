import { expect, test } from 'vitest';
import type { AudioFigures } from './e-model.ts';
import { audioBars, audioCause, meanOpinionScore, ratingOf } from './e-model.ts';

const fine: AudioFigures = {
  codec: 'PCMA',
  loss: 0,
  jitter: 0,
  roundTrip: 0,
  hasPacketsIn: true,
  hasPacketsOut: true,
};

test.each([
  // G.107 annex B, figure B.2 and G.109 table 1
  [93.2, 4.41],
  [90, 4.34],
  [80, 4.02],
  [70, 3.6],
  [60, 3.1],
  [50, 2.58],
  [0, 1],
  [-5, 1],
  [3, 1],
  [100, 4.5],
  [120, 4.5],
])('a rating of %d is a score of %d', (rating, score) => {
  expect(meanOpinionScore(rating)).toBeCloseTo(score, 2);
});

test.each([
  // codec, loss, jitter, round trip, rating: worked out by hand from the two equations
  ['PCMA', 0, 0, 0, 92.72],
  ['PCMU', 0, 0, null, 92.72],
  ['PCMA', 0.05, 0, 0, 76.94],
  ['opus', 0.05, 0, 0, 73.72],
  ['PCMA', 0, 0.03, 0.2, 88.58],
  ['PCMA', 0, 0, 0.6, 69.8],
  ['opus', 1, 0.5, 5, 0],
] as const)('%s with loss %d, jitter %d s and round trip %s s rates %d', (codec, loss, jitter, roundTrip, rating) => {
  expect(ratingOf({ codec, loss, jitter, roundTrip })).toBeCloseTo(rating, 1);
});

test('more of any impairment is never better', () => {
  for (const key of ['loss', 'jitter', 'roundTrip'] as const) {
    let before = 100;
    for (let value = 0; value <= 1; value += 0.01) {
      const rating = ratingOf({ ...fine, [key]: value });
      expect(rating).toBeLessThanOrEqual(before);
      before = rating;
    }
  }
});

test('figures that no wire can give spoil nothing', () => {
  expect(ratingOf({ codec: 'opus', loss: Number.NaN, jitter: -1, roundTrip: Number.NaN })).toBeCloseTo(92.72, 1);
  expect(audioCause({ ...fine, loss: Number.NaN, jitter: Number.NaN, roundTrip: Number.NaN })).toBeNull();
});

test.each<[string, Partial<AudioFigures>, string | null, number]>([
  ['nothing wrong', {}, null, 4],
  ['jitter and round trip at their bounds', { jitter: 0.03, roundTrip: 0.3 }, null, 4],
  ['loss alone', { loss: 0.08 }, 'loss', 2],
  ['a trembling line', { jitter: 0.05 }, 'jitter', 4],
  ['a satellite', { roundTrip: 0.6 }, 'delay', 2],
  ['loss worse than delay', { loss: 0.2, roundTrip: 0.4 }, 'loss', 1],
  ['delay worse than loss', { loss: 0.04, roundTrip: 1.2 }, 'delay', 1],
  ['nothing comes', { hasPacketsIn: false, loss: 0.5 }, 'noAudioIn', 0],
  ['nothing arrives', { hasPacketsOut: false, loss: 0.5 }, 'noAudioOut', 0],
])('%s', (_name, figures, cause, bars) => {
  expect([audioCause({ ...fine, ...figures }), audioBars({ ...fine, ...figures })]).toEqual([cause, bars]);
});
