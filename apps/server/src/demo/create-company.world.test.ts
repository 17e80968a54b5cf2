import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordingsFolder } from '../sound/sound-files.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { type CompanyPlace, company, demoPlace } from './company.ts';
import { createCompany } from './create-company.ts';

const now = new Date('2026-11-20T11:00:00Z');
const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-company-'));
const beside: CompanyPlace = {
  domains: { newer: 'tannhorst-2.example', classic: 'lindqvist-2.example', provider: 'taunus-telefon-2.example' },
  numbers: { newer: '+4930231251002', classic: '+4969900097002' },
};
const common = { now, hashes: [], makesSounds: false };
let database: TestDatabase;
let accounts: string[][];
beforeAll(async () => {
  database = await testDatabase();
  accounts = [
    await createCompany(database.db, dataDir, { ...common, place: demoPlace, runsServer: true }),
    await createCompany(database.db, dataDir, {
      ...common,
      place: beside,
      runsServer: false,
      registrar: '127.0.0.1:5999',
    }),
  ];
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

test('a second company has as much as the first, and nothing of it', async () => {
  const { db } = database;
  for (const table of ['users', 'channels', 'contacts', 'inbox_events', 'numbers', 'extensions', 'phones'] as const) {
    const rows = await db.selectFrom(table).select('account_id').execute();
    const [first, second] = accounts.map((ids) => rows.filter((row) => ids.includes(row.account_id)).length);
    expect(second, table).toBe(first);
    expect(rows).toHaveLength(2 * (first ?? 0));
  }
  const inboxes = await db
    .selectFrom('inbox_events')
    .innerJoin('channels', 'channels.id', 'inbox_events.channel_id')
    .select(['inbox_events.account_id', 'channels.account_id as channel_account'])
    .execute();
  for (const row of inboxes) expect(row.channel_account).toBe(row.account_id);
});

test('its people, numbers and phones are found by its place, and its numbers can be called', async () => {
  const { db } = database;
  const [ids = []] = accounts.slice(1);
  const users = await db.selectFrom('users').select('email').where('account_id', 'in', ids).execute();
  expect(users.map(({ email }) => email).sort()).toEqual(
    [
      ...['mara', 'jonas', 'priya', 'tom', 'lene', 'samuel'].map((name) => `${name}@tannhorst-2.example`),
      ...['freya', 'anton'].map((name) => `${name}@lindqvist-2.example`),
      ...['line-941', 'line-942'].map((name) => `${name}@taunus-telefon-2.example`),
    ].sort(),
  );
  const numbers = await db.selectFrom('numbers').select('e164').where('account_id', 'in', ids).execute();
  for (const { e164 } of numbers) {
    expect(e164).toMatch(/^\+49(30231251|69900097)002\d\d$/);
    expect(normalizeNumber(e164, company)).toBe(e164);
  }
  const phones = await db.selectFrom('phones').select('registrar').where('account_id', 'in', ids).execute();
  expect(phones).toEqual([{ registrar: '127.0.0.1:5999' }, { registrar: '127.0.0.1:5999' }]);
});

test('its sounds wait for who brings them', async () => {
  const rows = await database.db.selectFrom('recordings').select(['account_id', 'state', 'original_path']).execute();
  expect(rows.length).toBeGreaterThan(1);
  for (const { account_id, state, original_path } of rows) {
    expect(state).toBe('processing');
    expect(original_path).toMatch(new RegExp(`^${account_id}/.+\\.wav$`));
  }
  expect(existsSync(recordingsFolder(dataDir))).toBe(false);
});
