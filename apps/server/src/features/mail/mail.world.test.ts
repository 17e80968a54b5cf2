import { type MailServerChange, mailServerChange } from '@sidetone/contract/entities/mail.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { operatorAlone } from '../../mail/mail-servers.ts';
import { attachmentOf, headOf, mailBox, textOf } from '../../mail/testing/mail-box.ts';
import { privateHosts } from '../../network/private-hosts.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { readServer, removeServer, saveServer, testServer } from './server-settings.ts';
import { mailingWorld, box as secrets } from './testing/mailing-world.ts';
import { readOwnMail } from './wishes.ts';

let database: TestDatabase;
let box: Awaited<ReturnType<typeof mailBox>>;
const worlds: Awaited<ReturnType<typeof mailingWorld>>[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  box = await mailBox();
});
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
  await box.stop();
  const { db } = database;
  for (const table of ['mails', 'mail_wishes', 'mail_servers', 'voicemails', 'inbox_events'] as const)
    await db.deleteFrom(table).execute();
});
const opened = async (given: Partial<Parameters<typeof mailingWorld>[1]> = {}) => {
  const world = await mailingWorld(database.db, { smtpUrl: box.smtpUrl, pausesSeconds: [1, 1], ...given });
  worlds.push(world);
  return world;
};
const patience = 12_000;
const arrived = (count: number) => vi.waitFor(() => expect(box.mails).toHaveLength(count), patience);
const ended = (world: Awaited<ReturnType<typeof mailingWorld>>, expected: object) =>
  vi.waitFor(async () => expect(await world.mails()).toMatchObject([expected]), patience);
let count = 0;
const newId = () => {
  count += 1;
  return `pbx-${count}`;
};

test('each member who asked for it gets one email about a missed call, even if its end is announced twice', async () => {
  const world = await opened();
  await world.wish('wanna', { missedCalls: 'each' });
  await world.wish('wben', { missedCalls: 'each', channelIds: ['cb'] });
  const docId = newId();
  await world.missed(docId, { channelId: 'cteam', name: 'Bäckerei "Sonne", Berlin' });
  world.facts.announce('call.ended', { callId: `call-${docId}`, sessionId: docId, userIds: [], reason: 'CANCELLED' });
  await arrived(1);
  await world.resume();
  await world.jobs.idle({ name: 'mail', tries: 1, withinMinutes: 1, pauseSeconds: 1, longestPauseSeconds: 1 });
  expect(box.mails).toHaveLength(1);
  const [{ to, source } = { to: [], source: '' }] = box.mails;
  expect(to).toEqual(['anna@example.com']);
  const [mail] = await world.mails();
  expect(mail).toMatchObject({ state: 'sent', user_id: 'wanna', tries: 1, problem: null });
  expect(headOf(source, 'Message-ID')).toBe(`<${mail?.id}@phone.example.com>`);
  expect(headOf(source, 'Auto-Submitted')).toBe('auto-generated');
  expect(headOf(source, 'List-Unsubscribe')).toContain('/dialogs/settings/emails');
  expect(textOf(source)).toContain('Bäckerei "Sonne", Berlin');
});

test('a voicemail comes with its sound, and the same call is not mailed as missed', async () => {
  const world = await opened();
  await world.wish('wanna', { voicemails: 'sound', missedCalls: 'each' });
  await world.wish('wben', { voicemails: 'link' });
  const docId = newId();
  const sound = Buffer.alloc(20_000, 'tone');
  await world.missed(docId, { channelId: 'cteam', isQuiet: true });
  await world.message(docId, { channelId: 'cteam', sound });
  world.facts.announce('call.ended', { callId: `call-${docId}`, sessionId: docId, userIds: [], reason: 'CANCELLED' });
  world.stored(docId, 'cteam');
  await arrived(2);
  const to = (who: string) => box.mails.find((mail) => mail.to[0] === who)?.source ?? '';
  expect(attachmentOf(to('anna@example.com'))).toEqual({ name: 'voicemail.mp3', bytes: sound });
  expect(attachmentOf(to('ben@example.com'))).toBeNull();
  expect(textOf(to('ben@example.com'))).toContain(`/main/call-events/${docId}`);
  expect((await world.mails()).map(({ kind }) => kind)).toEqual(['voicemail', 'voicemail']);
});

