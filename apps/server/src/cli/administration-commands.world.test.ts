import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createDemo } from '../demo/create-demo.ts';
import { secretBox } from '../storage/secret-box.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { accountCommands } from './account-commands.ts';
import { channelCommands } from './channel-commands.ts';
import { type CommandGround, readWords } from './command.ts';
import { invitationCommands } from './invitation-commands.ts';
import { peopleCommands } from './people-commands.ts';
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

const all = [...userCommands, ...peopleCommands, ...invitationCommands, ...channelCommands, ...accountCommands];
const run = async (...words: string[]): Promise<string> => {
  const command = all.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name);
  if (!command) throw new Error(`No command ${words.join(' ')}`);
  return await command.run(ground, readWords(command, words.slice(command.name.split(' ').length)));
};
const ofMara = ['--user', '11'];

test('a user is invited by a printed link, listed, and the invitation is withdrawn', async () => {
  const person = ['--email', 'neu@tannhorst.example', '--first', 'Nele', '--last', 'Neu', '--channel', 'support'];
  const printed = await run('invitation', 'add', ...person, ...ofMara);
  expect(printed).toMatch(/Nele Neu has the extension \d+\. Pass this link on/);
  expect(printed).toMatch(/^http:\/\/localhost:8080\/invitation\/[\w-]{43}$/m);
  expect(await run('invitation', 'list')).toContain('neu@tannhorst.example');
  expect(await run('user', 'list', ...ofMara)).toMatch(/neu@tannhorst\.example .*invited/);
  expect(await run('channel', 'list', ...ofMara)).toMatch(/Support .*Nele Neu/);
  expect(await run('invitation', 'resend', 'neu@tannhorst.example')).toContain('/invitation/');
  await run('invitation', 'withdraw', 'neu@tannhorst.example');
  expect(await run('invitation', 'list')).toBe('Nobody is invited.');
});

test('users who lost their second step and administrators outside the allowed networks get back in', async () => {
  const mara = await database.db
    .selectFrom('users')
    .select(['id', 'account_id'])
    .where('email', '=', 'mara@tannhorst.example')
    .executeTakeFirstOrThrow();
  const secret = { secret_sealed: Buffer.of(1), last_step: 0, confirmed_at: new Date() };
  await database.db
    .insertInto('authenticators')
    .values({ user_id: mara.id, account_id: mara.account_id, ...secret })
    .execute();
  expect(await run('second-factor', 'reset', ...ofMara)).toContain('signs in with the password alone now');
  expect(await database.db.selectFrom('authenticators').selectAll().execute()).toEqual([]);

  const shut = { sign_in: JSON.stringify({ secondFactor: 'everyone', adminNetworks: ['192.0.2.0/24'] }) };
  await database.db.updateTable('accounts').set(shut).where('id', '=', mara.account_id).execute();
  await run('administration', 'open', ...ofMara);
  const rules = database.db.selectFrom('accounts').select('sign_in').where('id', '=', mara.account_id);
  expect((await rules.executeTakeFirstOrThrow()).sign_in).toMatchObject({
    secondFactor: 'everyone',
    adminNetworks: [],
  });
});

test('people are changed, deactivated and removed; the last administrator stays', async () => {
  await run('user', 'change', 'tom@tannhorst.example', '--first', 'Thomas', '--grants', 'CONTACT_WRITE');
  expect(await run('user', 'list', ...ofMara)).toContain('Thomas Vale');
  await expect(run('user', 'change', 'mara@tannhorst.example', '--admin', 'no')).rejects.toThrow('last administrator');
  await expect(run('user', 'change', 'tom@tannhorst.example', '--admin', 'maybe')).rejects.toThrow('yes or no');
  await expect(run('user', 'remove', 'tom@tannhorst.example')).rejects.toThrow('Deactivate this user first.');
  await run('user', 'deactivate', 'tom@tannhorst.example');
  await run('user', 'reactivate', 'tom@tannhorst.example');
  expect(await run('user', 'sign-out', 'tom@tannhorst.example')).toContain('signed out');
  expect(await run('password', 'link', '--user', '14')).toMatch(/\/reset\/[\w-]{43}$/);
  await expect(run('user', 'sign-out', 'who@nowhere.example')).rejects.toThrow('No user has the address');
});

