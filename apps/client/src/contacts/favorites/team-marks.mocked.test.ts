import { contact } from '@sidetone/contract/entities/contact.ts';
import type { FavoriteWithContact } from '@sidetone/contract/entities/favorite.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { teamMarks } from './team-marks.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const row = (id: string, about: object): FavoriteWithContact =>
  ({
    id,
    contactId: `TEAM:${id}`,
    contact: contact.parse({ id, source: 'TEAM', name: id, phoneNumbers: [] }),
    ...about,
  }) as FavoriteWithContact;

test('SERR-043: a team mark that cannot be saved is logged, and users are told nothing', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const save = vi.fn((_id: string, _isTeam: boolean) => Promise.reject(new Error('offline')));
  const mark = teamMarks(save);
  const rows = [row('lacks', {}), row('known', { isTeam: true }), row('gone', { contact: null })];
  expect(() => mark(rows)).not.toThrow();
  mark(rows);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1));
  expect(save.mock.calls).toEqual([['lacks', false]]);
  expect(warn.mock.calls[0]?.[1]).toBe('lacks');
});
