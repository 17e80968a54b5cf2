import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonText } from './json-text.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('PostgreSQL takes any text as JSON, and what it cannot keep is left out of it', async () => {
  const value = { name: 'Än\0na \ud83d', list: ['\udc00', 1, null], whole: '\u{1f600}' };
  const { rows } = await sql<{ kept: unknown }>`select ${jsonText(value)}::jsonb as kept`.execute(database.db);
  expect(rows[0]?.kept).toEqual({ name: 'Änna \ufffd', list: ['\ufffd', 1, null], whole: '\u{1f600}' });
});
