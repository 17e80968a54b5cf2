import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../storage/testing/test-database.ts';
import { addEntity, candidatesOf, changeOutcome, removeEntity, removeLog } from './log/change-log.ts';
import { closeLog } from './log/close-log.ts';
import { readEntities, readLog, readTask } from './log/log-document.ts';
import { setMode } from './log/modes.ts';
import { openLog } from './log/open-log.ts';
import { changeTask, createTask, removeTask } from './tasks/tasks.ts';
import { call, contact, forgetCalls, loggingDatabase, loggingWorld } from './testing/logging-world.ts';
import { paperCrm } from './testing/paper-crm.ts';
import { callsEnded, watch } from './watch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await loggingDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await forgetCalls(database.db);
  await database.db.deleteFrom('channel_log_modes').execute();
  await database.db.deleteFrom('contacts').where('id', '!=', 'paper-31').execute();
});

const anna = { userId: 'wanna', accountId: 's1' };
const ben = { userId: 'wben', accountId: 's1' };
const iris = { integrationId: 'ipaper', type: 'contacts', entityId: '31' } as const;
const crm = paperCrm();
const world = () => loggingWorld(database.db, crm);
const entities = async (of: { channelId: string; sessionId: string }) =>
  (await readEntities(database.db, crm, 's1', of)).map(({ source, type, entityId }) => `${source} ${type} ${entityId}`);

test('a panel that opens makes the log, with the contact that has the number, once', async () => {
  const { parts } = world();
  const of = await call(database.db, 's-1', { isOver: false });
  const log = await openLog(parts, anna, of, false);
  expect(log).toMatchObject({ owner: 'wanna', mode: 'ask', isDefaultEntitySelectionApplied: true, readyAt: null });
  expect(await entities(of)).toEqual(['PAPER contacts 31']);
  await removeEntity(parts, anna, { ...of, ...iris });
  await openLog(parts, anna, of, false);
  expect(await entities(of)).toEqual([]);
});

test('in update mode nothing is chosen by itself', async () => {
  const { parts } = world();
  const of = await call(database.db, 's-2');
  expect((await openLog(parts, anna, of, true)).isDefaultEntitySelectionApplied).toBe(false);
  expect(await entities(of)).toEqual([]);
});

test('SLOG-011: a company that calls is logged to by users who chose that, as their settings show it', async () => {
  const { parts } = world();
  await contact(database.db, { id: '70', name: 'Imkerei', type: 'companies', number: '+4940111333' });
  const of = await call(database.db, 's-20', { remoteNumber: '+4940111333' });
  expect((await openLog(parts, anna, of, false)).isDefaultEntitySelectionApplied).toBe(true);
  expect(await entities(of)).toEqual([]);
});

test('types that the user chose are logged to as well', async () => {
  const { parts } = world();
  const settings = JSON.stringify({ defaultCallLoggingEntityTypes: { PAPER: ['contacts', 'companies'] } });
  await database.db.updateTable('users').set({ settings }).where('id', '=', 'wanna').execute();
  const of = await call(database.db, 's-3');
  await openLog(parts, anna, of, false);
  expect(await entities(of)).toEqual(['PAPER contacts 31', 'PAPER companies 7']);
  await database.db.updateTable('users').set({ settings: '{}' }).where('id', '=', 'wanna').execute();
});

test('of several contacts with one number nobody is chosen, and who was named is the next time', async () => {
  const { parts } = world();
  await contact(database.db, { id: '32', name: 'Ingo Imker' });
  const of = await call(database.db, 's-4');
  expect((await openLog(parts, anna, of, false)).isAmbiguous).toBe(true);
  expect(await entities(of)).toEqual([]);
  expect((await candidatesOf(parts, anna, of)).contacts.map(({ label }) => label)).toEqual([
    'Iris Imker',
    'Ingo Imker',
  ]);
  await addEntity(parts, anna, { ...of, ...iris }, true);
  expect(await readLog(database.db, of)).toMatchObject([{ isAmbiguous: false }]);
  const next = await call(database.db, 's-5');
  await openLog(parts, anna, next, false);
  expect(await entities(next)).toEqual(['PAPER contacts 31']);
});

