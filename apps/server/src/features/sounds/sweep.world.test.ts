import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordingsFolder, soundFiles } from '../../sound/sound-files.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { sweepRecordings } from './sweep.ts';
import { someEvent, someKeeper } from './testing/some-keeper.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
const files = soundFiles(recordingsFolder(dataDir));
let database: TestDatabase;
let keeper: ReturnType<typeof someKeeper>;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  keeper = someKeeper(database.db, recordingsFolder(dataDir));
});
afterAll(async () => {
  await keeper.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A recording that is ready, begun so many days ago. */
const recorded = async (id: string, days: number): Promise<string> => {
  await someEvent(database.db, `pbx-${id}`, 'ca', 's1');
  const about = {
    recordingId: id,
    accountId: 's1',
    userId: 'wanna',
    channelId: 'ca',
    docId: `pbx-${id}`,
    sessionId: id,
  };
  const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  const { path } = await keeper.keeper.opened({ ...about, mode: 'manual', at }, false);
  writeWav(path, { seconds: 1, left: tone(440), right: silence });
  await keeper.keeper.finished(id);
  await keeper.keeper.idle();
  return path;
};

test('a recording goes with its files when it is older than the account wants it', async () => {
  const { db } = database;
  const [old, fresh] = [await recorded('old', 91), await recorded('fresh', 89)];
  await sql`update inbox_events set documentation = documentation || '{"recording": {"status": "success"}}'`.execute(
    db,
  );
  expect(await sweepRecordings({ db, files })).toBe(0);
  await db
    .updateTable('accounts')
    .set({ retention: JSON.stringify({ recordings: 90 }) })
    .execute();
  expect(await sweepRecordings({ db, files })).toBe(1);
  expect([old, old.replace('.wav', '.mp3'), fresh].map((file) => existsSync(file))).toEqual([false, false, true]);
  const events = await db.selectFrom('inbox_events').select(['id', 'documentation']).orderBy('id').execute();
  expect(events.map(({ id, documentation }) => [id, Object.keys(documentation).sort()])).toEqual([
    ['pbx-fresh', ['manualRecording', 'note', 'recording']],
    ['pbx-old', ['note']],
  ]);
});

test('files whose rows went with their channel go as well, but not those that were just written', async () => {
  const kept = await recorded('kept', 1);
  const names = ['gone.mp3', 'gone.mp3.part', 'gone.mp3.part.uneven', 'new.wav'].map((name) => `s1/2026/11/${name}`);
  for (const name of names) {
    await files.makeRoom(name);
    writeFileSync(files.whole(name), 'sound');
    if (!name.endsWith('new.wav')) utimesSync(files.whole(name), new Date(0), new Date(0));
  }
  // Half-made files of what is still known stay: it is gone through again.
  const half = `${kept.replace('.wav', '.mp3')}.part.uneven`;
  writeFileSync(half, 'sound');
  utimesSync(half, new Date(0), new Date(0));
  await sweepRecordings({ db: database.db, files });
  expect(names.map((name) => existsSync(files.whole(name)))).toEqual([false, false, false, true]);
  expect([kept, half].map((file) => existsSync(file))).toEqual([true, true]);
});

test('a recording goes with its call at the latest, and the audit log says how many went', async () => {
  const { db } = database;
  const [old, fresh] = [await recorded('with-call', 31), await recorded('with-young-call', 29)];
  const keeps = { calls: 30, recordings: null };
  await db
    .updateTable('accounts')
    .set({ retention: JSON.stringify(keeps) })
    .execute();
  expect(await sweepRecordings({ db, files })).toBe(1 + 1);
  expect([old, fresh].map((file) => existsSync(file))).toEqual([false, true]);
  const lines = await db.selectFrom('audit_log').select('detail').where('action', '=', 'retention.applied').execute();
  expect(lines.at(-1)?.detail).toEqual({ recordings: 2, days: 30 });
});
