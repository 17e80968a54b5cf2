import type { LiveQuery } from '@sidetone/contract/documents/live-query.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type LiveHub, liveHub } from './live-hub.ts';
import { liveSource } from './live-source.ts';

interface Desk {
  readonly id: string;
  readonly rev: number;
}

const query = { name: 'desks', params: z.object({}), row: z.object({ id: z.string(), rev: z.number() }) };

let hub: LiveHub;
const stop = new AbortController();
afterEach(() => {
  stop.abort();
  hub.stop();
});

test('an answer whose topics follow its rows keeps listening to the topics that stay', async () => {
  const told = new Set<(topics: readonly string[]) => void>();
  const change = (topic: string) => {
    for (const listener of told) listener([topic]);
  };
  let rows: Desk[] = [];
  const source = liveSource<LiveQuery>({
    query,
    authorize: async () => true,
    topics: (_asker, _params, shown) => ['desks', ...shown.map(({ id }) => `lamp of ${id}`)],
    rows: async () => rows,
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
  const seen: unknown[] = [];
  void (async () => {
    for await (const message of hub.watch('desks', { userId: 'w1', accountId: 's1' }, {}, stop.signal))
      seen.push(message);
  })();
  await vi.waitFor(() => expect(seen).toHaveLength(1));

  rows = [{ id: 'a', rev: 1 }];
  change('desks');
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  rows = [...rows, { id: 'b', rev: 2 }];
  change('desks');
  await vi.waitFor(() => expect(seen).toHaveLength(3));
  rows = [{ id: 'a', rev: 3 }, ...rows.slice(1)];
  change('lamp of a');
  await vi.waitFor(() => expect(seen).toHaveLength(4));
  rows = rows.slice(1);
  change('desks');
  await vi.waitFor(() => expect(seen).toHaveLength(5));

  rows = [{ id: 'b', rev: 9 }];
  change('lamp of a');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(seen).toHaveLength(5);
});

test('nothing is watched by an id that no database takes: there is no such thing', async () => {
  const read = vi.fn(async () => []);
  const source = liveSource<LiveQuery>({
    query: { ...query, params: z.object({ of: z.object({ ids: z.array(z.string()) }) }) },
    authorize: async () => true,
    topics: () => [],
    rows: read,
  });
  const feed = { onChange: () => () => {}, onGap: () => () => undefined, stop: async () => undefined };
  hub = liveHub(feed, [source], (error) => expect.fail(String(error)));
  const over = new AbortController();
  const asked = (id: string) =>
    hub.watch('desks', { userId: 'w1', accountId: 's1' }, { of: { ids: ['a', id] } }, over.signal).next();
  await expect(asked('b\0')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(read).not.toHaveBeenCalled();
  await expect(asked('\\u0000')).resolves.toMatchObject({ value: { type: 'snapshot' } });
  over.abort();
});

test('after a gap little is read in the same moment, and much of it over ten seconds; access is asked first', async () => {
  let lose = () => {};
  let stopped = 0;
  const reads = new Map<string, number>();
  const asked: string[] = [];
  const source = liveSource<LiveQuery>({
    query,
    authorize: async ({ userId }) => {
      asked.push(userId);
      return true;
    },
    topics: () => ['desks'],
    accessTopics: ({ userId }) => [`user ${userId}`],
    rows: async ({ userId }) => {
      reads.set(userId, (reads.get(userId) ?? 0) + 1);
      return [{ id: userId, rev: reads.get(userId) ?? 0 }];
    },
  });
  let hear: (topics: readonly string[]) => void = () => {};
  const feed = {
    onChange: (listener: typeof hear) => {
      hear = listener;
      return () => {};
    },
    onGap: (listener: () => void) => {
      lose = listener;
      return () => {
        stopped += 1;
      };
    },
    stop: async () => undefined,
  };
  hub = liveHub(feed, [source], (error) => expect.fail(String(error)));
  const over = new AbortController();
  const users = Array.from({ length: 400 }, (_, index) => `w${index}`);
  const watches = users.map((userId) => hub.watch('desks', { userId, accountId: 's1' }, {}, over.signal));
  await Promise.all(watches.map((each) => each.next()));
  expect(asked).toHaveLength(400);

  const next = watches.map((each) => each.next());
  lose();
  await new Promise((resolve) => setTimeout(resolve, 50));
  // 800 listeners: some had their turn, and most are still to come.
  expect(asked.length).toBeGreaterThan(400);
  expect(asked.length).toBeLessThan(800);
  expect([...reads.values()].filter((count) => count > 1).length).toBeLessThan(400);
  // One that hears of a change before its turn is asked for access all the same.
  hear(['desks']);
  await Promise.all(next);
  expect(users.filter((user) => asked.filter((one) => one === user).length < 2)).toEqual([]);
  over.abort();
  hub.stop();
  expect(stopped).toBe(1);
});
