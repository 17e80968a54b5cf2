import { someHubSpot } from '@sidetone/contract/entities/testing/some-connection.ts';
import { type FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useBelongings, useCandidates, useFoundRecords } from './use-found-records.ts';
import { useOutcomes, useTaskTypes } from './use-options.ts';

const mocks = vi.hoisted(() => ({ call: vi.fn(), asked: [] as unknown[] }));
vi.mock('#live/line/http.ts', () => ({ call: mocks.call }));
vi.mock('#i18n/use-words.ts', () => ({ useWords: () => ({ language: 'en' }) }));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<typeof import('@tanstack/react-query')>()),
  useQuery: (query: unknown) => void mocks.asked.push(query),
  useQueries: ({ queries }: { queries: unknown[] }) => {
    mocks.asked.push(...queries);
    return queries.map(() => ({ isError: false, isPending: true, data: undefined }));
  },
}));
beforeEach(() => {
  vi.useFakeTimers();
  mocks.call.mockReset().mockResolvedValue({});
  mocks.asked.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const crm = someHubSpot({ callLoggingEntityTypes: ['contacts', 'deals'] });
const minute = 60_000;

/** How often the server is asked by the query of a hook: twice within `ms`, and once after it. */
async function asksOf(hook: () => unknown, ms: number): Promise<number[]> {
  renderToStaticMarkup(
    createElement(() => {
      hook();
      return null;
    }),
  );
  expect(mocks.asked).toHaveLength(1);
  const client = new QueryClient();
  const ask = async () => {
    await client.fetchQuery(mocks.asked[0] as FetchQueryOptions);
    return mocks.call.mock.calls.length;
  };
  const asks = [await ask()];
  await vi.advanceTimersByTimeAsync(ms - 1);
  asks.push(await ask());
  await vi.advanceTimersByTimeAsync(2);
  asks.push(await ask());
  client.clear();
  return asks;
}

test('SAPI-103 SCONST-032: records of CRMs are kept for 30 minutes', async () => {
  expect(await asksOf(() => useFoundRecords([crm], 'Cooling', null), 30 * minute)).toEqual([1, 1, 2]);
});

test('SAPI-103: who called is kept for 30 minutes as well', async () => {
  expect(await asksOf(() => useCandidates({ channelId: 'c', sessionId: 's' }, 0), 30 * minute)).toEqual([1, 1, 2]);
});

test('SAPI-103 API-084: what a contact belongs to is kept for 30 minutes', async () => {
  expect(await asksOf(() => useBelongings([{ contactId: 'paper-31' }], true), 30 * minute)).toEqual([1, 1, 2]);
});

test('SAPI-105 SCONST-033: outcomes are kept for 10 minutes', async () => {
  expect(await asksOf(() => useOutcomes([crm]), 10 * minute)).toEqual([1, 1, 2]);
});

test('SAPI-104 SCONST-033: types of tasks are kept for 10 minutes', async () => {
  expect(await asksOf(() => useTaskTypes([crm]), 10 * minute)).toEqual([1, 1, 2]);
});
