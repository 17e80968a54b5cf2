import { expect, test } from 'vitest';
import { dayPartOf, mayAskForRating, withAsked } from './rating-rules.ts';

const hourMs = 60 * 60_000;
/** A Monday; days and hours count from its midnight. */
const monday = Date.UTC(2026, 0, 5);
const at = (day: number, hour: number, ms = 0) => monday + (day * 24 + hour) * hourMs + ms;
const utcHour = (moment: number) => new Date(moment).getUTCHours();
const may = (shownAt: readonly number[], now: number) => mayAskForRating(shownAt, now, utcHour);

test.each<[string, readonly number[], number, boolean]>([
  ['nobody was asked yet', [], at(0, 9), true],
  ['asked a moment ago', [at(0, 9)], at(0, 9, 1), false],
  ['in another part of the same day', [at(0, 9)], at(0, 15), false],
  ['a millisecond before a day has passed', [at(0, 13)], at(1, 13, -1), false],
  ['after a day, in the same part of it', [at(0, 11)], at(1, 12), false],
  ['exactly a day later, which is the same part', [at(0, 11)], at(1, 11), false],
  ['after a day, in a later part', [at(0, 9)], at(1, 10), true],
  ['the morning after an afternoon, a day not yet over', [at(0, 15)], at(1, 9), false],
  ['the second morning after an afternoon', [at(0, 15)], at(2, 9), true],
  ['long ago, in the same part as last time', [at(0, 9)], at(40, 9), false],
  ['long ago, in another part', [at(0, 9)], at(40, 14), true],
  ['a part of earlier in the week that was not the last', [at(0, 9), at(1, 12)], at(3, 9), true],
  ['three times in seven days', [at(0, 9), at(1, 12), at(2, 15)], at(4, 9), true],
  ['four times in seven days', [at(0, 9), at(1, 12), at(2, 15), at(4, 9)], at(6, 15), false],
  [
    'the first of four is a millisecond short of seven days ago',
    [at(0, 9), at(1, 12), at(2, 15), at(4, 13)],
    at(7, 9, -1),
    false,
  ],
  ['the first of four is seven days ago', [at(0, 9), at(1, 12), at(2, 15), at(4, 13)], at(7, 9), true],
  ['the clock was in the future and is right again', [at(300, 9)], at(0, 9), true],
  ['what a wrong clock wrote hides nothing', [at(0, 9), at(300, 15)], at(0, 15), false],
])('%s: %j', (_when, shownAt, now, expected) => {
  expect(may(shownAt, now)).toBe(expected);
});

test('10 and 14 belong to the later part, 0 to the first', () => {
  const parts = Array.from({ length: 24 }, (_, hour) => dayPartOf(hour));
  expect(parts).toEqual([...Array(10).fill(0), ...Array(4).fill(1), ...Array(10).fill(2)]);
});

test('a user who calls every hour for four weeks is asked, and never against a rule', () => {
  let shown: readonly number[] = [];
  const all: number[] = [];
  for (let hour = 0; hour < 28 * 24; hour += 1) {
    const now = at(0, hour);
    if (!may(shown, now)) continue;
    shown = withAsked(shown, now);
    all.push(now);
  }
  expect(all.length).toBeGreaterThan(8);
  for (const [place, now] of all.entries()) {
    const before = all[place - 1];
    if (before === undefined) continue;
    expect(now - before).toBeGreaterThanOrEqual(24 * hourMs);
    expect(dayPartOf(utcHour(now))).not.toBe(dayPartOf(utcHour(before)));
    expect(all.filter((one) => one <= now && now - one < 7 * 24 * hourMs).length).toBeLessThanOrEqual(4);
  }
});

test('only times that a rule still needs are kept, the last one always', () => {
  expect(withAsked([at(0, 9), at(6, 9), at(300, 9)], at(8, 9))).toEqual([at(6, 9), at(8, 9)]);
});
