import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createDemo } from '../demo/create-demo.ts';
import { passwordMatches } from '../identity/passwords.ts';
import { readDemoSignIns } from '../storage/demo-sign-ins.ts';
import { secretBox } from '../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { type CommandGround, readWords } from './command.ts';
import { phoneCommands } from './phone-commands.ts';
import { userCommands } from './user-commands.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-cli-'));
let database: TestDatabase;
let ground: CommandGround;
beforeAll(async () => {
  database = await testDatabase();
  const { db, url: databaseUrl } = database;
  await createDemo(db, dataDir, new Date());
  ground = { config: readConfig({ DATA_DIR: dataDir }), db, databaseUrl, box: secretBox(Buffer.alloc(32, 7)) };
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const run = async (line: string): Promise<string> => {
  const command = [...phoneCommands, ...userCommands].find(({ name }) => line.startsWith(name));
  if (!command) throw new Error(`No command ${line}`);
  const words = line.slice(command.name.length).trim();
  return await command.run(ground, readWords(command, words === '' ? [] : words.split(' ')));
};

const passwordHash = async (email: string) =>
  (await database.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirst())
    ?.password_hash;

test('a phone is added by extension or address, listed, and removed', async () => {
  const shown = await run('phone add --user 14 --name Window');
  const [, username = '', password = ''] = /User name +(\S+)\n +Password +(\S+)/.exec(shown) ?? [];
  expect(shown).toContain(`<sip:${username}@127.0.0.1:5060;transport=udp>;auth_pass=${password}`);
  expect(await run('phone list')).toMatch(new RegExp(`^${username} +tom@tannhorst.example +Window$`, 'm'));
  const rows = database.db.selectFrom('endpoints').selectAll();
  const row = await rows.where('sip_username', '=', username).executeTakeFirstOrThrow();
  expect(ground.box.unseal(row.password_sealed)).toBe(password);
  await run(`phone remove ${username}`);
  expect(await run('phone list')).not.toContain(username);
  await expect(run(`phone remove ${username}`)).rejects.toThrow('There is no phone');
});

test('an unknown user, a missing option and an unknown one are reported', async () => {
  await expect(run('phone add --user 99')).rejects.toThrow('No user has the extension 99.');
  await expect(run('phone add --user who@nowhere.example')).rejects.toThrow('No user has the address');
  await expect(run('phone add --user 14 --name Win\u202ewod')).rejects.toThrow(/^name: a name has no line ends/);
  await expect(run('phone add')).rejects.toThrow('--user is missing.');
  await expect(run('phone add --user')).rejects.toThrow('--user needs a value.');
  await expect(run('phone list --all')).rejects.toThrow('There is no option --all.');
});

test('a new person can sign in with the printed password; a taken address or extension is refused', async () => {
  const printed = await run('user add --email new@tannhorst.example --first New --last Person --extension 31');
  const password = printed.split(' ').at(-1) ?? '';
  expect(printed).toContain('extension 31');
  expect(await passwordMatches(await passwordHash('new@tannhorst.example'), password)).toBe(true);
  const again = 'user add --first A --last B';
  await expect(run(`${again} --email NEW@tannhorst.example`)).rejects.toThrow('This email address is already in use');
  await expect(run(`${again} --email other@tannhorst.example --extension 31`)).rejects.toThrow(
    'extension is already taken',
  );
});

test('a reset password replaces the old one, ends sessions, and the demo list shows it', async () => {
  const { email, password: old } = readDemoSignIns(dataDir)[2] ?? { email: '', password: '' };
  const { id } = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const document = { model: 'Session', grant_id: null, uid: null, expires_at: null, consumed_at: null };
  await database.db
    .insertInto('oidc_documents')
    .values([
      { ...document, id: 'theirs', payload: JSON.stringify({ accountId: id }) },
      { ...document, id: 'another', payload: JSON.stringify({ accountId: 'w-other' }) },
    ])
    .execute();
  const printed = await run(`password reset --user ${email}`);
  const now = printed.split(' ').at(-1) ?? '';
  expect(await passwordMatches(await passwordHash(email), now)).toBe(true);
  expect(await passwordMatches(await passwordHash(email), old)).toBe(false);
  expect(await run('sign-ins')).toContain(now);
  const open = database.db.selectFrom('oidc_documents').select('id').where('consumed_at', 'is', null);
  expect(await open.execute()).toEqual([{ id: 'another' }]);
});
