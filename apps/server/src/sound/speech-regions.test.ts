import { bursts, silence, tone, type Voice } from '@sidetone/signals/recording.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cut } from './cut.ts';
import { frameSeconds, levelsOf, type Stretch, secondsOf, speechRegions } from './speech-regions.ts';

const rate = 16_000;
const side = (seconds: number, voice: Voice) =>
  Int16Array.from({ length: seconds * rate }, (_, at) => Math.round(Math.max(-1, Math.min(1, voice(at))) * 32_767));
/** Noise of a room, by level from 0 to 1; the same at each run. */
const room =
  (level: number): Voice =>
  (at) => {
    const mixed = Math.imul(at ^ 0x9e37_79b9, 0x85eb_ca6b);
    return ((((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32) * 2 - 1) * level;
  };
/** Words of a fifth of a second, each softer at its end, from second to second of these stretches. */
const talk =
  (stretches: readonly (readonly [number, number])[], level = 0.3): Voice =>
  (at) => {
    const seconds = at / rate;
    if (!stretches.some(([start, end]) => seconds >= start && seconds < end)) return 0;
    const within = (seconds % 0.25) / 0.25;
    return within > 0.8 ? 0 : level * Math.exp(-2 * within) * Math.sin((2 * Math.PI * 220 * at) / rate);
  };
const mixed =
  (...voices: Voice[]): Voice =>
  (at) =>
    voices.reduce((sum, voice) => sum + voice(at), 0);
const regionsIn = (seconds: number, voice: Voice) => speechRegions(levelsOf(side(seconds, voice), rate));

describe('speech is what is louder than the room of its own side', () => {
  const spoken = [
    [2, 5],
    [7, 8],
    [15, 19],
  ] as const;
  test.each([
    ['a line that sends nothing in pauses', talk(spoken)],
    ['a quiet room', mixed(talk(spoken), room(0.002))],
    ['a loud room', mixed(talk(spoken), room(0.02))],
    ['somebody who speaks softly', mixed(talk(spoken, 0.03), room(0.001))],
    [
      'a line that is muted for a while',
      mixed(talk(spoken), (at) => (at > 9 * rate && at < 14 * rate ? 0 : room(0.01)(at))),
    ],
  ])('%s', (_name, voice) => {
    const found = regionsIn(20, voice);
    expect(found).toHaveLength(spoken.length);
    for (const [index, [start, end]] of spoken.entries()) {
      expect(Math.abs((found[index]?.start ?? 0) - start)).toBeLessThan(0.2);
      expect(Math.abs((found[index]?.end ?? 0) - end)).toBeLessThan(0.3);
    }
  });

  test.each([
    ['nothing', silence],
    ['hiss', room(0.05)],
    ['loud hiss', room(0.5)],
    ['a tone that holds', tone(440)],
    ['one click', (at: number) => (at === 3 * rate ? 1 : 0)],
  ])('%s is none', (_name, voice) => expect(regionsIn(10, voice)).toEqual([]));

  test('an empty side has none', () => expect(speechRegions(levelsOf(new Int16Array(), rate))).toEqual([]));

  test('levels are the same when they are measured in pieces of whole frames', () => {
    const samples = side(3, bursts);
    const whole = levelsOf(samples, rate);
    const pieces = [samples.subarray(0, rate), samples.subarray(rate, 2 * rate), samples.subarray(2 * rate)];
    expect(Float32Array.from(pieces.flatMap((piece) => [...levelsOf(piece, rate)]))).toEqual(whole);
  });
});

const levels = (seconds: number) => new Float32Array(Math.round(seconds / frameSeconds)).fill(-20);
const at = (start: number, end: number): Stretch => ({ start, end });

describe('a side is cut at its pauses', () => {
  test('as much as allowed is one piece', () => {
    const regions = [at(0, 10), at(11, 19), at(19.5, 27), at(28, 40)];
    expect(cut(regions, levels(40), { longestSeconds: 28, longestPauseSeconds: 5 })).toEqual([at(0, 27), at(28, 40)]);
  });

  test('a long pause lies in no piece', () => {
    const regions = [at(0, 10), at(50, 60)];
    expect(cut(regions, levels(60), { longestSeconds: 600, longestPauseSeconds: 30 })).toEqual(regions);
  });

  test('who speaks without a pause is cut where they are quietest', () => {
    const loud = levels(60);
    loud[Math.round(25 / frameSeconds)] = -40;
    const pieces = cut([at(0, 50)], loud, { longestSeconds: 28, longestPauseSeconds: 5 });
    expect(pieces[0]).toEqual(at(0, 25));
    expect(pieces.at(-1)?.end).toBe(50);
  });

  test('no piece is too long, none overlaps another, and nothing that was said is outside of them', () => {
    const stretches = fc
      .array(fc.tuple(fc.double({ min: 0.05, max: 40, noNaN: true }), fc.double({ min: 0.3, max: 90, noNaN: true })), {
        maxLength: 30,
      })
      .map((steps) => {
        let now = 0;
        return steps.map(([pause, length]) => {
          const start = now + pause;
          now = start + length;
          return at(start, now);
        });
      });
    fc.assert(
      fc.property(stretches, fc.integer({ min: 2, max: 120 }), (regions, longestSeconds) => {
        const pieces = cut(regions, levels((regions.at(-1)?.end ?? 0) + 1), { longestSeconds, longestPauseSeconds: 8 });
        for (const [index, { start, end }] of pieces.entries()) {
          expect(end - start).toBeLessThanOrEqual(longestSeconds + frameSeconds);
          expect(start).toBeGreaterThanOrEqual(pieces[index - 1]?.end ?? 0);
        }
        const inside = regions.map((region) =>
          pieces.reduce(
            (sum, piece) => sum + Math.max(0, Math.min(region.end, piece.end) - Math.max(region.start, piece.start)),
            0,
          ),
        );
        expect(inside.reduce((sum, each) => sum + each, 0)).toBeCloseTo(secondsOf(regions), 3);
      }),
    );
  });
});
