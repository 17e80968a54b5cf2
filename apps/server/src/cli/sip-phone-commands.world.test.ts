import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { secretBox } from '../storage/secret-box.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { type CommandGround, readWords } from './command.ts';
import { sipPhoneCommands } from './sip-phone-commands.ts';

let database: TestDatabase;
let ground: CommandGround;
beforeAll(async () => {
  database = await testDatabase();
  const { db, url: databaseUrl } = database;
  await someCompany(db);
  ground = { config: readConfig({ DATA_DIR: '/nowhere' }), db, databaseUrl, box: secretBox(Buffer.alloc(32, 7)) };
});
afterEach(() => {
  delete process.env['SIP_PHONE_PASSWORD'];
});
afterAll(() => database.drop());

const run = async (line: string): Promise<string> => {
  const command = sipPhoneCommands.find(({ name }) => line.startsWith(name));
  if (!command) throw new Error(`No command ${line}`);
  const words = line.slice(command.name.length).trim();
  return await command.run(ground, readWords(command, words === '' ? [] : words.split(' ')));
};
const add = async (more = '') => {
  process.env['SIP_PHONE_PASSWORD'] = 'north-wind';
  const said = await run(`sip-phone add anna@example.com --registrar 10.0.0.7 --username line-1 ${more}`.trim());
  return /^Phone (\S+) /.exec(said)?.[1] ?? '';
};
const rowOf = (id: string) =>
  database.db.selectFrom('phones').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a phone in the own network is added, changed, assigned to another user and removed, each in the audit log', async () => {
  const id = await add('--number +4969900091,+4969900092');
  expect(await rowOf(id)).toMatchObject({
    name: 'line-1',
    user_id: 'wanna',
    registrar: '10.0.0.7',
    reaches: 'everywhere',
    caller_id: '+4969900091',
  });
  process.env['SIP_PHONE_PASSWORD'] = 'south-wind';
  await run(`sip-phone set ${id} --user 12 --name Hall --caller-id +4969900092 --proxy proxy.example --password`);
  const changed = await rowOf(id);
  expect(changed).toMatchObject({
    name: 'Hall',
    user_id: 'wben',
    username: 'line-1',
    outbound_proxy: 'proxy.example',
    caller_id: '+4969900092',
  });
  expect(ground.box.unseal(changed.password_sealed)).toBe('south-wind');
  await run(`sip-phone set ${id} --caller-id account --proxy none`);
  expect(await rowOf(id)).toMatchObject({ caller_id: null, outbound_proxy: null, name: 'Hall' });
  expect(await run('sip-phone list')).toMatch(new RegExp(`${id} +ben@example.com +line-1 at 10.0.0.7`));
  await run(`sip-phone remove ${id}`);
  expect(await run('sip-phone list')).toContain('There is no SIP account yet');
  const log = await database.db.selectFrom('audit_log').select(['action', 'detail']).orderBy('id').execute();
  expect(log.map(({ action }) => action)).toEqual([
    'sipAccount.added',
    'sipAccount.changed',
    'sipAccount.changed',
    'sipAccount.removed',
  ]);
  expect(JSON.stringify(log)).not.toMatch(/north-wind|south-wind/);
});

test('invalid settings are reported', async () => {
  await expect(add('--number 0691234')).rejects.toThrow('phoneNumbers.0.phoneNumber: not a number in E.164 form');
  await expect(run('sip-phone add anna@example.com --registrar x')).rejects.toThrow('--username is missing.');
  await expect(run('sip-phone set nobody --name Hall')).rejects.toThrow('There is no phone nobody.');
  await expect(run('sip-phone remove nobody')).rejects.toThrow('There is no phone nobody.');
  const id = await add();
  await expect(run(`sip-phone set ${id} --caller-id +493012345`)).rejects.toThrow(
    'is not a number of this SIP account',
  );
});