test('only who had the call logs it, and a member where nobody took it', async () => {
  const { parts } = world();
  const of = await call(database.db, 's-6');
  await expect(openLog(parts, ben, of, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const missed = await call(database.db, 's-7', { owner: null, seconds: null, reason: 'CANCELLED' });
  await openLog(parts, ben, missed, false);
  await closeLog(parts, ben, missed, true);
  await expect(openLog(parts, { userId: 'wx', accountId: 's2' }, missed, false)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('SPERM-016: without the grant of the plan nobody logs anything, chooses how, or learns whom CRMs know', async () => {
  const { parts } = world();
  const of = await call(database.db, 's-8');
  const { plan } = await database.db
    .selectFrom('accounts')
    .select('plan')
    .where('id', '=', 's1')
    .executeTakeFirstOrThrow();
  await database.db.updateTable('accounts').set({ plan: '{}' }).where('id', '=', 's1').execute();
  await expect(openLog(parts, anna, of, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(candidatesOf(parts, anna, of)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(setMode(database.db, { ...anna, admin: false } as never, 'ca', 'auto')).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await database.db
    .updateTable('accounts')
    .set({ plan: JSON.stringify(plan) })
    .where('id', '=', 's1')
    .execute();
});

test('a log that is closed while people talk is written when they have hung up', async () => {
  const { parts, entries, work } = world();
  const of = await call(database.db, 's-9', { isOver: false });
  await openLog(parts, anna, of, false);
  await closeLog(parts, anna, of, true);
  expect(await entries()).toEqual([]);
  await database.db.updateTable('inbox_events').set({ terminated_at: new Date() }).execute();
  await callsEnded(parts, ['s-9']);
  expect((await entries()).map(({ state }) => state)).toEqual(['READY']);
  await work();
  expect((await readEntities(database.db, crm, 's1', of)).map(({ state, logId }) => [state, logId !== null])).toEqual([
    ['WRITTEN', true],
  ]);
});

test('too short an outgoing call is skipped, and says why', async () => {
  const { parts } = world();
  const settings = JSON.stringify({ loggedCallDuration: 30 });
  await database.db.updateTable('users').set({ settings }).where('id', '=', 'wanna').execute();
  const of = await call(database.db, 's-10', { direction: 'OUTGOING', seconds: 12 });
  await openLog(parts, anna, of, false);
  await closeLog(parts, anna, of, true);
  expect(await readEntities(database.db, crm, 's1', of)).toMatchObject([{ state: 'SKIPPED', problem: 'tooShort' }]);
  await database.db.updateTable('users').set({ settings: '{}' }).where('id', '=', 'wanna').execute();
});

test('a channel that logs by itself does so a minute after the call, unless a panel shows it', async () => {
  const { parts, entries } = world();
  await database.db
    .insertInto('channel_log_modes')
    .values({ channel_id: 'cteam', account_id: 's1', mode: 'auto' })
    .execute();
  await call(database.db, 's-11', { endedSecondsAgo: 20 });
  await call(database.db, 's-12', { endedSecondsAgo: 90 });
  const held = await call(database.db, 's-13', { endedSecondsAgo: 90 });
  await openLog(parts, anna, held, false);
  await call(database.db, 's-14', { endedSecondsAgo: 90, seconds: null, owner: null, reason: 'CANCELLED' });
  await call(database.db, 's-15', { endedSecondsAgo: 90, channelId: 'ca' });
  expect(await watch(parts)).toEqual({ againAfterSeconds: 60 });
  expect((await entries()).map(({ session_id: session, state, actor }) => [session, state, actor])).toEqual([
    ['s-12', 'READY', null],
  ]);
  await watch(parts);
  expect(await entries()).toHaveLength(1);
});

test('a channel that is switched to log by itself leaves the calls alone that ended before', async () => {
  const { parts, entries } = world();
  const caller = { ...anna, admin: true } as never;
  await database.db.updateTable('users').set({ admin: true }).where('id', '=', 'wanna').execute();
  const since = (secondsAgo: number) =>
    database.db
      .updateTable('channel_log_modes')
      .set({ auto_since: new Date(Date.now() - secondsAgo * 1000) })
      .where('channel_id', '=', 'cteam')
      .execute();
  await setMode(database.db, caller, 'cteam', 'ask');
  await call(database.db, 's-31', { endedSecondsAgo: 400 });
  const passedOver = await call(database.db, 's-32', { endedSecondsAgo: 300 });
  await openLog(parts, anna, passedOver, false);
  await closeLog(parts, anna, passedOver, false);
  await setMode(database.db, caller, 'cteam', 'auto');
  await watch(parts);
  expect(await entries()).toEqual([]);
  await since(200);
  await call(database.db, 's-33', { endedSecondsAgo: 90 });
  // Chosen once more it goes on since the same moment.
  await setMode(database.db, caller, 'cteam', 'auto');
  await watch(parts);
  expect((await entries()).map(({ session_id: session }) => session)).toEqual(['s-33']);
  await setMode(database.db, caller, 'cteam', 'off');
  await database.db.updateTable('users').set({ admin: false }).where('id', '=', 'wanna').execute();
});

test('a log that a user removed is not written again by the server, in a channel that logs by itself', async () => {
  const { parts, entries } = world();
  await database.db
    .insertInto('channel_log_modes')
    .values({ channel_id: 'cteam', account_id: 's1', mode: 'auto' })
    .execute();
  const of = await call(database.db, 's-19', { endedSecondsAgo: 90 });
  await openLog(parts, anna, of, false);
  await closeLog(parts, anna, of, true);
  await removeLog(parts, anna, of);
  expect((await entries()).map(({ state }) => state)).toEqual(['REMOVED']);
  await watch(parts);
  expect((await entries()).map(({ state }) => state)).toEqual(['REMOVED']);
});

test('a channel of everybody is switched by administrators, and nobody else', async () => {
  const caller = { ...anna, admin: false } as never;
  await expect(setMode(database.db, caller, 'cteam', 'auto')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(setMode(database.db, caller, 'cb', 'auto')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await setMode(database.db, { ...anna, admin: true } as never, 'cteam', 'off');
  const of = await call(database.db, 's-16');
  const { parts } = world();
  expect((await openLog(parts, anna, of, false)).mode).toBe('off');
  await closeLog(parts, anna, of, true);
  expect(await readEntities(database.db, crm, 's1', of)).toMatchObject([{ state: 'SKIPPED', problem: 'off' }]);
});

test('a task is created once it has a type and a record, once', async () => {
  const { parts, work } = world();
  await database.db
    .updateTable('users')
    .set({ grants: ['CALL_TASKS'] })
    .where('id', '=', 'wanna')
    .execute();
  const of = await call(database.db, 's-17');
  await expect(createTask(parts, anna, of)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const draft = await changeTask(parts, anna, of, { title: 'Send the offer' });
  expect(draft).toMatchObject({ state: 'DRAFT', integrationId: 'ipaper', type: null, title: 'Send the offer' });
  await expect(createTask(parts, anna, of)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await changeTask(parts, anna, of, { type: 'call', dueTime: '14:30' });
  await expect(createTask(parts, anna, of)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await openLog(parts, anna, of, false);
  expect((await createTask(parts, anna, of)).state).toBe('READY');
  await expect(createTask(parts, anna, of)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(removeTask(parts, anna, of)).rejects.toMatchObject({ code: 'CONFLICT' });
  await work();
  const task = crm.records.find(({ kind }) => kind === 'task');
  expect(task).toMatchObject({ entities: [{ type: 'contacts', id: '31' }] });
  expect(task?.text).toContain(task?.key ?? 'no key');
  expect(await readTask(database.db, 's1', of)).toMatchObject([{ state: 'WRITTEN', title: 'Send the offer' }]);
  await database.db.updateTable('users').set({ grants: [] }).where('id', '=', 'wanna').execute();
  await expect(changeTask(parts, anna, of, { title: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('SLOG-018: without its log nothing of a call is created', async () => {
  const { parts, entries, asked } = world();
  const of = await call(database.db, 's-20');
  await expect(closeLog(parts, anna, of, true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await entries()).toEqual([]);
  expect(asked).toEqual([]);
});

test('an outcome is kept with the log, and taken away again', async () => {
  const { parts } = world();
  const of = await call(database.db, 's-18');
  const outcome = { id: 'PAPER:busy', displayValue: 'Busy' };
  expect((await changeOutcome(parts, anna, of, outcome)).selectedOutcome).toEqual(outcome);
  expect((await changeOutcome(parts, anna, of, null)).selectedOutcome).toBeNull();
});
