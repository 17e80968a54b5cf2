import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasSentiment, sentimentPoints, wordCount } from './sentiment.ts';
import type { Utterance } from './talk-share.ts';

const long = 'that is four words';
const said = (speaker: 0 | 1, startTime: number, sentiment: number | null, text = long): Utterance => ({
  speaker,
  startTime,
  endTime: startTime + 2,
  text,
  sentiment,
});
const values = (items: Utterance[]) =>
  sentimentPoints(items).map(({ speaker, second, value }) => [speaker, second, Number(value.toFixed(6))]);

test('a point is the average of the last three utterances of its speaker', () => {
  expect(values([said(0, 0, 0.9), said(0, 10, 0.3), said(0, 20, -0.6), said(0, 30, -0.9)])).toEqual([
    [0, 0, 0.9],
    [0, 10, 0.6],
    [0, 20, 0.2],
    [0, 30, -0.4],
  ]);
});

test('utterances of the other side change nothing', () => {
  const alone = values([said(0, 0, 0.9), said(0, 10, 0.3)]);
  const both = values([said(0, 0, 0.9), said(1, 5, -1), said(0, 10, 0.3), said(1, 12, -1)]);
  expect(both.filter(([speaker]) => speaker === 0)).toEqual(alone);
});

test.each([
  ['', 0],
  ['Ja.', 0],
  ['Ja, gut!', 0],
  ['Yes – no', 0],
  ['Nein, danke sehr', 0.8],
  ["that's not good", 0.8],
])('%j counts %d', (text, value) => {
  expect(values([said(1, 3, 0.8, text)])).toEqual([[1, 3, value]]);
});

test('points of one second are one, weighted by their words', () => {
  const items = [said(0, 4.1, 1, 'one two three'), said(0, 4.9, 0, 'one two three four five six')];
  // The second one is the average of both: 0.5.
  expect(values(items)).toEqual([[0, 4, Number(((1 * 3 + 0.5 * 6) / 9).toFixed(6))]]);
  // Two speakers in one second stay two.
  expect(values([said(0, 4.1, 1), said(1, 4.2, -1)])).toEqual([
    [0, 4, 1],
    [1, 4, -1],
  ]);
});

test('points know their first utterance, in whatever order the transcript came', () => {
  const points = sentimentPoints([said(0, 20, 0.5), said(0, 4.1, 1), said(0, 4.9, 0)]);
  expect(points.map(({ second, item }) => [second, item])).toEqual([
    [4, 1],
    [20, 0],
  ]);
});

test('utterances without a measured mood are not points', () => {
  expect(values([said(0, 0, null), said(0, 5, 0.5)])).toEqual([[0, 5, 0.5]]);
  expect(hasSentiment([said(0, 0, null)])).toBe(false);
  expect(hasSentiment([said(0, 0, null), said(1, 5, 0)])).toBe(true);
  expect(hasSentiment([])).toBe(false);
});

test.each([
  ['', 0],
  ['...', 0],
  ['one', 1],
  ['It’s a well-known fact', 4],
  ['Größe: 12 m²', 3],
])('%j has %i words', (text, count) => {
  expect(wordCount(text)).toBe(count);
});

describe('for any transcript', () => {
  const items = fc.array(
    fc.record({
      speaker: fc.constantFrom(0 as const, 1 as const),
      startTime: fc.double({ min: 0, max: 600, noNaN: true }),
      endTime: fc.double({ min: 0, max: 700, noNaN: true }),
      text: fc.oneof(fc.string(), fc.constant(long)),
      sentiment: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
    }),
    { maxLength: 60 },
  );

  test('points are on the axis, in the order of time, at most one per speaker and second', () => {
    fc.assert(
      fc.property(items, (transcript) => {
        const points = sentimentPoints(transcript);
        const places = new Set(points.map(({ speaker, second }) => `${speaker}/${second}`));
        expect(places.size).toBe(points.length);
        for (const [index, { value, second, item, speaker }] of points.entries()) {
          expect(Math.abs(value)).toBeLessThanOrEqual(1);
          expect(second).toBeGreaterThanOrEqual(points[index - 1]?.second ?? 0);
          expect(transcript[item]?.speaker).toBe(speaker);
        }
      }),
    );
  });

  test('no point is beyond the measured values of its speaker', () => {
    fc.assert(
      fc.property(items, (transcript) => {
        for (const speaker of [0, 1] as const) {
          const own = transcript.filter((item) => item.speaker === speaker && typeof item.sentiment === 'number');
          const range = [0, ...own.map(({ sentiment }) => sentiment ?? 0)];
          for (const { value } of sentimentPoints(own)) {
            expect(value).toBeGreaterThanOrEqual(Math.min(...range) - 1e-9);
            expect(value).toBeLessThanOrEqual(Math.max(...range) + 1e-9);
          }
        }
      }),
    );
  });
});
