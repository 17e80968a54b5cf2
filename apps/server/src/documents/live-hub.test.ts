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
