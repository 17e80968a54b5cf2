import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '#live/line/api-error.ts';
import { removePhone } from './use-set-up-phones.ts';

const mocks = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('#live/line/http.ts', () => ({ call: mocks.call }));
vi.mock('../use-refusal.ts', () => ({ useRefusal: () => () => '' }));

afterEach(() => void vi.resetAllMocks());

test('a phone that somebody else has removed is gone, and one that could not be removed is not', async () => {
  mocks.call.mockResolvedValueOnce({});
  expect(await removePhone('d1')).toBe(true);
  mocks.call.mockRejectedValueOnce(new ApiError('NOT_FOUND', 'no'));
  expect(await removePhone('d2')).toBe(true);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  mocks.call.mockRejectedValueOnce(new ApiError('FORBIDDEN', 'no'));
  expect(await removePhone('d3')).toBe(false);
});
