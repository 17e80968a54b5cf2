import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { forgetOldAttempts, signInThrottle } from './throttle.ts';

let database: TestDatabase;
let now = new Date('2026-11-20T10:00:00Z');
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const slept: number[] = [];
const throttle = () =>
  signInThrottle(database.db, { now: () => now, sleep: async (milliseconds) => slept.push(milliseconds) });
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
/** What an attempt that then fails gets: its wait in seconds, or nothing when it was let through. */
const failing = async (email: string, address: string) => {
  try {
    await throttle().attempt(email, address);
    return null;
  } catch (error) {
    return (error as { retryAfterSeconds: number }).retryAfterSeconds;
  }
};

test('after five failures each further one doubles the wait, up to a quarter of an hour', async () => {
  for (let i = 0; i < 5; i += 1) expect(await failing('anna@x.example', '10.0.0.1')).toBeNull();
  expect(await failing('anna@x.example', '10.0.0.1')).toBe(15);
  expect(await failing('ANNA@x.example ', '10.0.0.1')).toBe(15);
  later(15);
  expect(await failing('anna@x.example', '10.0.0.1')).toBeNull();
  expect(await failing('anna@x.example', '10.0.0.1')).toBe(30);
  for (const wait of [30, 60, 120, 240, 480, 900, 900]) {
    expect(await failing('anna@x.example', '10.0.0.1')).toBe(wait);
    later(wait);
    expect(await failing('anna@x.example', '10.0.0.1')).toBeNull();
  }
});

test('another person who guesses does not lock the user out at their own address', async () => {
  for (let i = 0; i < 6; i += 1) await failing('bert@x.example', '10.0.0.2');
  expect(await failing('bert@x.example', '10.0.0.2')).toBeGreaterThan(0);
  expect(await failing('bert@x.example', '10.0.0.3')).toBeNull();
});

test('one address that tries many names is slowed down as a whole', async () => {
  for (let i = 0; i < 50; i += 1) expect(await failing(`user${i}@x.example`, '10.0.0.4')).toBeNull();
  expect(await failing('fresh@x.example', '10.0.0.4')).toBe(15);
});

test('an attacker with a whole network of addresses guesses no faster than with one', async () => {
  for (let i = 0; i < 5; i += 1) expect(await failing('erik@x.example', `2001:db8:0:7::${i}`)).toBeNull();
  expect(await failing('erik@x.example', '2001:db8:0:7:ffff::1')).toBe(15);
  expect(await failing('erik@x.example', '2001:db8:0:8::1')).toBeNull();
  expect(await failing('his-colleague@x.example', '2001:db8:0:7::1')).toBeNull();
});

test('one network of IPv6 that tries many names is slowed down, whatever address of it each comes from', async () => {
  const refused: (number | null)[] = [];
  for (let i = 0; i < 51; i += 1) refused.push(await failing(`one${i}@v6.example`, `2001:db8:a:1::${i + 1}`));
  expect(refused.indexOf(15)).toBe(50);
});

test('a home and a site of IPv6 have limits of their own, larger ones', async () => {
  const network = (i: number) => i.toString(16);
  const home: (number | null)[] = [];
  for (let i = 0; i < 11; i += 1) home.push(await failing('gerd@x.example', `2001:db8:b:10${network(i)}::1`));
  expect(home.indexOf(15)).toBe(10);
  const site: (number | null)[] = [];
  for (let i = 0; i < 21; i += 1) site.push(await failing('hanna@x.example', `2001:db8:c:${network(i + 1)}00::1`));
  expect(site.indexOf(15)).toBe(20);
  expect(await failing('hanna@x.example', '2001:db8:d::1')).toBeNull();
});

test('attempts that no longer count are not stored', async () => {
  await failing('finn@x.example', '10.0.0.8');
  const count = async () => (await database.db.selectFrom('sign_in_attempts').select('key').execute()).length;
  const before = await count();
  await forgetOldAttempts(database.db, new Date(now.getTime() + 3_599_000));
  expect(await count()).toBe(before);
  await forgetOldAttempts(database.db, new Date(now.getTime() + 3_601_000));
  expect(await count()).toBe(0);
});

test('a user whose password everyone guesses is slowed down and never locked out', async () => {
  slept.length = 0;
  for (let i = 0; i < 50; i += 1) await throttle().pace('ida@x.example');
  expect(slept).toEqual([]);
  await throttle().pace('IDA@x.example');
  const mine = await throttle().pace('ida@x.example');
  expect(slept).toEqual([100]);
  await mine.succeeded();
  for (let i = 0; i < 100; i += 1) await throttle().pace('ida@x.example');
  expect(Math.max(...slept)).toBe(5000);
  await throttle().pace('somebody.else@x.example');
  expect(slept).toHaveLength(101);
  later(2 * 60 * 60);
  slept.length = 0;
  await throttle().pace('ida@x.example');
  expect(slept).toEqual([]);
});

test('a success forgets the failures of that name, and an hour forgets them all', async () => {
  for (let i = 0; i < 4; i += 1) await failing('cora@x.example', '10.0.0.5');
  await (await throttle().attempt('cora@x.example', '10.0.0.5')).succeeded();
  for (let i = 0; i < 5; i += 1) expect(await failing('cora@x.example', '10.0.0.5')).toBeNull();
  expect(await failing('cora@x.example', '10.0.0.5')).toBe(15);
  later(3601);
  for (let i = 0; i < 5; i += 1) expect(await failing('cora@x.example', '10.0.0.5')).toBeNull();
});

test('many attempts at the same moment do not slip through together', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => failing('dora@x.example', '10.0.0.6')));
  expect(outcomes.filter((wait) => wait === null)).toHaveLength(5);
});

test('typed names are not stored in the clear', async () => {
  await failing('my secret password', '10.0.0.7');
  const rows = await database.db.selectFrom('sign_in_attempts').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('secret');
});
