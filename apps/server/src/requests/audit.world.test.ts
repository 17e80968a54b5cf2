import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { audit } from './audit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const entries = () => database.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
const flagsChanged = { accountId: 's1', actorUserId: 'wanna', action: 'user.flagsChanged', target: 'wben' } as const;

test('a line stands with what it is about, and falls with it', async () => {
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    await audit(trx, { ...flagsChanged, detail: { hasLabs: true, note: 'a\0b' }, address: '192.0.2.1' });
  });
  const failing = db.transaction().execute(async (trx) => {
    await audit(trx, flagsChanged);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect(await entries()).toMatchObject([
    { scope: 's1', action: 'user.flagsChanged', detail: { hasLabs: true, note: 'ab' }, address: '192.0.2.1' },
  ]);
});

test('a line is never changed or removed, not even with its account', async () => {
  const { db } = database;
  await audit(db, { accountId: 's2', actorUserId: null, action: 'account.setUp' });
  const before = await entries();
  for (const attempt of [
    sql`update audit_log set detail = '{}'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    await expect(attempt.execute(db)).rejects.toThrow('only grows');
  }
  await db.deleteFrom('accounts').where('id', '=', 's1').execute();
  expect(await entries()).toEqual(before);
});
