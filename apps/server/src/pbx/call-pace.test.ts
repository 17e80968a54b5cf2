import { expect, test } from 'vitest';
import { callPace } from './call-pace.ts';

/** Calls of a server whose processor does one after the other, each for so long, by a clock of its own. */
function server(workMs: number) {
  let clock = 0;
  const pace = callPace(() => clock);
  const beginning: { readonly begun: (hasBegun: boolean) => void; left: number; readonly since: number }[] = [];
  const times: number[] = [];
  let refused = 0;
  return {
    pace,
    times,
    refused: () => refused,
    /** Lets calls come at an even pace for a while. */
    run(perSecond: number, ms: number) {
      const until = clock + ms;
      for (let next = clock; clock < until; clock += 1) {
        for (; next <= clock; next += 1000 / perSecond) {
          if (pace.isFull()) refused += 1;
          else beginning.push({ begun: pace.begin(), left: workMs, since: clock });
        }
        const [first] = beginning;
        if (!first) continue;
        first.left -= 1;
        if (first.left > 0) continue;
        beginning.shift();
        first.begun(true);
        times.push(clock - first.since);
      }
    },
  };
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

test('with ten times more calls than a server bears those that are let in are begun in time, and it stays busy', () => {
  const { run, times, refused } = server(20);
  run(500, 10_000);
  expect(refused()).toBeGreaterThan(4000);
  expect(times.length).toBeGreaterThan(450);
  // Three at the same time, of 20 ms each; eight at first.
  expect(percentile(times.slice(100), 0.95)).toBeLessThanOrEqual(80);
});

test('nobody is refused while calls come no faster than they are begun, or a few come together', () => {
  const { run, refused, pace } = server(10);
  run(60, 10_000);
  expect(refused()).toBe(0);
  for (let at = 0; at < 8; at += 1) pace.begin();
  expect(pace.isFull()).toBe(false);
});

test('where each call takes long, as with a database far away, it is not taken for waiting', () => {
  let clock = 0;
  const pace = callPace(() => clock);
  for (let at = 0; at < 500; at += 1) {
    const together = Array.from({ length: pace.limit }, () => pace.begin());
    clock += 150;
    for (const begun of together) begun(true);
  }
  expect(pace.limit).toBeGreaterThan(25);
  expect(pace.limit).toBeLessThanOrEqual(100);
});

test('after a time of too many calls as many are let in as before', () => {
  const { run, pace, refused } = server(20);
  run(500, 5000);
  expect(pace.limit).toBeLessThan(5);
  const before = refused();
  run(25, 60_000);
  expect(refused() - before).toBeLessThan(3);
});

test('a few that come together are let in again as soon as nobody was refused for a while', () => {
  let clock = 0;
  const pace = callPace(() => clock);
  const slow = () => {
    const together: ((hasBegun: boolean) => void)[] = [];
    while (!pace.isFull()) together.push(pace.begin());
    clock += 200;
    for (const begun of together) begun(true);
  };
  pace.begin()(true);
  for (let at = 0; at < 4; at += 1) slow();
  expect(pace.limit).toBe(8);
  for (let at = 0; at < 20; at += 1) slow();
  expect(pace.limit).toBe(3);
  clock += 2001;
  expect(pace.limit).toBe(8);
});

test('one that is said to have begun twice counts once', () => {
  const pace = callPace(() => 0);
  const first = pace.begin();
  for (let at = 0; at < pace.limit - 1; at += 1) pace.begin();
  first(true);
  first(true);
  expect(pace.isFull()).toBe(false);
  pace.begin();
  expect(pace.isFull()).toBe(true);
});

test('calls that are refused early do not make others look slow', () => {
  let clock = 0;
  const pace = callPace(() => clock);
  for (let at = 0; at < 200; at += 1) {
    const [refused, ...others] = Array.from({ length: pace.limit }, () => pace.begin());
    clock += 2;
    refused?.(false);
    clock += 100;
    for (const begun of others) begun(true);
  }
  expect(pace.limit).toBeGreaterThan(20);
});
