import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { registerText } from '@sidetone/sip/testing/torture/written.ts';
import { Encrypter } from 'age-encryption';
import { type Pack, pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemo } from '../demo/create-demo.ts';
import { credentials } from '../exchange-memory/credentials.ts';
import { phones } from '../features/phones/testing/desk-phones.ts';
import { hashPassword } from '../identity/passwords.ts';
import { realSip, udpWire } from '../pbx/sip/testing/real-wires.ts';
import { openTorturer, proven } from '../pbx/sip/testing/torturer.ts';
import { sealingKey, secretBox } from '../storage/secret-box.ts';
import { takeSeed } from '../storage/testing/seed.ts';
import { emptyDatabase, type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { password, signInAs, testApi } from '../testing/test-api.ts';
import { serverCertificate } from '../tls/server-certificate.ts';
import { writeBackup } from './back-up.ts';
import { type BackupError, backupFormat, entryNames } from './format.ts';
import { readBackupHead, restoreBackup } from './restore.ts';

const passphrase = 'seven grey herons';
const root = mkdtempSync(join(tmpdir(), 'sidetone-backup-'));
const dataDir = join(root, 'old');
const file = join(root, 'sidetone.backup');
/** Larger than what is read at once. */
const recording = Buffer.alloc(1_500_000, 'sound ');
let old: TestDatabase;
let phone: { username: string; password: string };
const databases: TestDatabase[] = [];
const progress: number[] = [];

beforeAll(async () => {
  mkdirSync(dataDir);
  old = await testDatabase();
  await createDemo(old.db, dataDir, new Date());
  phone = await phones(old.db, secretBox(sealingKey(dataDir))).add('tom@tannhorst.example', 'Desk');
  // Values that a careless copy would change.
  await old.db
    .updateTable('accounts')
    .set({ name: 'Quotes " and \\ and, commas (in) {braces}\nand lines, 電話' })
    .execute();
  await old.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .execute();
  serverCertificate({ dataDir, given: undefined });
  for (const folder of ['recordings/deep', 'voicemails', 'run', 'logs', 'pg']) {
    mkdirSync(join(dataDir, folder), { recursive: true });
  }
  writeFileSync(join(dataDir, 'recordings/deep/one.wav'), recording);
  writeFileSync(join(dataDir, 'recordings/empty.wav'), '');
  writeFileSync(join(dataDir, 'voicemails/half.wav.part'), 'half');
  writeFileSync(join(dataDir, 'run/server.json'), '{}');
  writeFileSync(join(dataDir, 'database-password'), 'of this machine alone');
  await writeBackup(file, { ...source(), onProgress: ({ done, total }) => progress.push(done / total) });
});
afterAll(async () => {
  await old.drop();
  for (const database of databases) await database.drop();
  rmSync(root, { recursive: true });
});

const source = () => ({ db: old.db, dataDir, release: '9.9.9', passphrase, workFactor: 10 });
let machines = 0;
const emptyMachine = async () => {
  const database = await emptyDatabase();
  databases.push(database);
  machines += 1;
  const folder = join(root, `machine-${machines}`);
  mkdirSync(folder);
  return { database, folder };
};
const rowsOf = async ({ db }: TestDatabase) => (await takeSeed(db, '', Buffer.alloc(0))).rows;
/** What a desk phone hears that registers with what it always had. */
const registers = async ({ db }: TestDatabase, folder: string) => {
  const real = await realSip({ credentials: credentials(db, secretBox(sealingKey(folder))) });
  const peer = openTorturer(await udpWire(real.port), 'UDP', phone);
  const register = (id: string, cseq: number) =>
    registerText({ id, transport: 'UDP', user: phone.username, callId: 'desk', fromTag: 'f', toTag: '', cseq });
  try {
    const first = await peer.send(register('first', 1), 'z9hG4bKfirst');
    if (typeof first === 'string') return first;
    const second = await peer.send(proven(register('second', 2), first.text, phone), 'z9hG4bKsecond');
    return typeof second === 'string' ? second : second.status;
  } finally {
    peer.close();
    await real.stop();
  }
};
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: BackupError) => error.code,
  );

