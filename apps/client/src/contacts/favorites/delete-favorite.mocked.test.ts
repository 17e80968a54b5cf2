import { expect, test, vi } from 'vitest';
import { ApiError } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { deleteFavorite } from './favorites-store.ts';

vi.mock('#live/line/http.ts', () => ({ call: vi.fn() }));
vi.mock('#live/queries/live.ts', () => ({}));
vi.mock('#live/line/session.ts', () => ({ onPersonChange: () => {} }));

test('SFAV-006: a favorite that another window removed first is gone, and other failures are reported', async () => {
  vi.mocked(call).mockRejectedValueOnce(new ApiError('NOT_FOUND', 'There is no such favorite.'));
  await expect(deleteFavorite('f1')).resolves.toBeUndefined();
  vi.mocked(call).mockRejectedValueOnce(new ApiError('NETWORK', 'Nobody answers.'));
  await expect(deleteFavorite('f1')).rejects.toMatchObject({ code: 'NETWORK' });
});
