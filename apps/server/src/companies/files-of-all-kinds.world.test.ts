import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { wavOf } from '@sidetone/wav/wav.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdMusic, holdMusicFolder } from '../features/account/hold-music.ts';
import { announcementFiles, announcementsFolder } from '../features/announcements/announcement-files.ts';
import { contactFilesFolder, storedFiles } from '../features/contact-files/stored-file.ts';
import { assetFiles, userAssetsFolder } from '../features/feedback/asset-files.ts';
import { greetings, greetingsFolder } from '../features/sounds/greetings.ts';
import { createAccount, createUser } from '../identity/accounts.ts';
import { soundFiles } from '../sound/sound-files.ts';
import { s3Blobs } from '../storage/blobs/s3-blobs.ts';
import { type FarFiles, farFiles } from '../storage/files/far-files.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { transcriptFiles, transcriptsFolder } from '../storage/transcript-files.ts';
import { type S3Double, s3Double } from '../testing/s3/s3-double.ts';
import { allFilesOfCompany } from './company-files.ts';
import { storageMeasure } from './measure-storage.ts';
import { moveToBucket, moveToFolder } from './move-files.ts';

const hasty = { connectMs: 1000, answerMs: 1000, idleMs: 1000, attempts: 1 };
const wav = Buffer.from(wavOf([new Int16Array(8000)], 8000));
let database: TestDatabase;
let root: string;
let s3: S3Double;
let ids: { accountId: string; channelId: string; userId: string };
const open: FarFiles[] = [];
beforeAll(async () => {
  database = await testDatabase();
  root = mkdtempSync(join(tmpdir(), 'sidetone-kinds-'));
  s3 = await s3Double();
  const accountId = await createAccount(database.db, { name: 'Acme', country: 'DE', areaCode: '30' });
  const person = { accountId, firstName: 'Ada', lastName: 'A', email: 'ada@acme.example' };
  const { channelId, userId } = await createUser(database.db, person);
  ids = { accountId, channelId, userId };
  await database.db.insertInto('assistants').values({ id: 'helper', account_id: accountId, name: 'Helper' }).execute();
});
beforeEach(async () => {
  s3.objects.clear();
  await database.db.deleteFrom('far_files').execute();
  await database.db.deleteFrom('recordings').execute();
});
afterEach(async () => {
  for (const far of open.splice(0)) await far.stop();
});
afterAll(async () => {
  await s3?.close();
  await database?.drop();
  rmSync(root, { recursive: true, force: true });
});

/** A server with its files in the data folder, or in S3. */
function server(place: 'folder' | 'S3', dataDir = mkdtempSync(join(root, 'server-'))) {
  const blobs = s3Blobs(s3.config, hasty);
  const far = farFiles({ db: database.db, blobs, dataDir, cacheBytes: 10_000_000, log: pino({ level: 'silent' }) });
  open.push(far);
  const used = place === 'S3' ? far : undefined;
  const sounds = Object.fromEntries(
    ['recordings', 'voicemails', 'captures', 'answers'].map((name) => [
      name,
      soundFiles(join(dataDir, name), used?.of(name)),
    ]),
  );
  return {
    dataDir,
    far,
    sounds,
    music: holdMusic(holdMusicFolder(dataDir), used?.of('hold-music')),
    announcements: announcementFiles(announcementsFolder(dataDir), used?.of('announcements')),
    greetings: greetings(greetingsFolder(dataDir), used?.of('greetings')),
    assets: assetFiles(userAssetsFolder(dataDir), used?.of('user-assets')),
    transcripts: transcriptFiles(transcriptsFolder(dataDir), used?.of('transcripts')),
    imports: storedFiles(contactFilesFolder(dataDir), used?.of('contact-files')),
  };
}
type Server = ReturnType<typeof server>;

const transcript = { assistantId: 'helper', transcriptDocId: 't1' };
const pathOf = (name: string) => `${ids.accountId}/2026/11/${name}1.wav`;
/** Every kind of file: how it comes, where another machine finds it, and how it goes. */
const kinds: Record<
  string,
  { keep(at: Server): Promise<unknown>; find(at: Server): Promise<string | null>; drop(at: Server): Promise<unknown> }
