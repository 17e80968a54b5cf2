import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@sidetone/contract/http/routes.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readBackupHead } from './backup/restore.ts';
import { backupRuns } from './backup/schedule/runs.ts';
import { type TwoCompanies, twoCompanies } from './features/administration/testing/two-companies.ts';
import { forgetOldBackups, keptBackups } from './kept-backups.ts';
import { type TestDatabase, testDatabase } from './storage/testing/test-database.ts';
import { liveClient } from './testing/live-client.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-backups-'));
const passphrase = 'tall blue mountain';
let database: TestDatabase;
let world: TwoCompanies;
beforeAll(async () => {
  mkdirSync(join(dataDir, 'backups'));
  database = await testDatabase();
  const backups = keptBackups({
    db: database.db,
    dataDir,
    release: '0.0.1',
    log: pino({ level: 'silent' }),
    workFactor: 10,
  });
  world = await twoCompanies({ database, backups });
  await database.db
    .updateTable('accounts')
    .set({ runs_server: true })
    .where('id', '=', world.admin.accountId)
    .execute();
});
afterAll(async () => {
  await world.api.stop();
  rmSync(dataDir, { recursive: true });
});

test('a backup is begun, watched until it is ready, downloaded, and deleted', async () => {
  const { api, ask, admin } = world;
  const client = liveClient(api.url, () => admin.token);
  const seen = client.watch<{ id: string; rev: number; state: string; bytes: number }>('adminBackups');
  await vi.waitFor(() => expect(seen.rows).toEqual([]), 10_000);
  const started = await ask(routes.startBackup, { body: { passphrase } });
  expect([started.status, started.body]).toMatchObject([200, { state: 'running', isEncrypted: true }]);
  const { id } = started.body;
  await vi.waitFor(() => expect(seen.rows).toMatchObject([{ id, state: 'ready' }]), 20_000);
  const file = join(dataDir, 'backups', `${id}.age`);
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600');

  const download = (token: string) =>
    fetch(`${api.url}/api/admin/backups/${id}/file`, { headers: { authorization: `Bearer ${token}` } });
  const got = Buffer.from(await (await download(admin.token)).arrayBuffer());
  expect(got.equals(readFileSync(file))).toBe(true);
  expect(await readBackupHead(file, passphrase)).toMatchObject({ release: '0.0.1' });
  expect((await download(world.stranger.token)).status).toBe(403);

  expect((await ask(routes.removeBackup, { params: { backupId: id } })).status).toBe(200);
  expect((await download(admin.token)).status).toBe(404);
  await vi.waitFor(() => expect(seen.rows).toEqual([]), 10_000);
  const lines = (await world.audited()).filter(({ target }) => target === id);
  expect(lines.map(({ action }) => action)).toEqual(['backup.created', 'backup.downloaded', 'backup.removed']);
  await client.close();
});

test('a backup whose server was killed has failed, and leaves no half file', async () => {
  const { db, url } = database;
  const folder = mkdtempSync(join(tmpdir(), 'killed-backups-'));
  mkdirSync(join(folder, 'recordings'));
  writeFileSync(join(folder, 'recordings', 'long.wav'), Buffer.alloc(200_000_000, 'sound '));
  const child = fork(fileURLToPath(new URL('./testing/backup-process.ts', import.meta.url)), [url, folder], {
    execArgv: [],
  });
  const [id] = (await once(child, 'message')) as [string];
  child.kill('SIGKILL');
  await once(child, 'exit');
  const backups = keptBackups({ db, dataDir: folder, release: '0.0.1', log: pino({ level: 'silent' }) });
  const failure = 'The server stopped while it was made.';
  expect(await backups.list()).toMatchObject([{ id, state: 'failed', failure, bytes: 0 }]);
  expect(readdirSync(join(folder, 'backups'))).toEqual([]);
  expect(await backups.remove(id)).toBe(true);
  expect(await backups.list()).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('backups go when they are older than the account that runs the server wants them', async () => {
  const { db } = database;
  const backups = keptBackups({ db, dataDir, release: '0.0.1', log: pino({ level: 'silent' }) });
  const old = 'sidetone-20200101-000000-000';
  writeFileSync(join(dataDir, 'backups', `${old}.age`), 'sealed');
  const young = `sidetone-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}-000000-000`;
  writeFileSync(join(dataDir, 'backups', `${young}.age`), 'sealed');
  const ids = async () => (await backups.list()).map(({ id }) => id);
  expect(await forgetOldBackups(db, backups)).toBe(0);
  expect(await ids()).toEqual(expect.arrayContaining([old, young]));
  await db
    .updateTable('accounts')
    .set({ retention: JSON.stringify({ backups: 30 }) })
    .execute();
  expect(await forgetOldBackups(db, backups)).toBe(1);
  expect(await ids()).toContain(young);
  expect(await ids()).not.toContain(old);
  const last = (await world.audited()).at(-1);
  expect(last).toMatchObject({ action: 'retention.applied', actor: null, detail: { backups: 1, days: 30 } });
});

test('a scheduled backup that failed is no trouble once nothing is scheduled any longer', async () => {
  const { db } = database;
  const runs = backupRuns(db);
  const begunAt = new Date('2026-11-20T03:00:00Z');
  await runs.begin({ id: 'run-1', kind: 'backup', place: '/safe', file: 'x.age', node: 'node-1', begunAt });
  await runs.failed('run-1', 'NO_PLACE');
  const failedOf = async (schedule?: { verify: 'no' }) =>
    (await keptBackups({ db, dataDir, release: '0.0.1', log: pino({ level: 'silent' }), schedule }).standing()).failed;
  expect(await failedOf({ verify: 'no' })).toEqual({ at: begunAt.toISOString(), says: 'NO_PLACE' });
  expect(await failedOf()).toBeNull();
  await db.deleteFrom('backup_runs').where('id', '=', 'run-1').execute();
});