test('channels and numbers come, are given away, and go', async () => {
  const printed = await run('channel', 'add', '--name', 'Yard', '--members', '12,13', ...ofMara);
  expect(printed).toMatch(/^Channel Yard \(c\w+\) added with extension \d+\.$/);
  await expect(run('channel', 'add', '--name', 'yard', ...ofMara)).rejects.toThrow('already');
  expect(await run('number', 'add', '+493023125140', '--channel', 'yard', ...ofMara)).toContain('added');
  expect(await run('number', 'list', ...ofMara)).toMatch(/\+493023125140 +Yard/);
  await run('number', 'set', '+493023125140', '--channel', 'none', '--label', 'Free', ...ofMara);
  expect(await run('number', 'list', ...ofMara)).toMatch(/\+493023125140 +rings nowhere +Free/);
  await run('number', 'remove', '+493023125140', ...ofMara);
  // As the company writes it, and in full.
  expect(await run('number', 'add', '030 23125146', ...ofMara)).toContain('+493023125146');
  expect(await run('number', 'set', '0049 30 23125146', '--label', 'Gate', ...ofMara)).toContain('+493023125146');
  expect(await run('number', 'remove', '030/23125146', ...ofMara)).toContain('+493023125146');
  await expect(run('number', 'add', '12', ...ofMara)).rejects.toThrow('E.164');
  expect(await run('channel', 'members', 'Yard', '--members', '13', ...ofMara)).toBe('Yard has 1 member.');
  expect(await run('channel', 'remove', 'Yard', '--calls-to', 'Support', ...ofMara)).toBe('Channel Yard removed.');
  await expect(run('channel', 'remove', 'Yard', ...ofMara)).rejects.toThrow('There is no channel Yard.');
});

test('the simulation of a call is printed step by step', async () => {
  const monday = await run('routing', 'try', '30', '--at', '2026-11-23T10:00:00+01:00', ...ofMara);
  expect(monday).toMatch(/^At 2026-11-23 10:00:\n0 s +comes to Support +called\n0 s +rings /);
  const sunday = await run('routing', 'try', 'Support', '--at', '2026-11-22T10:00:00+01:00', ...ofMara);
  expect(sunday).toMatch(/is outside the hours\n.*leaves a message/);
});

test('flags are switched, and the audit log tells of all of it', async () => {
  expect(await run('flag', 'set', 'hasStatistics', 'on', ...ofMara)).toBe('hasStatistics is on.');
  expect(await run('flag', 'list', ...ofMara)).toMatch(/^hasStatistics +on$/m);
  await expect(run('flag', 'set', 'hasNothing', 'on', ...ofMara)).rejects.toThrow('hasNothing');
  const log = await run('audit', '--limit', '200', ...ofMara);
  for (const action of ['invitation.created', 'user.deactivated', 'channel.removed', 'account.flagsChanged']) {
    expect(log).toContain(action);
  }
  expect(await run('audit', '--action', 'number.added', ...ofMara)).toContain('+493023125140');
});

test('the voicemail of lines is switched for some and for all', async () => {
  expect(await run('user', 'voicemail', 'tom@tannhorst.example', '--enabled', 'yes', '--ring-seconds', '20')).toBe(
    '1 channel changed.',
  );
  expect(await run('user', 'voicemail', 'all', '--enabled', 'yes', ...ofMara)).toMatch(/^\d+ channels changed\./);
  expect(await run('user', 'voicemail', 'all', '--enabled', 'yes', ...ofMara)).toBe('0 channels changed.');
  await expect(run('user', 'voicemail', 'all', ...ofMara)).rejects.toThrow('nothing to change');
  await expect(run('user', 'voicemail', 'all', '--ring-seconds', '2', ...ofMara)).rejects.toThrow('ringSeconds');
});
