import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../../storage/testing/test-database.ts';
import { closeLog } from '../log/close-log.ts';
import { openLog } from '../log/open-log.ts';
import { call, forgetCalls, loggingDatabase, loggingWorld } from '../testing/logging-world.ts';
import { paperCrm } from '../testing/paper-crm.ts';
import { crmUsersOf, matchCrmUser } from './crm-users.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await loggingDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await forgetCalls(database.db);
  await database.db.deleteFrom('crm_users').execute();
});

const anna = { userId: 'wanna', accountId: 's1', address: '127.0.0.1' };
const hers = { integrationId: 'ipaper', userId: 'wanna' };

async function ownerOfLog(sessionId: string) {
  const crm = paperCrm();
  const world = loggingWorld(database.db, crm);
  const of = await call(database.db, sessionId);
  await openLog(world.parts, anna, of, false);
  await closeLog(world.parts, anna, of, true);
  await world.work();
  return crm.records[0]?.ownerId;
}

const setEmail = (email: string) => database.db.updateTable('users').set({ email }).where('id', '=', 'wanna').execute();

test('logs are written in the name of the user whom an administrator named, where email addresses differ', async () => {
  const { parts } = loggingWorld(database.db, paperCrm());
  await setEmail('a.ahorn@other.example');
  expect(await ownerOfLog('s-1')).toBeNull();
  await matchCrmUser(parts, anna, hers, 'u8');
  expect(await ownerOfLog('s-2')).toBe('u8');
  const { users, crmUsers } = await crmUsersOf(parts, anna, 'ipaper');
  expect(users.find(({ userId }) => userId === 'wanna')).toEqual({ userId: 'wanna', byHand: 'u8', byEmail: null });
  expect(crmUsers.map(({ id }) => id)).toEqual(['u7', 'u8']);
});

test('what is said by hand counts more than an address, until it is taken back or that user is gone from the CRM', async () => {
  const { parts } = loggingWorld(database.db, paperCrm());
  await setEmail('ANNA@example.com');
  expect(await ownerOfLog('s-1')).toBe('u7');
  await matchCrmUser(parts, anna, hers, 'u8');
  expect(await ownerOfLog('s-2')).toBe('u8');
  await database.db.updateTable('crm_users').set({ crm_user_id: 'gone' }).execute();
  expect(await ownerOfLog('s-3')).toBe('u7');
  await matchCrmUser(parts, anna, hers, null);
  expect(await database.db.selectFrom('crm_users').selectAll().execute()).toEqual([]);
  const audited = await database.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'crm.userMatched')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(audited.map(({ detail }) => detail)).toEqual([
    { crm: 'PAPER', crmUser: null },
    { crm: 'PAPER', crmUser: 'u8' },
  ]);
});

test('nobody is matched with users that the CRM or the account does not have, nor in a CRM of others', async () => {
  const { parts } = loggingWorld(database.db, paperCrm());
  await expect(matchCrmUser(parts, anna, hers, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const stranger = { ...hers, userId: 'nobody' };
  await expect(matchCrmUser(parts, anna, stranger, 'u8')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const other = { ...anna, accountId: 's2' };
  await expect(matchCrmUser(parts, other, hers, 'u8')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(crmUsersOf(parts, other, 'ipaper')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await database.db.selectFrom('crm_users').selectAll().execute()).toEqual([]);
});
