import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Entity } from '../../../crm/crm-side.ts';
import type { TestDatabase } from '../../../storage/testing/test-database.ts';
import { entitiesOfContact } from '../records/crm-records.ts';
import { call, contact, forgetCalls, loggingDatabase, loggingWorld } from '../testing/logging-world.ts';
import { type PaperCrm, paperCrm } from '../testing/paper-crm.ts';
import { watch } from '../watch.ts';
import { addEntity, candidatesOf } from './change-log.ts';
import { closeLog } from './close-log.ts';
import { readEntities } from './log-document.ts';
import { openLog } from './open-log.ts';
import { loggedTo, type OfCall } from './stored.ts';

let database: TestDatabase;
let crm: PaperCrm;
beforeAll(async () => {
  database = await loggingDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  crm = paperCrm();
  crm.belongings = [deal('1'), deal('2', { isOpen: false }), deal('3', { isHidden: true, label: '' })];
  await wants(['contacts', 'deals']);
});
afterEach(() => forgetCalls(database.db));

const anna = { userId: 'wanna', accountId: 's1' };
const deal = (id: string, more: Partial<Entity> = {}): Entity => ({
  type: 'deals',
  id,
  label: `Deal ${id}`,
  url: null,
  isOpen: true,
  ownerId: null,
  isHidden: false,
  ...more,
});

const wants = async (types: readonly string[]) => {
  const settings = JSON.stringify({ defaultCallLoggingEntityTypes: { PAPER: types } });
  await database.db.updateTable('users').set({ settings }).where('id', '=', 'wanna').execute();
};
const chosen = async (of: OfCall) => (await loggedTo(database.db, of)).map(({ type, id }) => `${type} ${id}`);
const opened = async (sessionId: string) => {
  const { parts } = loggingWorld(database.db, crm);
  const of = await call(database.db, sessionId);
  await openLog(parts, anna, of, false);
  return { parts, of };
};

test('SLOG-011, SAPI-024: what belongs to who called is what the CRM says, without what is closed or hidden', async () => {
  const { parts, of } = await opened('r-1');
  expect(await chosen(of)).toEqual(['contacts 31', 'deals 1']);
  await openLog(parts, anna, of, false);
  expect(crm.requests).toEqual(['belongings']);
});

test('a CRM is not asked where calls are logged to the contact alone, and in update mode', async () => {
  const { parts } = loggingWorld(database.db, crm);
  await openLog(parts, anna, await call(database.db, 'r-2'), true);
  await wants(['contacts']);
  const { of } = await opened('r-3');
  expect(await chosen(of)).toEqual(['contacts 31']);
  expect(crm.requests).toEqual([]);
});

test('SAPI-024: the contacts that may have called are told with their ids here, by which a CRM is asked for the rest', async () => {
  const { parts, of } = await opened('r-8');
  const { contacts } = await candidatesOf(parts, anna, of);
  expect(contacts).toMatchObject([{ contactId: 'paper-31', type: 'contacts', id: '31' }]);
  const found = await entitiesOfContact(parts, anna, contacts[0]?.contactId ?? '');
  expect(found).toMatchObject([
    { id: '1', isOpen: true },
    { id: '2', isOpen: false },
    { id: '3', isHidden: true },
  ]);
  // The panel had asked for the same a moment before.
  expect(crm.requests).toEqual(['belongings']);
});

test('the panel has the log before a CRM is asked, so that the server does not close it meanwhile', async () => {
  const { db } = database;
  const held: boolean[] = [];
  crm.beforeBelongings = async () => {
    const log = await db.selectFrom('call_logs').select('panel_until').executeTakeFirstOrThrow();
    held.push((log.panel_until?.getTime() ?? 0) > Date.now());
  };
  const { of } = await opened('r-10');
  expect(held).toEqual([true]);
  expect(await chosen(of)).toEqual(['contacts 31', 'deals 1']);
});

test('what a panel that is closed meanwhile learns late does not open it again', async () => {
  const { parts } = loggingWorld(database.db, crm);
  const of = await call(database.db, 'r-11');
  crm.beforeBelongings = async () => void (await closeLog(parts, anna, of, false));
  await openLog(parts, anna, of, false);
  expect(await database.db.selectFrom('call_logs').select('panel_until').execute()).toEqual([{ panel_until: null }]);
});