test('everything is the same on an empty machine, and people and phones come in as before', async () => {
  const { database, folder } = await emptyMachine();
  const seen: number[] = [];
  const head = await restoreBackup(file, passphrase, database.db, {
    dataDir: folder,
    force: false,
    onProgress: ({ done, total }) => seen.push(done / total),
  });
  expect(head.release).toBe('9.9.9');
  expect(await takeSeed(database.db, '', Buffer.alloc(0))).toEqual(await takeSeed(old.db, '', Buffer.alloc(0)));
  expect(readFileSync(join(folder, 'recordings/deep/one.wav')).equals(recording)).toBe(true);
  expect(statSync(join(folder, 'recordings/empty.wav')).size).toBe(0);
  expect(readFileSync(join(folder, 'key')).equals(readFileSync(join(dataDir, 'key')))).toBe(true);
  expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
  expect(serverCertificate({ dataDir: folder, given: undefined }).authority).toBe(
    serverCertificate({ dataDir, given: undefined }).authority,
  );
  // What belongs to the other machine stayed there.
  expect(readdirSync(folder).sort()).toEqual([
    'demo-sign-ins.json',
    'key',
    'recordings',
    'tls',
    'transcripts',
    'voicemails',
  ]);
  expect(readdirSync(join(folder, 'voicemails'))).not.toContain('half.wav.part');
  expect(progress.at(-1)).toBe(1);
  expect(seen.at(-1)).toBe(1);
  expect(await registers(database, folder)).toBe(200);
  const api = await testApi({ database, box: secretBox(sealingKey(folder)) });
  const tokens = await signInAs(api.url, 'tom@tannhorst.example');
  expect(tokens.access_token).toBeTruthy();
  databases.splice(databases.indexOf(database), 1);
  await api.stop();
});

test('a wrong passphrase, another file and a damaged one change nothing', async () => {
  const { database, folder } = await emptyMachine();
  const restore = (which: string, words = passphrase) =>
    codeOf(restoreBackup(which, words, database.db, { dataDir: folder, force: false }));
  expect(await restore(file, 'seven grey heron')).toBe('WRONG_PASSPHRASE');
  expect(await restore(join(root, 'nowhere'))).toBe('NOT_A_BACKUP');
  writeFileSync(join(root, 'other'), 'something else');
  expect(await restore(join(root, 'other'))).toBe('NOT_A_BACKUP');
  const whole = readFileSync(file);
  writeFileSync(join(root, 'cut'), whole.subarray(0, whole.length - 200_000));
  expect(await restore(join(root, 'cut'))).toBe('DAMAGED');
  const flipped = Buffer.from(whole);
  flipped[whole.length - 100_000] = (flipped[whole.length - 100_000] ?? 0) ^ 1;
  writeFileSync(join(root, 'flipped'), flipped);
  expect(await restore(join(root, 'flipped'))).toBe('DAMAGED');
  expect(readdirSync(folder)).toEqual([]);
  expect(await rowsOf(database).catch(() => 'no tables')).toEqual('no tables');
  expect((await readBackupHead(file, passphrase)).format).toBe(backupFormat);
});

/** A file with our passphrase whose archive someone else has filled. */
const sealed = async (name: string, fill: (archive: Pack) => void): Promise<string> => {
  const archive = pack();
  fill(archive);
  archive.finalize();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(10);
  const path = join(root, name);
  writeFileSync(path, await encrypter.encrypt(new Uint8Array(await buffer(archive))));
  return path;
};

const text = 'not ours';
const longName = 'n'.repeat(256);
/** What someone may put into an archive to reach files that are none of it, or to fill memory or disk. */
const hostile: Readonly<Record<string, (archive: Pack) => void>> = {
  'a way up': (archive) => archive.entry({ name: 'files/../../escaped' }, text),
  'a way up after a folder': (archive) => archive.entry({ name: 'files/tls/../../../escaped' }, text),
  'a whole path': (archive) => archive.entry({ name: 'files//tmp/escaped' }, text),
  'a way up on Windows': (archive) => archive.entry({ name: 'files/..\\..\\escaped' }, text),
  'a drive of Windows': (archive) => archive.entry({ name: 'files/C:escaped' }, text),
  'a name with a zero byte': (archive) => archive.entry({ name: 'files/a', pax: { path: 'files/a\0b' } }, text),
  'a name that no disk takes': (archive) => archive.entry({ name: `files/${longName}` }, text),
  'a thousand folders': (archive) => archive.entry({ name: `files/${'a/'.repeat(1000)}a` }, text),
  'a link elsewhere': (archive) => archive.entry({ name: 'files/link', type: 'symlink', linkname: '/etc' }),
  'a file through a link': (archive) => {
    archive.entry({ name: 'files/link', type: 'symlink', linkname: '/tmp' });
    archive.entry({ name: 'files/link/escaped' }, text);
  },
  'a hard link': (archive) => archive.entry({ name: 'files/link', type: 'link', linkname: '/etc/passwd' }),
  'a device': (archive) => archive.entry({ name: 'files/zero', type: 'character-device', devmajor: 1, devminor: 5 }),
  'a pipe': (archive) => archive.entry({ name: 'files/pipe', type: 'fifo' }),
  'a folder': (archive) => archive.entry({ name: 'files/folder', type: 'directory' }),
  'the same file twice': (archive) => {
    archive.entry({ name: 'files/key' }, text);
    archive.entry({ name: 'files/key' }, text);
  },
  'a file that is a folder as well': (archive) => {
    archive.entry({ name: 'files/a' }, text);
    archive.entry({ name: 'files/a/b' }, text);
  },
  'rows of a table of PostgreSQL': (archive) => archive.entry({ name: 'database/pg_authid/1.json' }, '["(1)"]'),
  'rows deeper than the stack': (archive) => archive.entry({ name: 'database/users/1.json' }, '['.repeat(1_000_000)),
  'rows that fill the memory': (archive) =>
    archive.entry({ name: 'database/users/1.json' }, Buffer.alloc(70_000_000, '[')),
  'something else': (archive) => archive.entry({ name: '../escaped' }, text),
};

