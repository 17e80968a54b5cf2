import { contact } from '@sidetone/contract/entities/contact.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, type ApiErrorCode } from '#live/line/api-error.ts';
import { contactQuery } from './contact-query.ts';

const anna = contact.parse({ id: 'k1', source: 'CARDDAV', name: 'Anna' });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A source that fails so many times; each request is noted with its second. */
function source(failures: number, code: ApiErrorCode = 'INTEGRATION_FAILED') {
  const began = Date.now();
  const askedAt: number[] = [];
  const get = async () => {
    askedAt.push((Date.now() - began) / 1000);
    if (askedAt.length <= failures) throw new ApiError(code, 'no');
    return anna;
  };
  return { askedAt, get };
}

test('a contact that could not be loaded is asked for four more times, a second apart', async () => {
  const { askedAt, get } = source(4);
  const got = new QueryClient().fetchQuery(contactQuery('k1', get));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await got).toEqual(anna);
  expect(askedAt).toEqual([0, 1, 2, 3, 4]);
  const never = source(5);
  const failed = expect(new QueryClient().fetchQuery(contactQuery('k1', never.get))).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
  expect(never.askedAt).toHaveLength(5);
});

test('a missing contact is not asked for again', async () => {
  const { askedAt, get } = source(1, 'NOT_FOUND');
  await expect(new QueryClient().fetchQuery(contactQuery('k1', get))).rejects.toThrow('no');
  expect(askedAt).toEqual([0]);
});

test('a fetched contact is cached for half an hour', async () => {
  const { askedAt, get } = source(0);
  const queries = new QueryClient();
  await queries.fetchQuery(contactQuery('k1', get));
  await vi.advanceTimersByTimeAsync(29 * 60_000);
  await queries.fetchQuery(contactQuery('k1', get));
  expect(askedAt).toEqual([0]);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  await queries.fetchQuery(contactQuery('k1', get));
  expect(askedAt).toHaveLength(2);
});