> = {
  ...Object.fromEntries(
    ['recordings', 'voicemails', 'captures', 'answers'].map((name) => [
      name,
      {
        async keep({ sounds }: Server) {
          const files = sounds[name];
          await files?.makeRoom(pathOf(name));
          writeFileSync(files?.whole(pathOf(name)) ?? '', wav);
          await database.db.transaction().execute(async (trx) => await files?.handIn(trx, [pathOf(name)]));
          await files?.tidy([pathOf(name)]);
        },
        find: async ({ sounds }: Server) => (await sounds[name]?.near(pathOf(name))) ?? null,
        drop: async ({ sounds }: Server) => await sounds[name]?.remove(pathOf(name)),
      },
    ]),
  ),
  'hold music': {
    keep: ({ music }) => music.keep(ids.accountId, wav),
    find: ({ music }) => music.fileOf(ids.accountId),
    drop: ({ music }) => music.remove(ids.accountId),
  },
  announcement: {
    keep: ({ announcements }) => announcements.keep('a1', wav, ids.accountId),
    find: ({ announcements }) => announcements.fileOf('a1'),
    drop: ({ announcements }) => announcements.remove('a1'),
  },
  greeting: {
    keep: (at) => at.greetings.keep(ids.channelId, wav, { text: 'Hallo', language: 'de' }),
    async find(at) {
      const said = await at.greetings.saidIn(ids.channelId);
      expect(said === null || said.text === 'Hallo').toBe(true);
      return await at.greetings.fileOf(ids.channelId);
    },
    drop: (at) => at.greetings.remove(ids.channelId),
  },
  'picture of feedback': {
    async keep({ assets }) {
      await assets.receive('p1', wav, 1_000_000, () => new Error('too large'));
      await assets.keep('p1', ids.accountId);
    },
    find: ({ assets }) => assets.fileOf('p1'),
    drop: ({ assets }) => assets.remove('p1'),
  },
  transcript: {
    keep: ({ transcripts }) => transcripts.keep(transcript, 'words'),
    find: ({ transcripts }) => transcripts.fileOf(transcript),
    drop: ({ transcripts }) => transcripts.remove(transcript),
  },
  'file of contacts': {
    keep: ({ imports }) => imports.keep('m1', Buffer.from('name,number'), ids.accountId),
    async find({ imports }) {
      const path = await imports.near('m1');
      return existsSync(path) ? path : null;
    },
    drop: ({ imports }) => imports.remove('m1'),
  },
};
const names = Object.keys(kinds);
const kindOf = (name: string) => kinds[name] as (typeof kinds)[string];

test.each(names)('%s: in a folder its file lies where it always did, and goes with it', async (name) => {
  const [here, kind] = [server('folder'), kindOf(name)];
  await kind.keep(here);
  const path = await kind.find(here);
  expect(path?.startsWith(here.dataDir)).toBe(true);
  expect([await database.db.selectFrom('far_files').execute(), s3.objects.size]).toEqual([[], 0]);
  expect(readdirSync(here.dataDir)).toHaveLength(1);
  await kind.drop(here);
  expect(await kind.find(here)).toBeNull();
});

test.each(names)(
  '%s: in S3 every machine finds it, nothing stays on the disk but a copy, and it goes everywhere',
  async (name) => {
    const [here, there, kind] = [server('S3'), server('S3'), kindOf(name)];
    await kind.keep(here);
    await here.far.porter.carry();
    expect(s3.objects.size).toBe(name === 'greeting' ? 2 : 1);
    for (const key of s3.objects.keys()) expect(key).toMatch(new RegExp(`^phones/${ids.accountId}/`));
    const [mine, theirs] = [await kind.find(here), await kind.find(there)];
    expect(theirs?.startsWith(there.dataDir)).toBe(true);
    expect(readFileSync(theirs ?? '')).toEqual(readFileSync(mine ?? ''));
    await kind.drop(there);
    await there.far.porter.carry();
    expect([s3.objects.size, await kind.find(here), await kind.find(there)]).toEqual([0, null, null]);
  },
);

const record = async (here: Server, id: string, state: 'ready' | 'recording'): Promise<string> => {
  const path = `${ids.accountId}/2026/10/${id}.wav`;
  const about = { account_id: ids.accountId, user_id: ids.userId, channel_id: ids.channelId, session_id: id };
  const row = { id, ...about, doc_id: `doc-${id}`, mode: 'manual' as const, state, original_path: path };
  await database.db
    .insertInto('recordings')
    .values({ ...row, started_at: new Date() })
    .execute();
  mkdirSync(dirname(join(here.dataDir, 'recordings', path)), { recursive: true });
  writeFileSync(join(here.dataDir, 'recordings', path), wav);
  return path;
};

