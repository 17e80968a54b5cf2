import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wavHeader } from '@sidetone/wav/wav.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openFarFiles } from '../storage/files/open-far-files.ts';
import { secretBox } from '../storage/secret-box.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { callsCommands } from './calls-commands.ts';
import { readWords } from './command.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-cli-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const log = pino({ level: 'silent' });
const run = async (...words: string[]): Promise<string> => {
  const [command] = callsCommands;
  if (!command) throw new Error('there is no command');
  const config = readConfig({ DATA_DIR: dataDir });
  const openFar = () => openFarFiles({ db: database.db, config, log });
  const ground = { config, db: database.db, databaseUrl: database.url, openFar };
  return await command.run({ ...ground, box: secretBox(Buffer.alloc(32, 7)) }, readWords(command, words));
};
const settingsOf = (shown: string) => Object.fromEntries(shown.split('\n').map((line) => line.split(/ {2,}/)));

test('how a company wants its calls is shown, and changed one thing at a time', async () => {
  expect(settingsOf(await run())).toEqual({
    'Call waiting': 'no',
    'Recording consent': 'none',
    'Hold music': 'default',
    'Voicemail for new users': 'yes',
    'Pick up calls of colleagues': 'no',
    'Colleagues may call in': 'no',
    'Listening in on queues': 'off',
  });
  await run('--call-waiting', 'yes');
  await run('--recording-consent', 'keypress', '--hold-music', 'off', '--user', '11');
  expect(
    settingsOf(
      await run(
        '--voicemail-for-new-people',
        'no',
        '--pick-up-colleagues',
        'yes',
        '--intercom',
        'yes',
        '--supervision',
        'shown',
      ),
    ),
  ).toEqual({
    'Call waiting': 'yes',
    'Recording consent': 'keypress',
    'Hold music': 'off',
    'Voicemail for new users': 'no',
    'Pick up calls of colleagues': 'yes',
    'Colleagues may call in': 'yes',
    'Listening in on queues': 'shown',
  });
});

test('music is taken from a WAV file', async () => {
  const sound = Buffer.alloc(32_000);
  const file = join(dataDir, 'tune.wav');
  writeFileSync(file, Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, sound.length), sound]));
  expect(await run('--hold-music', file)).toMatch(/Hold music +own/);
  expect(existsSync(join(dataDir, 'hold-music', 's1.wav'))).toBe(true);
});

test('invalid settings are reported, and change nothing', async () => {
  const before = await run();
  writeFileSync(join(dataDir, 'text.wav'), 'no sound');
  await expect(run('--call-waiting', 'perhaps')).rejects.toThrow('--call-waiting is yes or no.');
  await expect(run('--voicemail-for-new-people', 'maybe')).rejects.toThrow('--voicemail-for-new-people is yes or no.');
  await expect(run('--recording-consent', 'never')).rejects.toThrow('--recording-consent is none,');
  await expect(run('--hold-music', join(dataDir, 'nowhere.wav'))).rejects.toThrow('cannot be read');
  await expect(run('--hold-music', join(dataDir, 'text.wav'))).rejects.toThrow('cannot be played');
  await expect(run('--user', '99')).rejects.toThrow('No user has the extension 99');
  expect(await run()).toBe(before);
});

test('where files lie in a bucket that this shell does not know, only what has to do with files is refused', async () => {
  const kept = { key: 's1/hold-music/s1.wav', account_id: 's1', folder: 'hold-music', path: 's1.wav' };
  const row = database.db.insertInto('far_files').values({ ...kept, state: 'stored', bytes: 1 });
  await row.execute();
  expect(await run('--call-waiting', 'no')).toMatch(/Call waiting +no/);
  const file = join(dataDir, 'music.wav');
  writeFileSync(file, Buffer.alloc(100));
  await expect(run('--hold-music', file)).rejects.toThrow('FILES is not set');
  await database.db.deleteFrom('far_files').execute();
});
