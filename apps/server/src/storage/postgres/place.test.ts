import { expect, test } from 'vitest';
import { socketFolderOf } from './place.ts';

test('the socket is beside the tables, where its path is short enough for the system and PostgreSQL can read it', () => {
  expect(socketFolderOf('/srv/sidetone/pg', 5432)).toBe('/srv/sidetone/pg');
  const longest = `/${'d'.repeat(103 - '//.s.PGSQL.5432'.length)}`;
  expect(socketFolderOf(longest, 5432)).toBe(longest);
  expect(socketFolderOf(longest, 54321)).toBeUndefined();
  expect(socketFolderOf(`${longest.slice(0, -1)}ä`, 5432)).toBeUndefined();
  expect(socketFolderOf('/srv/one,two/pg', 5432)).toBeUndefined();
});
