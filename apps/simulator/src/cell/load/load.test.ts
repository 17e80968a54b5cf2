import { expect, test } from 'vitest';
import { loadCell } from './cell-load.ts';
import { cellOf, loadOf, measuredPoint, readLoad } from './load.ts';

const busyOf = (result: ReturnType<typeof loadCell>, wanted: string): number =>
  result.busy.find(({ part }) => part === wanted)?.share ?? 0;

test('at the measured point the simulation is as busy and as quick as the real server', () => {
  const ten = loadCell(measuredPoint(10));
  // Measured: 20 and 11 ms of processor time for a call, and p95 of 14 and of 34 ms.
  expect(busyOf(ten, 'services')).toBeCloseTo(0.2, 1);
  expect(busyOf(ten, 'PostgreSQL')).toBeCloseTo(0.11, 1);
  expect(ten.ringing.p95).toBeGreaterThan(14);
  expect(ten.ringing.p95).toBeLessThan(60);
  // Measured: 20 calls a second without a failure, the next step of 40 not.
  expect(loadCell(measuredPoint(20)).ringing.p95).toBeLessThan(100);
  expect(loadCell(measuredPoint(60)).ringing.p95).toBeGreaterThan(1_000);
});

test('one server that is alone waits as the formula of M/M/1 says', () => {
  const figures = { ...measuredPoint(30).figures, postgres: 0, notices: 0, services: 20 / 0.45 };
  const { ringing } = loadCell({ ...measuredPoint(30), figures: { ...figures, services: 20 } }, 7);
  // Three phases of one call share one server: it is busy for 60 of 100 ms.
  expect(ringing.p50).toBeGreaterThan(9 * Math.LN2);
  expect(ringing.p99).toBeLessThan(200);
});

test('a million people are as many cells as they need, and what is full first is named', () => {
  const load = readLoad('people=1000000');
  if (!load) throw new Error('not read');
  const { cells, cell } = cellOf(load);
  expect(cells).toBe(20);
  expect(cell.callsASecond).toBeCloseTo(27.8, 1);
  expect(cell.standing).toBeCloseTo(5_000, 0);
  expect(loadOf(load).join('\n')).toMatch(/First \S+ is full: at [\d,]+ people/);
});

test('words that say something else are refused', () => {
  for (const word of ['people', 'people=0', 'people=1e6', 'folk=3', 'people=5,__proto__=1', '']) {
    expect(readLoad(word), word).toBeUndefined();
  }
  expect(readLoad('people=5000,carriers=2')).toMatchObject({ people: 5_000, carriers: 2, postgres: 8 });
});
