import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inboxEvent } from '@sidetone/contract/entities/inbox-event.ts';
import { silence, tone, writeWav } from '@sidetone/signals/recording.ts';
import { readWav } from '@sidetone/wav/wav.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { sweepVoicemails } from './sweep.ts';
import { someEvent } from './testing/some-keeper.ts';
import { someVoicemails } from './testing/some-voicemails.ts';

let database: TestDatabase;
let world: ReturnType<typeof someVoicemails>;
let count = 0;
let id: string;
let docId: string;

beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  // Those of other tests have a fixed day, and grow old.
  await database.db.deleteFrom('voicemails').execute();
  count += 1;
  [id, docId] = [`vm${count}`, `pbx-${count}`];
  world = someVoicemails(database.db);
  await someEvent(database.db, docId);
});
afterEach(() => world.stop());

const at = new Date('2026-11-20T09:00:00Z');
const open = (more: { at?: Date } = {}) =>
  world.keeper.opened({ voicemailId: id, accountId: 's1', channelId: 'ca', docId, sessionId: '1', at, ...more });
const rowOf = () => database.db.selectFrom('voicemails').selectAll().where('id', '=', id).executeTakeFirst();
const eventPart = async () => {
  const { documentation } = await database.db
    .selectFrom('inbox_events')
    .select('documentation')
    .where('id', '=', docId)
    .executeTakeFirstOrThrow();
  return inboxEvent.shape.documentation.parse(documentation).voicemail;
};
const message = { seconds: 2, left: tone(440), right: silence };

test('a message is pending while it is said, and has its waveform and length once it was gone through', async () => {
  const { path } = await open();
  expect(await eventPart()).toMatchObject({ status: 'waiting', visual: { status: 'pending' } });
  writeWav(path, message);
  await world.keeper.finished(id, 2000);
  await world.keeper.idle();
  const part = await eventPart();
  expect(part).toMatchObject({ status: 'success', visual: { status: 'processed', duration: 2 } });
  expect(part?.visual.status === 'processed' && part.visual.waveform.length).toBe(200);
  expect(await rowOf()).toMatchObject({ state: 'ready', duration_ms: 2000, mp3_path: `s1/2026/11/${id}.mp3` });
  const modes = [path, path.replace('.wav', '.mp3')].map((file) => (statSync(file).mode & 0o777).toString(8));
  expect(modes).toEqual(['600', '600']);
});

test('members hear messages by telephone, unheard ones first, and nobody else hears any', async () => {
  const { path } = await open();
  writeWav(path, message);
  await world.keeper.finished(id, 2000);
  await world.keeper.idle();
  const { keeper } = world;
  const copy = join(world.dataDir, 'copy.wav');
  expect([await keeper.messagesOf('wanna'), await keeper.messagesOf('wben')]).toEqual([[{ id, isNew: true }], []]);
  expect([await keeper.takeOut(id, 'wben', copy), existsSync(copy)]).toEqual([null, false]);
  expect(await keeper.takeOut(id, 'wanna', copy)).toMatchObject({ at, timeZone: 'Europe/Berlin' });
  expect([readWav(readFileSync(copy)).channels, (statSync(copy).mode & 0o777).toString(8)]).toEqual([1, '600']);
  const lines = await database.db.selectFrom('audit_log').selectAll().where('target', '=', docId).execute();
  expect(lines).toMatchObject([{ action: 'voicemail.fetched', actor_user_id: 'wanna' }]);
  await keeper.heard(id, 'wben');
  expect((await rowOf())?.read_at).toBeNull();
  await keeper.heard(id, 'wanna');
  expect((await rowOf())?.read_at).not.toBeNull();
  expect(await eventPart()).toMatchObject({ readAt: expect.any(String) });
  // A second one comes before the one that is heard.
  const first = id;
  [id, docId] = [`${id}-next`, `${docId}-next`];
  await someEvent(database.db, docId);
  const second = await open({ at: new Date('2026-11-19T09:00:00Z') });
  writeWav(second.path, message);
  await keeper.finished(id, 2000);
  await keeper.idle();
  expect(await keeper.messagesOf('wanna')).toEqual([
    { id, isNew: true },
    { id: first, isNew: false },
  ]);
  await keeper.keepNew(first, 'wben');
  expect(await keeper.messagesOf('wanna')).toContainEqual({ id: first, isNew: false });
  await keeper.keepNew(first, 'wanna');
  expect(await keeper.messagesOf('wanna')).toContainEqual({ id: first, isNew: true });
});