test('contacts with one number are asked about at the same time, and all of them within four seconds', async () => {
  const { db } = database;
  for (const id of ['32', '33']) await contact(db, { id, name: `Imker ${id}` });
  await wants(['contacts', 'companies']);
  const within = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(within.signal);
  let asked = 0;
  crm.beforeBelongings = async (signal) => {
    asked += 1;
    if (asked === 3) within.abort();
    if (!signal.aborted) await once(signal, 'abort');
    signal.throwIfAborted();
  };
  try {
    const { of } = await opened('r-12');
    expect(timeout.mock.calls).toEqual([[4_000]]);
    expect([asked, await chosen(of)]).toEqual([3, []]);
  } finally {
    timeout.mockRestore();
    await db.deleteFrom('contacts').where('external_id', 'in', ['32', '33']).execute();
  }
});

test('SLOG-014: whose a record is outlives its connection, also of records that users choose themselves', async () => {
  crm.belongings = [deal('1', { ownerId: 'u7' }), deal('4', { ownerId: 'u8' }), deal('5', { ownerId: 'u99' })];
  const { db } = database;
  await db
    .insertInto('crm_users')
    .values({ integration_id: 'ipaper', user_id: 'wben', crm_user_id: 'u8', chosen_by: 'wanna' })
    .execute();
  const { parts, of } = await opened('r-9');
  await addEntity(parts, anna, { ...of, integrationId: 'ipaper', type: 'deals', entityId: '6' }, false);
  const owned = (await readEntities(db, crm, 's1', of)).map(({ entityId, ownedBy }) => [entityId, ownedBy]);
  // By the address, by the administrator, by nobody.
  expect(owned).toEqual([
    ['31', null],
    ['1', 'wanna'],
    ['4', 'wben'],
    ['5', null],
    ['6', null],
  ]);
  await db.deleteFrom('crm_users').execute();
});

test('SLOG-014: whose a record is, is decided as whose a log is: by hand first, and of one address the first', async () => {
  const { db } = database;
  crm.users = [
    { id: 'u7', name: 'Anna Ahorn', email: 'anna@example.com' },
    { id: 'u9', name: 'Anna Ahorn, twice', email: 'Anna@example.com' },
    { id: 'u8', name: 'A. Ahorn (Sales)', email: 'sales@example.com' },
  ];
  crm.belongings = ['7', '8', '9'].map((id) => deal(id, { ownerId: `u${id}` }));
  const owned = async (sessionId: string) => {
    const { of } = await opened(sessionId);
    const entities = await readEntities(db, crm, 's1', of);
    return Object.fromEntries(entities.map(({ ownerId, ownedBy }) => [ownerId ?? '', ownedBy]));
  };
  expect(await owned('r-13')).toMatchObject({ u7: 'wanna', u8: null, u9: null });
  await db
    .insertInto('crm_users')
    .values({ integration_id: 'ipaper', user_id: 'wanna', crm_user_id: 'u8', chosen_by: 'wanna' })
    .execute();
  expect(await owned('r-14')).toMatchObject({ u7: null, u8: 'wanna', u9: null });
  await db.deleteFrom('crm_users').execute();
});

test('of a CRM that does not answer the panel has what is known here', async () => {
  crm.faults.push('down');
  const { of } = await opened('r-4');
  expect(await chosen(of)).toEqual(['contacts 31']);
});

test('a call that is logged by itself waits for a CRM to answer, for ten minutes', async () => {
  const { db } = database;
  await db
    .insertInto('channel_log_modes')
    .values({ channel_id: 'cteam', account_id: 's1', mode: 'auto' })
    .onConflict((conflict) => conflict.column('channel_id').doUpdateSet({ mode: 'auto' }))
    .execute();
  const { parts } = loggingWorld(db, crm);
  const recent = await call(db, 'r-5', { endedSecondsAgo: 90 });
  const other = await call(db, 'r-6', { endedSecondsAgo: 80 });
  const old = await call(db, 'r-7', { endedSecondsAgo: 700 });
  crm.isReachable = false;
  await watch(parts);
  expect([await chosen(recent), await chosen(other), await chosen(old)]).toEqual([[], [], ['contacts 31']]);
  crm.isReachable = true;
  await watch(parts);
  expect(await chosen(recent)).toEqual(['contacts 31', 'deals 1']);
  expect(await chosen(other)).toEqual(['contacts 31', 'deals 1']);
  await db.deleteFrom('channel_log_modes').where('channel_id', '=', 'cteam').execute();
});
