import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type CompanyPlace, demoPlace } from '../demo/company.ts';
import { createCompany } from '../demo/create-company.ts';
import { holdMusicFolder } from '../features/account/hold-music.ts';
import { secretBox } from '../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { CommandError, type CommandGround, readWords } from './command.ts';
import { companyCommands } from './company-commands.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-companies-'));
const beside: CompanyPlace = {
  domains: { newer: 'tannhorst-2.example', classic: 'lindqvist-2.example', provider: 'taunus-telefon-2.example' },
  numbers: { newer: '+4930231251002', classic: '+4969900097002' },
};
let database: TestDatabase;
let ground: CommandGround;
/** Of the company that runs the server, and of another one with all that a company has. */
let own: string[];
let other: string[];
beforeAll(async () => {
  database = await testDatabase();
  const { db, url: databaseUrl } = database;
  const given = { now: new Date('2026-11-20T11:00:00Z'), hashes: [], makesSounds: false };
  own = await createCompany(db, dataDir, { ...given, place: demoPlace, runsServer: true });
  const registrar = '127.0.0.1:5999';
  other = await createCompany(db, dataDir, { ...given, place: beside, runsServer: false, registrar });
  ground = { config: readConfig({ DATA_DIR: dataDir }), db, databaseUrl, box: secretBox(Buffer.alloc(32, 7)) };
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const run = async (...line: string[]): Promise<string> => {
  const command = companyCommands.find(({ name }) => line.slice(0, 2).join(' ') === name);
  if (!command) throw new Error(`No command ${line.join(' ')}`);
  return await command.run(ground, readWords(command, line.slice(2)));
};

/** How many rows each table has of these accounts, where it has any. */
async function rowsOf(accounts: readonly string[]): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'account_id' and table_type = 'BASE TABLE'
      and table_name <> 'audit_log' order by 1`.execute(database.db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} where account_id = any(${[...accounts]}::text[])`.execute(
      database.db,
    );
    if (rows[0]?.count) counts[name] = rows[0].count;
  }
  return counts;
}

test('a company is added with an administrator who is invited, or not at all', async () => {
  const person = ['--email', 'ida@north.example', '--first', 'Ida', '--last', 'North'];
  expect(await run('account', 'add', 'North & Sons', ...person, '--area-code', '40')).toMatch(
    /^North & Sons was added with the id \S+\. Pass this link on/,
  );
  expect(await run('account', 'list')).toMatch(/North & Sons +1 user +0 calls +0 KB +invited/);
  const added = await database.db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['admin', 'password_hash', 'country', 'area_code', 'runs_server'])
    .where('email', '=', 'ida@north.example')
    .executeTakeFirst();
  expect(added).toEqual({ admin: true, password_hash: null, country: 'DE', area_code: '40', runs_server: false });

  await expect(run('account', 'add', 'South', ...person)).rejects.toThrow(/email/i);
  await expect(run('account', 'add', 'South', ...person, '--country', 'Germany')).rejects.toThrow('two capitals');
  expect(await run('account', 'list')).not.toMatch('South');
});

test('limits are set in words and shown with what is used, also below it', async () => {
  const [accountId = ''] = other;
  expect(await run('account', 'limit', accountId, '--users', '2', '--calls', '4', '--storage', '50 GB')).toMatch(
    /^The limits of .* are set. It has more than that now: [0-9]+ users. What it has stays.$/,
  );
  expect(await run('account', 'list')).toMatch(/[0-9]+ of 2 users +[0-9]+ of 4 calls +[0-9.]+ [KMG]B of 50 GB/);
  expect(await run('account', 'limit', accountId, '--users', 'none')).toMatch(/are set\.$/);
  for (const [option, value] of [
    ['--users', 'many'],
    ['--calls', '0'],
    ['--storage', '50'],
  ] as const) {
    await expect(run('account', 'limit', accountId, option, value), value).rejects.toThrow(CommandError);
  }
  await expect(run('account', 'limit', accountId)).rejects.toThrow('account limit <id>');
  await expect(run('account', 'limit', 's0', '--users', '3')).rejects.toThrow('no company with this id');
});

test('a company gets an address of its own, which no other one has', async () => {
  const [accountId = '', next = ''] = other;
  expect(await run('account', 'host', accountId, 'https://phone.own.example')).toMatch('https://phone.own.example');
  await expect(run('account', 'host', next, 'https://phone.own.example')).rejects.toThrow('Another company');
  await expect(run('account', 'host', next, 'http://phone.own.example')).rejects.toThrow('is not https');
  expect(await run('account', 'host', accountId, 'none')).toMatch('no address of its own');
});

test('everything of a company goes into a file that is not there yet', async () => {
  const [accountId = ''] = other;
  const file = join(dataDir, 'export.tar.gz');
  expect(await run('account', 'export', accountId, file)).toMatch(/^Everything of .* rows and [0-9]+ files/);
  await expect(run('account', 'export', accountId, file)).rejects.toThrow('already exists');
  await expect(run('account', 'export', 's0', `${file}2`)).rejects.toThrow('no company with this id');
  const { rows } = await sql<{ scope: string }>`
    select scope from audit_log where action = 'account.exported' order by scope`.execute(database.db);
  expect(rows.map(({ scope }) => scope).sort()).toEqual([accountId, 'server'].sort());
});

test('a company is removed whole once it is suspended, and nothing of another is', async () => {
  const [accountId = ''] = other;
  const [runs = ''] = own;
  const before = await rowsOf(own);
  expect(Object.keys(await rowsOf(other)).length).toBeGreaterThan(12);
  await expect(run('account', 'suspend', runs)).rejects.toThrow('runs the server');
  await expect(run('account', 'remove', accountId, '--name', 'Tannhorst')).rejects.toThrow('is called');
  const music = join(holdMusicFolder(dataDir), `${accountId}.wav`);
  const kept = join(holdMusicFolder(dataDir), `${runs}.wav`);
  mkdirSync(holdMusicFolder(dataDir), { recursive: true });
  for (const file of [music, kept]) writeFileSync(file, 'sound');
  for (const id of other) {
    const name = (await run('account', 'list')).split('\n').find((line) => line.startsWith(id));
    const whole = /^\S+\s+(.*?)\s{2,}/.exec(name ?? '')?.[1] ?? '';
    await expect(run('account', 'remove', id, '--name', whole)).rejects.toThrow('Suspend the company first');
    expect(await run('account', 'suspend', id)).toMatch('is suspended');
    expect(await run('account', 'suspend', id)).toMatch('is suspended');
    expect(await run('account', 'list')).toMatch(/suspended since 20/);
    expect(await run('account', 'remove', id, '--name', whole)).toMatch('is removed');
  }
  expect(await rowsOf(other)).toEqual({});
  expect(await rowsOf(own)).toEqual(before);
  expect([existsSync(music), existsSync(kept)]).toEqual([false, true]);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where scope = 'server' and target = ${accountId}
      and action in ('account.suspended', 'account.removed') order by id`.execute(database.db);
  expect(rows.map(({ action }) => action)).toEqual(['account.suspended', 'account.removed']);
  await expect(run('account', 'resume', accountId)).rejects.toThrow('no company with this id');
});
