import { expect, test, vi } from 'vitest';
import { ApiError } from '#live/api-error.ts';
import { call } from '#live/http.ts';
import { deleteFavorite } from './favorites-store.ts';

vi.mock('#live/http.ts', () => ({ call: vi.fn() }));
vi.mock('#live/live.ts', () => ({}));
vi.mock('#live/session.ts', () => ({ onPersonChange: () => {} }));

test('SFAV-006: a favorite that another window removed first is gone, and other failures are reported', async () => {
  vi.mocked(call).mockRejectedValueOnce(new ApiError('NOT_FOUND', 'There is no such favorite.'));
  await expect(deleteFavorite('f1')).resolves.toBeUndefined();
  vi.mocked(call).mockRejectedValueOnce(new ApiError('NETWORK', 'Nobody answers.'));
  await expect(deleteFavorite('f1')).rejects.toMatchObject({ code: 'NETWORK' });
});