test('a message that is deleted by telephone is gone as in the app, once, and for nobody whom it does not concern', async () => {
  const { path } = await open();
  writeWav(path, message);
  const { keeper } = world;
  await keeper.finished(id, 2000);
  await keeper.idle();
  await keeper.removeMessage(id, 'wben');
  expect(await rowOf()).toBeDefined();
  // Two telephones, and the app, delete it at the same time.
  await Promise.all([keeper.removeMessage(id, 'wanna'), keeper.removeMessage(id, 'wanna')]);
  await keeper.removeMessage(id, 'wanna');
  expect([await rowOf(), await eventPart()]).toEqual([undefined, undefined]);
  await expect.poll(() => existsSync(path)).toBe(false);
  expect(await keeper.takeOut(id, 'wanna', join(world.dataDir, 'gone.wav'))).toBeNull();
  await keeper.heard(id, 'wanna');
  await keeper.keepNew(id, 'wanna');
  const removed = await database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('target', '=', docId)
    .where('action', '=', 'voicemail.removed')
    .execute();
  expect(removed).toMatchObject([{ actor_user_id: 'wanna', account_id: 's1', detail: { channelId: 'ca' } }]);
});

test('a PIN is kept as a hash, is changed with a line in the audit log, and opens the mailbox of its user alone', async () => {
  const { keeper } = world;
  expect(await keeper.knowsPin('wanna', '4829')).toBe(false);
  await keeper.setPin('wanna', '4829');
  await keeper.setPin('wben', '5073');
  expect([await keeper.knowsPin('wanna', '4829'), await keeper.knowsPin('wanna', '5073')]).toEqual([true, false]);
  await keeper.setPin('wanna', '9917');
  expect([await keeper.knowsPin('wanna', '4829'), await keeper.knowsPin('wanna', '9917')]).toEqual([false, true]);
  const kept = await database.db.selectFrom('mailbox_pins').selectAll().execute();
  expect(JSON.stringify(kept)).not.toMatch(/9917|5073/);
  await database.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', 'wanna').execute();
  expect(await keeper.knowsPin('wanna', '9917')).toBe(false);
  await database.db.updateTable('users').set({ deactivated_at: null }).where('id', '=', 'wanna').execute();
  const lines = await database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'voicemail.pinChanged')
    .execute();
  expect(lines.map(({ target }) => target)).toEqual(['wanna', 'wben', 'wanna']);
  expect(JSON.stringify(lines)).not.toMatch(/9917|4829/);
});

test('the standard greeting is back, with a line in the audit log', async () => {
  const said = join(world.dataDir, 'said.wav');
  writeWav(said, message);
  await world.keeper.greetingRecorded('ca', said);
  await world.keeper.greetingRemoved('ca', { userId: 'wanna', accountId: 's1' });
  expect(await world.keeper.greetingOf('ca')).toBeNull();
  const lines = await database.db.selectFrom('audit_log').selectAll().where('target', '=', 'ca').execute();
  expect(lines).toMatchObject([{ action: 'channel.greetingChanged', detail: { change: 'deleted' } }]);
});

test('a caller who hangs up at the tone leaves nothing', async () => {
  const { path } = await open();
  writeWav(path, { ...message, seconds: 1 });
  await world.keeper.finished(id, 400);
  expect([await rowOf(), await eventPart(), readdirSync(dirname(path))]).toEqual([undefined, undefined, []]);
});

test('a message that broke off is kept as far as it came, and one without a sound has failed', async () => {
  const { path } = await open();
  writeWav(path, { ...message, isUnfinished: true });
  await world.keeper.failed(id, 'the connection was lost');
  await world.keeper.idle();
  expect(await rowOf()).toMatchObject({ state: 'ready', failure: 'the connection was lost' });
  id = `${id}-none`;
  await open();
  await world.keeper.failed(id, 'the disk is full');
  expect(await eventPart()).toMatchObject({ status: 'error', visual: { status: 'failed' } });
});

