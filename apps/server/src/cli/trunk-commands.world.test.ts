import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { secretBox } from '../storage/secret-box.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { type CommandGround, readWords } from './command.ts';
import { trunkCommands } from './trunk-commands.ts';

let database: TestDatabase;
let ground: CommandGround;
beforeAll(async () => {
  database = await testDatabase();
  const { db, url: databaseUrl } = database;
  await someCompany(db);
  await db.updateTable('accounts').set({ runs_server: true }).where('id', '=', 's1').execute();
  ground = { config: readConfig({ DATA_DIR: '/nowhere' }), db, databaseUrl, box: secretBox(Buffer.alloc(32, 7)) };
});
afterAll(() => {
  delete process.env['TRUNK_PASSWORD'];
  return database.drop();
});

const run = async (line: string): Promise<string> => {
  const command = trunkCommands.find(({ name }) => line.startsWith(name));
  if (!command) throw new Error(`No command ${line}`);
  const words = line.slice(command.name.length).trim();
  return await command.run(ground, readWords(command, words === '' ? [] : words.split(' ')));
};

test('a trunk is added with its password sealed, listed, and removed; each is in the audit log', async () => {
  expect(await run('trunk list')).toContain('There is no trunk yet');
  process.env['TRUNK_PASSWORD'] = 'north-wind';
  const added = await run(
    'trunk add --name North --host sip.example.net --port 5070 --username acct7 --priority 3 --from 192.0.2.0/24,::1 --caller-id assertedIdentity --emergency',
  );
  const id = /^Trunk (\S+) /.exec(added)?.[1] ?? '';
  expect(await run('trunk list')).toMatch(
    new RegExp(`^${id} +\\S.* North +acct7 at sip.example.net:5070;udp +priority 3, emergency +trying`),
  );
  const row = await database.db.selectFrom('trunks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(ground.box.unseal(row.password_sealed ?? Buffer.alloc(0))).toBe('north-wind');
  expect(row.source_addresses).toEqual(['192.0.2.0/24', '::1']);
  await expect(run('trunk add --name North --host 192.0.2.1')).rejects.toThrow('A trunk named North already exists.');
  await run(`trunk remove ${id}`);
  expect(await run('trunk list')).toContain('There is no trunk yet');
  const log = await database.db.selectFrom('audit_log').select(['action', 'detail']).orderBy('id').execute();
  expect(log.map(({ action }) => action)).toEqual(['trunk.added', 'trunk.removed']);
  expect(JSON.stringify(log)).not.toContain('north-wind');
});

test('invalid trunk settings are reported', async () => {
  await expect(run('trunk add --name A --host sip:x')).rejects.toThrow('host: not a host name or address');
  await expect(run('trunk add --name A --host x --port 0')).rejects.toThrow('port:');
  await expect(run('trunk add --name A --host x --srtp require')).rejects.toThrow('over TLS only');
  await expect(run('trunk add --name A')).rejects.toThrow('--host is missing.');
  await expect(run('trunk remove nobody')).rejects.toThrow('There is no trunk nobody.');
});
