import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoPlace } from '../demo/company.ts';
import { createCompany } from '../demo/create-company.ts';
import { notifyFeed } from '../documents/change-feed.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { openCompanyLimits } from './company-limits.ts';
import { leftOut, tablesOfCompany } from './company-scope.ts';
import { exportCompany } from './export-company.ts';
import { storageMeasure } from './measure-storage.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-company-'));
let database: TestDatabase;
let newer: string;
let classic: string;
beforeAll(async () => {
  database = await testDatabase();
  const given = { now: new Date('2026-11-20T11:00:00Z'), hashes: [], makesSounds: false };
  const made = await createCompany(database.db, dataDir, { ...given, place: demoPlace, runsServer: true });
  [newer = '', classic = ''] = made;
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const write = (name: string, bytes: number): string => {
  const path = join(dataDir, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, Buffer.alloc(bytes));
  return path;
};
const bytesOf = async (accountId: string) => {
  const row = await database.db
    .selectFrom('account_storage')
    .select('bytes')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return Number(row?.bytes);
};

test('files are counted for the company they belong to, whatever names them, and those of nobody are not', async () => {
  const { db } = database;
  const { id: channelId } = await db
    .selectFrom('channels')
    .select('id')
    .where('account_id', '=', newer)
    .executeTakeFirstOrThrow();
  const measure = storageMeasure(db, dataDir);
  await measure();
  const before = await bytesOf(newer);
  const old = write(`recordings/${newer}/2024/01/r1.wav`, 1000);
  write(`voicemails/${newer}/2026/11/v1.wav`, 200);
  write(`greetings/${channelId}.wav`, 30);
  write(`hold-music/${newer}.wav`, 4);
  write('greetings/c-of-nobody.wav', 7777);
  write(`recordings/${classic}/2026/11/r2.wav`, 9);
  await measure();
  expect((await bytesOf(newer)) - before).toBe(1234);
  expect(await bytesOf(classic)).toBeGreaterThanOrEqual(9);

  // A month that is over is counted once, and once more when something of it goes.
  const month = join(old, '..');
  const longAgo = new Date(Date.now() - 7_200_000);
  for (const path of [old, month]) utimesSync(path, longAgo, longAgo);
  await measure();
  rmSync(old);
  await measure();
  expect((await bytesOf(newer)) - before).toBe(234);
});

test('files are not measured while the server starts, and what was measured last holds until they are', async () => {
  const { db, url } = database;
  const feed = await notifyFeed(url, () => {});
  await sql`update accounts set max_storage = 100 where id = ${newer}`.execute(db);
  await sql`insert into account_storage (account_id, bytes) values (${newer}, 100)
    on conflict (account_id) do update set bytes = 100`.execute(db);
  const limits = await openCompanyLimits({ db, dataDir, feed, onTrouble: () => {}, measureMs: 2000 });
  expect(limits.isStorageFull(newer)).toBe(true);
  await sleep(1000);
  expect(await bytesOf(newer)).toBe(100);
  await vi.waitFor(async () => expect(await bytesOf(newer)).not.toBe(100), 10_000);
  limits.stop();
  await feed.stop();
}, 30_000);

test('limits are known from memory, follow changes, and say when the storage is used up', async () => {
  const { db, url } = database;
  const feed = await notifyFeed(url, () => {});
  await sql`update accounts set max_calls = null, max_storage = null`.execute(db);
  const limits = await openCompanyLimits({ db, dataDir, feed, onTrouble: () => {}, measureMs: 50 });
  expect([limits.mostCallsOf(newer), limits.isStorageFull(newer)]).toEqual([null, false]);
  await sql`update accounts set max_calls = 3, max_storage = 1000000,
    number_plan = number_plan || '{"emergencyNumbers": ["4711"]}' where id = ${newer}`.execute(db);
  await vi.waitFor(() => expect(limits.mostCallsOf(newer)).toBe(3));
  expect(limits.mostCallsOf(classic)).toBeNull();
  // As `findNumber` reads them, which looks closer afterwards.
  for (const called of ['112', '0112', '04711', '+49 112', '1-1-2', '00049112', '0010049112'])
    expect(limits.isForHelp(newer, called), called).toBe(true);
  for (const called of ['20', '+49301234567']) expect(limits.isForHelp(newer, called), called).toBe(false);
  expect(limits.isForHelp(classic, '04711')).toBe(false);
  const large = write(`recordings/${newer}/2026/11/large.wav`, 2_000_000);
  await vi.waitFor(() => expect(limits.isStorageFull(newer)).toBe(true), 5000);
  rmSync(large);
  await vi.waitFor(() => expect(limits.isStorageFull(newer)).toBe(false), 5000);
  limits.stop();
  await feed.stop();
});

test('every table is a company’s, the server’s, or left out on purpose', async () => {
  const { tables, others } = await tablesOfCompany(database.db, newer);
  expect(others).toEqual([
    'ai_models',
    'audit_chain',
    'backup_runs',
    'call_snapshots',
    'erasures',
    'logout_tokens',
    'nodes',
    'oidc_documents',
    'presence_farewells',
    'settings',
    'sign_in_attempts',
    'sip_dialogs',
  ]);
  const names = tables.map(({ table }) => table);
  expect(names).toEqual(expect.arrayContaining(['accounts', 'users', 'inbox_events', 'channel_members', 'legs']));
  expect(names.filter((name) => leftOut.includes(name))).toEqual([]);
});

test('an export has everything of one company and nothing of another, and never takes the place of a file', async () => {
  const { db } = database;
  const folder = mkdtempSync(join(tmpdir(), 'sidetone-export-'));
  const file = join(folder, 'north.tar.gz');
  write(`recordings/${newer}/2026/11/kept.wav`, 321);
  const exported = await exportCompany(file, { db, dataDir, release: '0.0.0', accountId: newer });
  expect(exported.rows).toBeGreaterThan(100);
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const head = JSON.parse(read('sidetone-company.json'));
  const end = JSON.parse(read('end.json'));
  expect(head).toMatchObject({ format: 1, company: { id: newer } });
  for (const [table, columns] of Object.entries(head.tables as Record<string, string[]>)) {
    if (!columns.includes('account_id')) continue;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where account_id = ${newer}`.execute(db);
    expect([table, end.rows[table]]).toEqual([table, rows[0]?.count]);
  }
  const users = read('tables/users/00000001.ndjson').trim().split('\n');
  expect(users).toHaveLength(end.rows['users']);
  const rows = readdirSync(join(folder, 'tables'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => read(join('tables', name)));
  for (const text of rows) expect(text).not.toMatch(/"(?!sent_digest|digest)[a-z_]*(sealed|hash|digest)":/);
  expect(rows.join('')).toContain(newer);
  expect(rows.join('')).not.toContain(classic);
  expect(existsSync(join(folder, `files/recordings/${newer}/2026/11/kept.wav`))).toBe(true);
  expect(existsSync(join(folder, `files/recordings/${classic}`))).toBe(false);

  const before = readFileSync(file);
  await expect(exportCompany(file, { db, dataDir, release: '0.0.0', accountId: newer })).rejects.toMatchObject({
    code: 'EEXIST',
  });
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(`${file}.part`)).toBe(false);

  // What fails before its first byte leaves nothing that the next one would stumble over, and takes nothing from another.
  const gone = join(folder, 'gone.tar.gz');
  const failing = () => exportCompany(gone, { db, dataDir, release: '0.0.0', accountId: 'nobody' });
  await expect(failing()).rejects.toThrow();
  expect(existsSync(`${gone}.part`)).toBe(false);
  writeFileSync(`${gone}.part`, 'of another export');
  await expect(failing()).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(`${gone}.part`, 'utf8')).toBe('of another export');
  rmSync(folder, { recursive: true });
});
