import { beforeEach, expect, test, vi } from 'vitest';
import { takeName } from './take-name.ts';

/** What is on the disk, by its name. */
const disk = vi.hoisted(() => ({ files: new Map<string, string>(), hasLinks: true }));

vi.mock('node:fs/promises', () => {
  const failed = (code: string) => Object.assign(new Error(code), { code });
  const requireFree = (path: string) => {
    if (disk.files.has(path)) throw failed('EEXIST');
  };
  return {
    async link(from: string, to: string) {
      if (!disk.hasLinks) throw failed('EPERM');
      requireFree(to);
      disk.files.set(to, disk.files.get(from) ?? '');
    },
    async open(path: string) {
      requireFree(path);
      disk.files.set(path, '');
      return { close: async () => {} };
    },
    async rename(from: string, to: string) {
      disk.files.set(to, disk.files.get(from) ?? '');
      disk.files.delete(from);
    },
  };
});

beforeEach(() => {
  disk.files.clear();
  disk.files.set('north.part', 'everything');
});

test.each([true, false])('a file gets its name, and none that a file has; hard links: %s', async (hasLinks) => {
  disk.hasLinks = hasLinks;
  await takeName('north.part', 'north');
  expect(disk.files.get('north')).toBe('everything');
  disk.files.set('south', 'of another');
  disk.files.set('south.part', 'everything');
  await expect(takeName('south.part', 'south')).rejects.toMatchObject({ code: 'EEXIST' });
  expect(disk.files.get('south')).toBe('of another');
});
