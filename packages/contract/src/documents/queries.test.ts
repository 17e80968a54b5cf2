import { expect, test } from 'vitest';
import { z } from 'zod';
import { liveQueries } from './queries.ts';

test.each(Object.entries(liveQueries))('%s goes by its own name, and its rows have id and rev', (name, query) => {
  expect(query.name).toBe(name);
  expect(query.row.shape).toHaveProperty('id');
  expect(query.row.shape).toHaveProperty('rev');
  expect(() => z.toJSONSchema(query.row, { io: 'output' })).not.toThrow();
});

test('an inbox is asked for 100 events by default, up to 1000', () => {
  const { params } = liveQueries.inbox;
  expect(params.parse({ channelId: 'c1' })).toEqual({ channelId: 'c1', limit: 100 });
  expect(params.safeParse({ channelId: 'c1', limit: 1000 }).success).toBe(true);
  for (const limit of [0, 1001, 1.5, -1, '100'])
    expect(params.safeParse({ channelId: 'c1', limit }).success).toBe(false);
  expect(params.safeParse({ limit: 10 }).success).toBe(false);
});

test('a shared channel without a follow-up time is no row either', () => {
  const row = { id: 'c1', rev: 1, name: 'Service', type: 'acd', channelType: 'shared' };
  expect(liveQueries.channels.row.safeParse(row).success).toBe(false);
  expect(liveQueries.channels.row.safeParse({ ...row, followUpTime: 10 }).success).toBe(true);
});
