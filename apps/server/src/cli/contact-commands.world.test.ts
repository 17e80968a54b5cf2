import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createAccount, createUser } from '../identity/accounts.ts';
import { secretBox } from '../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { type CommandGround, readWords } from './command.ts';
import { contactCommands } from './contact-commands.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-cli-'));
let database: TestDatabase;
let ground: CommandGround;
beforeAll(async () => {
  database = await testDatabase();
  const { db, url: databaseUrl } = database;
  for (const [id, admin] of [
    ['acme', true],
    ['bolt', true],
    ['none', false],
  ] as const) {
    await createAccount(db, { name: id, id, country: 'DE', areaCode: '30', runsServer: id === 'acme' });
    await createUser(db, { accountId: id, firstName: 'Anna', lastName: id, email: `anna@${id}.example`, admin });
  }
  ground = { config: readConfig({ DATA_DIR: dataDir }), db, databaseUrl, box: secretBox(Buffer.alloc(32, 7)) };
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const run = async (name: string, ...words: string[]) => {
  const command = contactCommands.find((one) => one.name === `contacts ${name}`);
  if (!command) throw new Error(`No command ${name}`);
  return await command.run(ground, readWords(command, words));
};
const file = (name: string, text: string): string => {
  const path = join(dataDir, name);
  writeFileSync(path, text);
  return path;
};

test('a file goes in and comes out, of the company that was named', async () => {
  const people = file('people.csv', 'Name,Phone,Shoe size\nAnna Bell,901820,38\n,901821,\n');
  const said = await run('import', people, '--account', 'bolt');
  expect(said).toMatch(/^Added +1\nUpdated +0\nLeft out +1\n/);
  expect(said).toMatch(/IGNORED_COLUMNS +Shoe size/);
  expect(said).toMatch(/3 +NO_NAME +901821/);
  const out = join(dataDir, 'out.vcf');
  expect(await run('export', out, '--user', 'anna@bolt.example')).toBe(`The contacts are in ${out}.`);
  expect(readFileSync(out, 'utf8')).toContain('FN:Anna Bell\r\nN:;;;;\r\nTEL');
  await run('export', out, '--account', 'acme');
  expect(readFileSync(out, 'utf8')).toBe('');
  const table = join(dataDir, 'out.csv');
  await run('export', table, '--account', 'bolt');
  expect(readFileSync(table, 'utf8')).toContain('Anna Bell,,,,,,');
});

test('impossible imports are reported', async () => {
  await expect(run('import', 'nowhere.vcf')).rejects.toThrow('cannot be read');
  await expect(run('import', dataDir)).rejects.toThrow('cannot be read');
  await expect(run('import', file('letter.txt', 'Dear Anna,\nhow are you?'))).rejects.toThrow('could not be imported');
  await expect(run('import', file('x.vcf', 'x'), '--account', 'who')).rejects.toThrow('There is no company who.');
  await expect(run('import', file('x.vcf', 'x'), '--account', 'none')).rejects.toThrow('no administrator');
  const both = ['--account', 'acme', '--user', 'anna@bolt.example'];
  await expect(run('import', file('x.vcf', 'x'), ...both)).rejects.toThrow('does not belong to the company');
  await expect(run('export', join(dataDir, 'no/such/folder.vcf'))).rejects.toThrow('cannot be written');
  await expect(run('export', join(dataDir, 'x'), '--format', 'xml')).rejects.toThrow('vcard or csv');
});
