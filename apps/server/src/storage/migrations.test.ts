import { expect, test } from 'vitest';
import { knownMigrations } from './database.ts';

test('each migration has a number of its own, so that all run in one order everywhere', () => {
  const numbers = knownMigrations().map((name) => /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(numbers.length);
});
