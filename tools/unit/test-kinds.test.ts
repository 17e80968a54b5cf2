import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { complaintAbout, evidenceOf, kindOf } from './test-kinds.ts';

const root = dirname(dirname(import.meta.dirname));
const files = globSync('{apps,packages,tools}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
});

test('the name of a file says its kind', () => {
  expect(kindOf('calls.test.ts')).toBe('pure');
  expect(kindOf('Call.mocked.test.tsx')).toBe('mocked');
  expect(kindOf('world.test.ts')).toBe('pure');
  expect(kindOf('calls.world.test.ts')).toBe('world');
  expect(kindOf('calls.alone.test.ts')).toBe('alone');
});

test('every file of unit tests is called what it is', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => complaintAbout(join(root, file)) ?? [])).toEqual([]);
});

test('what test support needs of the world, the file that uses it needs', () => {
  const { world } = evidenceOf(join(root, 'apps/server/src/features/inbox/inbox.world.test.ts'));
  expect(world).toContain('apps/server/src/storage/testing/test-database.ts imports pg');
});

test('types of a module of the world need nothing', () => {
  expect(evidenceOf(join(root, 'apps/server/src/realtime/gateway.mocked.test.ts')).world).toEqual([]);
});
