import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Refusal } from '../../../requests/refusal.ts';
import type { TestDatabase } from '../../../storage/testing/test-database.ts';
import { closeLog } from '../log/close-log.ts';
import { readTask } from '../log/log-document.ts';
import { openLog } from '../log/open-log.ts';
import type { OfCall } from '../log/stored.ts';
import { call, forgetCalls, loggingDatabase, loggingWorld } from '../testing/logging-world.ts';
import { paperCrm } from '../testing/paper-crm.ts';
import { callsEnded, watch } from '../watch.ts';
import { changeTask, createTask } from './tasks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await loggingDatabase();
  await database.db
    .insertInto('channel_log_modes')
    .values({ channel_id: 'cteam', account_id: 's1', mode: 'auto' })
    .execute();
});
afterAll(() => database.drop());
beforeEach(() => grants(['CALL_TASKS']));
afterEach(() => forgetCalls(database.db));

const anna = { userId: 'wanna', accountId: 's1' };
const crm = paperCrm();
const world = () => loggingWorld(database.db, crm);
const grants = async (names: string[]) =>
  void (await database.db.updateTable('users').set({ grants: names }).where('id', '=', 'wanna').execute());
const stateOf = async (of: OfCall) => (await readTask(database.db, 's1', of))[0]?.state;

/** A call whose panel is open, with a follow-up task in it. */
async function drafted(sessionId: string, about: Parameters<typeof call>[2] = {}, type: string | null = 'call') {
  const { parts } = world();
  const of = await call(database.db, sessionId, about);
  await openLog(parts, anna, of, false);
  await changeTask(parts, anna, of, { title: 'Send the offer', type });
  return of;
}

/** The browser was closed: nobody holds the panel any longer. */
const leaves = (of: OfCall) =>
  database.db
    .updateTable('call_logs')
    .set({ panel_until: new Date(Date.now() - 1000) })
    .where('session_id', '=', of.sessionId)
    .execute();

test('SPROD-015: who closes the log has its task created with it, once', async () => {
  const { parts, work } = world();
  const of = await drafted('t-1');
  await closeLog(parts, anna, of, true);
  expect(await stateOf(of)).toBe('READY');
  await closeLog(parts, anna, of, true);
  await work();
  expect(await stateOf(of)).toBe('WRITTEN');
  expect(crm.records.filter(({ kind }) => kind === 'task')).toMatchObject([
    { entities: [{ type: 'contacts', id: '31' }] },
  ]);
});

test('SPROD-015: in a channel that logs by itself it is created although the browser was closed', async () => {
  const { parts } = world();
  const of = await drafted('t-2', { endedSecondsAgo: 90 });
  await watch(parts);
  expect(await stateOf(of)).toBe('DRAFT');
  await leaves(of);
  await watch(parts);
  expect(await stateOf(of)).toBe('READY');
});

test('SPROD-015, SLOG-012: a task that is added to a call that was logged before is created by closing its panel', async () => {
  const { parts, work } = world();
  const of = await call(database.db, 't-7');
  await openLog(parts, anna, of, false);
  await closeLog(parts, anna, of, true);
  await work();
  expect(await stateOf(of)).toBeUndefined();
  await openLog(parts, anna, of, true);
  await changeTask(parts, anna, of, { title: 'Send the invoice', type: 'call' });
  await closeLog(parts, anna, of, true);
  await work();
  expect(await stateOf(of)).toBe('WRITTEN');
  expect(crm.records.filter(({ title }) => title.includes('Send the invoice'))).toHaveLength(1);
});

test('a change of a draft that comes while it is created is in the CRM, or is refused', async () => {
  const { parts, work } = world();
  for (const at of [1, 2, 3, 4, 5]) {
    const of = await drafted(`t-8${at}`);
    const changed = changeTask(parts, anna, of, { title: `Changed ${at}` }).then(
      () => 'changed',
      (error: Refusal) => error.code,
    );
    await Promise.all([changed, createTask(parts, anna, of)]);
    await work();
    const inCrm = crm.records.some(({ title }) => title.includes(`Changed ${at}`));
    expect([await changed, inCrm]).toEqual(inCrm ? ['changed', true] : ['CONFLICT', false]);
  }
});

test('a log that is closed while people talk has its task created after the call', async () => {
  const { parts } = world();
  const of = await drafted('t-3', { isOver: false });
  await closeLog(parts, anna, of, true);
  expect(await stateOf(of)).toBe('DRAFT');
  await database.db.updateTable('inbox_events').set({ terminated_at: new Date() }).execute();
  await callsEnded(parts, [of.sessionId]);
  expect(await stateOf(of)).toBe('READY');
});

test('a draft stays one where the log is left, a type is missing, or its writer lost the grant', async () => {
  const { parts } = world();
  const left = await drafted('t-4');
  await closeLog(parts, anna, left, false);
  const untyped = await drafted('t-5', {}, null);
  await closeLog(parts, anna, untyped, true);
  const lost = await drafted('t-6');
  await grants([]);
  await closeLog(parts, anna, lost, true);
  expect(await Promise.all([left, untyped, lost].map(stateOf))).toEqual(['DRAFT', 'DRAFT', 'DRAFT']);
});

test('SPERM-018, SPERM-019: a follow-up task needs the grant for tasks, and a CRM that has them', async () => {
  const { parts } = world();
  const of = await call(database.db, 't-7');
  await openLog(parts, anna, of, false);
  const drafts = (ground: typeof parts) => changeTask(ground, anna, of, { title: 'Send the offer' });
  const withoutTasks: typeof crm = {
    ...crm,
    formOf: (name) => {
      const form = crm.formOf(name);
      return form && { ...form, hasTasks: false };
    },
  };
  await expect(drafts({ ...parts, crm: withoutTasks })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await grants(['CONTACT_READ']);
  await expect(drafts(parts)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await readTask(database.db, 's1', of)).toEqual([]);
  await grants(['CALL_TASKS']);
  expect(await drafts(parts)).toMatchObject({ state: 'DRAFT', title: 'Send the offer' });
});
