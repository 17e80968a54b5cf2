import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { credentials } from '../exchange-memory/credentials.ts';
import { migrate, migrateTo } from './database.ts';
import { secretBox } from './secret-box.ts';
import { plantSeed, readSeed, seededReleases } from './testing/seed.ts';
import { emptyDatabase, type TestDatabase } from './testing/test-database.ts';

const endpointRow = z.object({ sip_username: z.string(), ha1: z.string(), kind: z.enum(['app', 'phone']) });
const [firstRelease = ''] = seededReleases();
const seed = readSeed(firstRelease);
const before = seed.rows.filter(({ table }) => table === 'endpoints').map(({ row }) => endpointRow.parse(row));
let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  await migrateTo(database.db, seed.migratedTo);
  await plantSeed(database.db, seed);
});
afterAll(() => database.drop());

test('the earlier credentials of phones are gone from every row, and still let them in', async () => {
  const fileOf = async () => {
    const { rows } = await sql<{ file: string }>`select pg_relation_filepath('endpoints') as file`.execute(database.db);
    return rows[0]?.file;
  };
  const fileBefore = await fileOf();
  await migrate(database.db);
  // A table that is written again leaves no old copies of its rows behind.
  expect(await fileOf()).not.toBe(fileBefore);
  const { rows } = await sql<{ ha1: string }>`select ha1 from endpoints`.execute(database.db);
  expect(rows.length).toBe(before.length);
  expect(new Set(rows.map(({ ha1 }) => ha1))).toEqual(new Set(['']));
  const known = credentials(database.db, secretBox(Buffer.from(seed.key, 'base64')));
  // Apps read what their sign-in proves itself with.
  const phones = before.filter(({ kind }) => kind === 'phone');
  for (const { sip_username, ha1 } of phones) {
    expect(await known.bySipUsername(sip_username)).toEqual([expect.objectContaining({ ha1 })]);
  }
  expect(phones.length).toBeGreaterThan(0);
  expect(before[0]?.ha1).toHaveLength(createHash('md5').update('').digest('hex').length);
});