test('a file that is no sound has failed, and the next is gone through all the same', async () => {
  const { path } = await open();
  writeFileSync(path, 'this is no sound at all');
  await world.keeper.finished(id, 5000);
  await world.keeper.idle();
  expect((await eventPart())?.visual).toEqual({ status: 'failed' });
  expect(await rowOf()).toMatchObject({ state: 'failed' });
});

test('what a killed server left half-said is taken up by the next, once it grows no more', async () => {
  const { path } = await open();
  writeWav(path, { ...message, isUnfinished: true });
  utimesSync(path, new Date(0), new Date(0));
  await world.keeper.stop();
  const next = someVoicemails(database.db, world.dataDir);
  expect(await next.keeper.resume()).toBe(1);
  await next.keeper.idle();
  expect(await rowOf()).toMatchObject({ state: 'ready', duration_ms: 2000 });
  expect(await next.keeper.resume()).toBe(0);
  await next.keeper.stop();
});

test('messages that are older than their account wants them are deleted, and the inbox says so', async () => {
  const { path } = await open({ at: new Date(Date.now() - 8 * 86_400_000) });
  writeWav(path, message);
  await world.keeper.finished(id, 2000);
  await world.keeper.idle();
  const days = (voicemails: number | null) =>
    database.db
      .updateTable('accounts')
      .set({ retention: JSON.stringify({ voicemails }) })
      .execute();
  for (const kept of [null, 9]) {
    await days(kept);
    expect(await sweepVoicemails({ ...world, db: database.db })).toBe(0);
  }
  await days(7);
  expect(await sweepVoicemails({ ...world, db: database.db })).toBe(1);
  expect([await rowOf(), await eventPart()]).toEqual([undefined, { visual: { status: 'deleted' } }]);
  expect(readdirSync(dirname(path))).toEqual([]);
  await days(null);
});

test('files of a channel that is gone are removed, but not those of a message that just begins', async () => {
  const { path } = await open();
  writeWav(path, message);
  const [orphan, fresh] = ['s1/2026/11/gone.mp3', 's1/2026/11/new.wav'].map((name) => world.files.whole(name));
  for (const file of [orphan, fresh]) writeFileSync(file ?? '', 'sound');
  utimesSync(orphan ?? '', new Date(0), new Date(0));
  utimesSync(path, new Date(0), new Date(0));
  await world.greetings.keepRecorded('cgone', path);
  await world.greetings.keepRecorded('ca', path);
  await sweepVoicemails({ ...world, db: database.db });
  expect([orphan, fresh, path].map((file) => existsSync(file ?? ''))).toEqual([false, true, true]);
  expect(await world.greetings.channels()).toEqual(['ca']);
});

test('a voicemail: greeting recorded by phone can be played, and a silent moment does not replace it', async () => {
  expect(await world.keeper.greetingOf('ca')).toBeNull();
  const said = join(world.dataDir, 'said.wav');
  writeWav(said, message);
  await world.keeper.greetingRecorded('ca', said);
  const { file = '' } = (await world.keeper.greetingOf('ca')) ?? {};
  const bytes = readFileSync(file);
  expect(readWav(bytes)).toMatchObject({ channels: 1, sampleRate: 16_000, bitsPerSample: 16, dataLength: 64_000 });
  expect(existsSync(said)).toBe(false);
  writeWav(said, { ...message, seconds: 0 });
  await world.keeper.greetingRecorded('ca', said);
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test('no id makes a path that leads elsewhere', async () => {
  id = '../../etc/passwd';
  await expect(open()).rejects.toThrow('cannot name a file');
  await expect(world.keeper.greetingOf('../secret')).rejects.toThrow('cannot name a file');
});

test('a message that is deleted while it is gone through leaves no file', async () => {
  const { path } = await open();
  writeWav(path, { ...message, seconds: 30 });
  await world.keeper.finished(id, 30_000);
  await database.db.deleteFrom('voicemails').where('id', '=', id).execute();
  await world.keeper.idle();
  expect(existsSync(path.replace('.wav', '.mp3'))).toBe(false);
  expect(await sql`select 1 from voicemails where id = ${id}`.execute(database.db)).toMatchObject({ rows: [] });
});