test.each(Object.entries(hostile))(
  'an archive with %s is damaged, and leaves nothing anywhere',
  { timeout: 60_000 },
  async (name, fill) => {
    const { database, folder } = await emptyMachine();
    const head = await readBackupHead(file, passphrase);
    const path = await sealed('hostile', (archive) => {
      archive.entry({ name: entryNames.head }, JSON.stringify(head));
      let files = 0;
      const counting: Pack = Object.create(archive, {
        entry: {
          value: (...given: Parameters<Pack['entry']>) => {
            files += 1;
            return archive.entry(...given);
          },
        },
      });
      fill(counting);
      // It says that it is whole, so that nothing else is wrong with it.
      archive.entry({ name: entryNames.end }, JSON.stringify({ rows: 0, files }));
    });
    const restored = restoreBackup(path, passphrase, database.db, { dataDir: folder, force: false });
    expect(await codeOf(restored), name).toBe('DAMAGED');
    expect(readdirSync(folder)).toEqual([]);
    expect(readdirSync(root).filter((found) => found.includes('escaped'))).toEqual([]);
    expect(existsSync('/tmp/escaped')).toBe(false);
  },
);

test('a seal without an end is no backup, however long it is', async () => {
  const { database, folder } = await emptyMachine();
  const endless = join(root, 'endless');
  writeFileSync(endless, `age-encryption.org/v1\n-> scrypt ${'A'.repeat(20_000_000)}`);
  const before = process.memoryUsage().rss;
  const restored = restoreBackup(endless, passphrase, database.db, { dataDir: folder, force: false });
  expect(await codeOf(restored)).toBe('NOT_A_BACKUP');
  expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000);
});

test('one of a newer Sidetone is refused, whatever is in it', async () => {
  const { database, folder } = await emptyMachine();
  for (const head of [
    { format: backupFormat + 1 },
    { ...(await readBackupHead(file, passphrase)), migratedTo: '9999-later' },
  ]) {
    const newer = await sealed('newer', (archive) => archive.entry({ name: entryNames.head }, JSON.stringify(head)));
    expect(await codeOf(restoreBackup(newer, passphrase, database.db, { dataDir: folder, force: true }))).toBe('NEWER');
  }
});

test('a company that is there is replaced only where that is wanted', async () => {
  const { database, folder } = await emptyMachine();
  await restoreBackup(file, passphrase, database.db, { dataDir: folder, force: false });
  writeFileSync(join(folder, 'recordings/later.wav'), 'later');
  await database.db.updateTable('accounts').set({ name: 'Later' }).execute();
  const again = (force: boolean) => codeOf(restoreBackup(file, passphrase, database.db, { dataDir: folder, force }));
  expect(await again(false)).toBe('NOT_EMPTY');
  expect(
    await codeOf(restoreBackup(file, passphrase, database.db, { dataDir: join(root, 'fresh'), force: false })),
  ).toBe('NOT_EMPTY');
  expect(readFileSync(join(folder, 'recordings/later.wav'), 'utf8')).toBe('later');
  expect(await again(true)).toBe('done');
  expect(await rowsOf(database)).toEqual(await rowsOf(old));
  expect(readdirSync(join(folder, 'recordings')).sort()).toEqual(readdirSync(join(dataDir, 'recordings')).sort());
  await database.db
    .insertInto('nodes')
    .values({ node: 'n', epoch: 1, lease_until: new Date(Date.now() + 60_000) })
    .execute();
  expect(await again(true)).toBe('RUNNING');
});

test('a weak passphrase makes no backup, and one that fails leaves no file', async () => {
  const other = join(root, 'other.backup');
  expect(await codeOf(writeBackup(other, { ...source(), passphrase: 'short' }))).toBe('WEAK_PASSPHRASE');
  await expect(writeBackup(join(root, 'no/folder/x'), source())).rejects.toThrow('ENOENT');
  expect(readdirSync(root).filter((name) => name.startsWith('other.backup'))).toEqual([]);
});