test('a call whose voicemail is lost counts as missed', async () => {
  const world = await opened();
  await world.wish('wanna', { voicemails: 'sound', missedCalls: 'each' });
  const docId = newId();
  await world.missed(docId, { isQuiet: true });
  await world.message(docId);
  await database.db.updateTable('voicemails').set({ state: 'recording' }).execute();
  world.facts.announce('call.ended', { callId: `call-${docId}`, sessionId: docId, userIds: [], reason: 'CANCELLED' });
  await database.db.deleteFrom('voicemails').execute();
  world.facts.announce('voicemail.lost', { accountId: 's1', channelId: 'ca', docId });
  await arrived(1);
  expect(await world.mails()).toMatchObject([{ kind: 'missedCalls' }]);
});

test('the address of a channel is mailed once it is confirmed, in place of its members where it is set so', async () => {
  const world = await opened();
  await world.wish('wanna', { missedCalls: 'each' });
  const team = 'team@example.com';
  const own = {
    channel_id: 'cteam',
    account_id: 's1',
    address: team,
    voicemails: 'off',
    missed_calls: 'each',
  } as const;
  const since = new Date(Date.now() - 1000);
  await database.db
    .insertInto('channel_mails')
    .values({ ...own, every_minutes: 60, language: 'de', instead: true, since })
    .execute();
  await world.missed(newId(), { channelId: 'cteam' });
  await arrived(1);
  expect(box.mails[0]?.to).toEqual(['anna@example.com']);
  await database.db.updateTable('channel_mails').set({ confirmed_at: new Date() }).execute();
  await database.db.deleteFrom('inbox_events').execute();
  const docId = newId();
  await world.missed(docId, { channelId: 'cteam' });
  await arrived(2);
  const { to, source } = box.mails[1] ?? { to: [], source: '' };
  expect(to).toEqual([team]);
  expect(textOf(source)).toContain('Diese Adresse haben eure Administratoren');
  expect(headOf(source, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  await database.db.updateTable('channel_mails').set({ instead: false }).execute();
  await world.missed(newId(), { channelId: 'cteam' });
  await arrived(4);
  expect(
    box.mails
      .slice(2)
      .map((mail) => mail.to[0])
      .sort(),
  ).toEqual(['anna@example.com', team]);
  await database.db.deleteFrom('channel_mails').execute();
});

test('a summary waits for its time and has all that was missed until then', async () => {
  const world = await opened();
  await world.wish('wanna', { missedCalls: 'summary' });
  const docIds = [newId(), newId()];
  for (const docId of docIds) await world.missed(docId);
  await vi.waitFor(async () => {
    const { rows } = await sql<{ calls: string }>`select count(*) as calls from mail_events`.execute(database.db);
    expect(rows).toEqual([{ calls: '2' }]);
  }, patience);
  expect(box.mails).toEqual([]);
  // Its time has come.
  await database.db.updateTable('mails').set({ next_at: new Date() }).execute();
  await world.resume();
  await arrived((await world.mails()).length);
  const told = box.mails.map(({ source }) => textOf(source)).join('\n');
  for (const docId of docIds) expect(told).toContain(`call-events/${docId}?`);
});

test('a mailbox that does not exist ends the try with its code, and a busy server is asked again', async () => {
  const world = await opened();
  await world.wish('wanna', { missedCalls: 'each' });
  box.refuse(550);
  await world.missed(newId());
  await ended(world, { state: 'failed', problem: 'recipientRefused', status: 550, tries: 1 });
  await database.db.deleteFrom('mails').execute();
  box.refuse(451);
  await world.missed(newId());
  await ended(world, { problem: 'busy', status: 451 });
  box.refuse(false);
  await arrived(1);
  await ended(world, { state: 'sent', problem: null, status: null });
});

test('calls that ended while the server was down are mailed at the next start, those before the wish are not', async () => {
  const world = await opened();
  await world.missed(newId(), { isQuiet: true });
  await world.wish('wanna', { missedCalls: 'each' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const docId = newId();
  await world.missed(docId, { isQuiet: true });
  await world.resume();
  await arrived(1);
  expect(textOf(box.mails[0]?.source ?? '')).toContain(docId);
  expect(await world.mails()).toHaveLength(1);
});

test.each([
  ['no longer want emails', sql`delete from mail_wishes where user_id = 'wanna'`, sql`select`],
  [
    'were deactivated',
    sql`update users set deactivated_at = now() where id = 'wanna'`,
    sql`update users set deactivated_at = null where id = 'wanna'`,
  ],
])('users who %s get none', async (_, ends, undone) => {
  const world = await opened({ smtpUrl: 'smtp://127.0.0.1:1', pausesSeconds: [1, 1, 1, 1, 1, 1, 1, 1, 1] });
  await world.wish('wanna', { missedCalls: 'each' });
  await world.missed(newId());
  await ended(world, { state: 'waiting', problem: 'unreachable' });
  try {
    await ends.execute(database.db);
    await ended(world, { state: 'failed', problem: 'nothingToSend' });
  } finally {
    await undone.execute(database.db);
  }
});

test('an account sends so many mails within an hour, and the rest later', async () => {
  const world = await opened({ mostPerHour: 2 });
  await world.wish('wanna', { missedCalls: 'each' });
  for (const docId of [newId(), newId(), newId()]) await world.missed(docId);
  await arrived(2);
  await vi.waitFor(async () => expect(await world.mails()).toHaveLength(3), patience);
  const states = (await world.mails()).map(({ state }) => state).sort();
  expect(states).toEqual(['sent', 'sent', 'waiting']);
});

test('a call that is deleted takes its mail along', async () => {
  const world = await opened({ smtpUrl: 'smtp://127.0.0.1:1', pausesSeconds: [1, 1, 1, 1, 1, 1, 1, 1, 1] });
  await world.wish('wanna', { missedCalls: 'each' });
  await world.missed(newId());
  await ended(world, { problem: 'unreachable' });
  await database.db.deleteFrom('inbox_events').execute();
  await ended(world, { state: 'failed', problem: 'nothingToSend' });
});

const by = { userId: 'wanna', accountId: 's1', address: '127.0.0.1' };
const change = (more: Partial<MailServerChange> = {}) =>
  mailServerChange.parse({
    rev: 0,
    host: '127.0.0.1',
    port: 587,
    security: 'starttls',
    user: 'phone',
    password: 'north-wind',
    fromAddress: 'phone@example.com',
    ...more,
  });

test('a password is sealed, never told, and kept for the server alone that it was entered for', async () => {
  const { db } = database;
  const deps = { db, box: secrets, hosts: privateHosts(['127.0.0.1']) };
  const first = await saveServer(deps, by, change());
  expect(first).toMatchObject({ hasPassword: true, user: 'phone' });
  const row = await db.selectFrom('mail_servers').selectAll().executeTakeFirstOrThrow();
  expect(row.password_sealed?.includes('north-wind')).toBe(false);
  const kept = await saveServer(deps, by, change({ rev: first.rev, password: null, fromName: 'Ahorn' }));
  expect(kept).toMatchObject({ hasPassword: true, fromName: 'Ahorn' });
  for (const elsewhere of [{ host: 'localhost' }, { port: 465 }, { user: 'other' }]) {
    await expect(
      saveServer(
        { ...deps, hosts: privateHosts(['127.0.0.1', 'localhost']) },
        by,
        change({ rev: kept.rev, password: null, ...elsewhere }),
      ),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  }
  await expect(saveServer(deps, by, change())).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(saveServer({ ...deps, hosts: privateHosts([]) }, by, change({ rev: kept.rev }))).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  const { rows } = await sql<{
    text: string;
  }>`select coalesce(string_agg(detail::text, ' '), '') as text from audit_log`.execute(db);
  expect(rows[0]?.text).not.toContain('north-wind');
  await sql`delete from erasures`.execute(db);
  await removeServer({ db }, by);
  expect(await readServer(db, 's1')).toBeNull();
  const { rows: asked } = await sql<{ tables: string[] }>`select tables from erasures`.execute(db);
  expect(asked.some(({ tables }) => tables?.includes('mail_servers'))).toBe(true);
});

test('a test goes to the administrator who asks, and without a server it says so', async () => {
  const { db } = database;
  const deps = { db, box: secrets, hosts: privateHosts([]) };
  const result = await testServer({ ...deps, servers: operatorAlone(null) }, by);
  expect(result).toMatchObject({ to: 'anna@example.com', problem: 'noServer', status: null });
});

test('the mails of a user begin with their own line, and no channel of others is kept', async () => {
  const { db } = database;
  const who = { userId: 'wanna', accountId: 's1' };
  expect(await readOwnMail(db, who, { isServerSet: false })).toEqual({
    wishes: { voicemails: 'off', missedCalls: 'off', everyMinutes: 60, channelIds: ['ca'] },
    to: 'anna@example.com',
    isSetUp: false,
  });
  const world = await opened();
  await world.wish('wanna', { voicemails: 'link' });
  const { wishes, isSetUp } = await readOwnMail(db, who, { isServerSet: true });
  expect(wishes).toMatchObject({ voicemails: 'link', channelIds: ['ca', 'cteam'] });
  expect(isSetUp).toBe(true);
});
