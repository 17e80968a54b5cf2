import type { LiveQuery } from '@sidetone/contract/documents/live-query.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type LiveHub, liveHub } from './live-hub.ts';
import { liveSource } from './live-source.ts';

const query = { name: 'names', params: z.object({}), row: z.object({ id: z.string(), rev: z.number() }) };

let hub: LiveHub;
let stop: AbortController;
let change: (topic: string) => void;
/** What the rows say, which someone writes. */
let rev: number;
let readings: number;
/** The last that was sent. */
let shown: unknown;

beforeEach(async () => {
  vi.useFakeTimers();
  stop = new AbortController();
  [rev, readings, shown] = [1, 0, undefined];
  const told = new Set<(topics: readonly string[]) => void>();
  change = (topic) => {
    rev += 1;
    for (const listener of told) listener([topic]);
  };
  const source = liveSource<LiveQuery>({
    query,
    authorize: async () => true,
    topics: () => ['calls'],
    calmTopics: () => ['contacts'],
    async rows() {
      readings += 1;
      return [{ id: 'a', rev }];
    },
  });
  const feed = {
    onChange: (listener: (topics: readonly string[]) => void) => {
      told.add(listener);
      return () => told.delete(listener);
    },
    onGap: () => () => undefined,
    stop: async () => undefined,
  };
  hub = liveHub(feed, [source], (error) => expect.fail(String(error)));
  void (async () => {
    for await (const message of hub.watch('names', { userId: 'w1', accountId: 's1' }, {}, stop.signal))
      shown = 'rows' in message ? message.rows[0]?.rev : message;
  })();
  await pass(100);
  expect([readings, shown]).toEqual([1, 1]);
});
afterEach(() => {
  stop.abort();
  hub.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a single change of a contact is read immediately', async () => {
  change('contacts');
  await pass(10);
  expect(readings).toBe(2);
  await pass(5000);
  expect(readings).toBe(2);
  change('contacts');
  await pass(10);
  expect(readings).toBe(3);
});

test('of contacts that change all the time it reads once a second, and the last of them', async () => {
  for (let at = 0; at < 100; at += 1) {
    change('contacts');
    await pass(50);
  }
  expect(readings).toBeGreaterThanOrEqual(5);
  expect(readings).toBeLessThanOrEqual(7);
  await pass(1000);
  expect(readings).toBeLessThanOrEqual(7);
  expect(JSON.stringify(shown)).toContain(`"rev":${rev}`);
});

test('a call that arrives in between is read immediately', async () => {
  change('contacts');
  await pass(10);
  change('contacts');
  await pass(10);
  expect(readings).toBe(2);
  change('calls');
  await pass(10);
  expect([readings, JSON.stringify(shown).includes(`"rev":${rev}`)]).toEqual([3, true]);
});

test('a subscriber who leaves in between leaves nothing behind', async () => {
  change('contacts');
  await pass(10);
  change('contacts');
  stop.abort();
  await pass(10);
  expect([hub.sizes(), vi.getTimerCount()]).toEqual([{ subscriptions: 0, views: 0 }, 0]);
  await pass(5000);
  expect(readings).toBe(2);
});