test('files of an earlier release move to S3 and back, those in use stay, and a second time there is nothing to do', async () => {
  const { db } = database;
  const before = server('folder');
  const [done, running] = [await record(before, 'r1', 'ready'), await record(before, 'r2', 'recording')];
  for (const name of ['hold music', 'greeting', 'transcript']) await kindOf(name).keep(before);
  const { dataDir } = before;
  const tree = () =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(dataDir.length + 1)] : []))
      .filter((name) => !name.startsWith('files-'))
      .sort();
  const all = tree();
  const measured = (await storageMeasure(db, dataDir)()).get(ids.accountId);

  const after = server('S3', dataDir);
  const given = { db, dataDir, far: after.far, onProgress: () => {} };
  expect(await moveToBucket(given)).toMatchObject({ files: 5, left: 1 });
  expect(tree()).toEqual([`recordings/${running}`]);
  expect(s3.objects.size).toBe(5);
  expect((await storageMeasure(db, dataDir)()).get(ids.accountId)).toBe(measured);
  expect(readFileSync((await after.sounds['recordings']?.near(done)) ?? '')).toEqual(wav);
  expect(await after.greetings.saidIn(ids.channelId)).toMatchObject({ text: 'Hallo' });
  expect(await moveToBucket(given)).toMatchObject({ files: 0, left: 1 });

  // What is not as it was sent stays in the bucket.
  const another = server('S3');
  const back = { ...given, dataDir: another.dataDir, far: another.far };
  const [key, kept] = [...s3.objects].find(([name]) => name.includes('/recordings/')) ?? ['', undefined];
  s3.objects.set(key, { body: Buffer.alloc(kept?.body.length ?? 0, 1), changedAt: new Date() });
  await expect(moveToFolder(back)).rejects.toMatchObject({ code: 'DAMAGED' });
  expect(s3.objects.has(key)).toBe(true);
  if (kept) s3.objects.set(key, kept);
  rmSync(join(another.dataDir, 'files-cache'), { recursive: true });
  await moveToFolder(back);
  expect(s3.objects.size).toBe(0);
  expect(await db.selectFrom('far_files').execute()).toEqual([]);
  const brought = server('folder', another.dataDir);
  expect(readFileSync((await brought.sounds['recordings']?.near(done)) ?? '')).toEqual(wav);
  expect(await brought.greetings.saidIn(ids.channelId)).toMatchObject({ text: 'Hallo' });
  expect(all.filter((name) => name !== `recordings/${running}`)).toHaveLength(5);
});

test('an export has each file once that is in S3 or on its way, and no file that is imported now', async () => {
  const { db } = database;
  const here = server('S3');
  for (const name of ['recordings', 'greeting', 'file of contacts']) await kindOf(name).keep(here);
  // A process that was killed right after a file was handed in left it here as well.
  await here.sounds['recordings']?.makeRoom(pathOf('recordings'));
  writeFileSync(here.sounds['recordings']?.whole(pathOf('recordings')) ?? '', wav);
  const late = `${ids.accountId}/2026/11/late.wav`;
  const named: string[] = [];
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await trx.selectFrom('accounts').select('id').execute();
      const from = join(here.dataDir, 'late.wav');
      writeFileSync(from, wav);
      await here.far.of('recordings').take({ path: late, accountId: ids.accountId, from });
      for await (const { name } of allFilesOfCompany(trx, here, ids.accountId)) named.push(name);
    });
  expect(named.sort()).toEqual(
    [
      `greetings/${ids.channelId}.json`,
      `greetings/${ids.channelId}.wav`,
      `recordings/${late}`,
      `recordings/${pathOf('recordings')}`,
    ].sort(),
  );
  await here.imports.remove('m1');
});

test('a move that S3 breaks off goes on where it was, and loses nothing', async () => {
  const before = server('folder');
  for (let at = 0; at < 3; at += 1) await record(before, `s${at}`, 'ready');
  const { dataDir } = before;
  const after = server('S3', dataDir);
  const given = { db: database.db, dataDir, far: after.far, onProgress: () => {} };
  s3.mood = 'busy';
  // Some are taken by then, and wait on this machine.
  await expect(moveToBucket(given)).rejects.toMatchObject({ code: 'AWAY' });
  s3.mood = 'well';
  await moveToBucket(given);
  expect(s3.objects.size).toBe(3);
  for (let at = 0; at < 3; at += 1) {
    const path = await after.sounds['recordings']?.near(`${ids.accountId}/2026/10/s${at}.wav`);
    expect(readFileSync(path ?? '')).toEqual(wav);
  }
});
