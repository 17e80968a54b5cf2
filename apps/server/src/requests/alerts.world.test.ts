import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { forgetOldAlerts, raiseAlert } from './alerts.ts';
import { countRefusals } from './refusals.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const at = (minutes: number) => new Date(Date.parse('2026-05-04T08:00:00Z') + minutes * 60_000);
const alerts = async (kind: string) =>
  (
    await database.db.selectFrom('alerts').select(['scope', 'source']).where('kind', '=', kind).orderBy('id').execute()
  ).map(({ scope, source }) => `${scope} ${source}`);

test('barred numbers raise an alert at the fifth within an hour, once, and again in the next hour', async () => {
  const { db } = database;
  const dial = (minutes: number, count = 1) =>
    countRefusals(db, { accountId: 's1', kind: 'destinationBarred', source: 'wanna', at: at(minutes), count });
  for (let minute = 0; minute < 4; minute += 1) await dial(minute);
  expect(await alerts('barredOften')).toEqual([]);
  for (let minute = 4; minute < 20; minute += 1) await dial(minute);
  expect(await alerts('barredOften')).toEqual(['s1 wanna']);
  await dial(61, 40);
  expect(await alerts('barredOften')).toEqual(['s1 wanna', 's1 wanna']);
});

test('the first limit that calls reach raises an alert, and so do fifteen wrong passwords from one address', async () => {
  const { db } = database;
  await countRefusals(db, { accountId: 's1', kind: 'limitReached', source: 'wben', at: at(0) });
  await countRefusals(db, { accountId: 's1', kind: 'limitReached', source: 'wben', at: at(1) });
  expect(await alerts('limitReached')).toEqual(['s1 wben']);
  for (let guess = 0; guess < 30; guess += 1) {
    if (guess === 14) expect(await alerts('passwordsGuessed')).toEqual([]);
    await countRefusals(db, { accountId: null, kind: 'signInWrong', source: '203.0.113.4', at: at(0) });
  }
  expect(await alerts('passwordsGuessed')).toEqual(['server 203.0.113.4']);
});

test('an attack from ever new addresses raises at most twenty alerts an hour', async () => {
  for (let address = 0; address < 200; address += 1) {
    const source = `203.0.113.${address}`;
    await raiseAlert(database.db, { accountId: null, kind: 'addressBanned', source, at: at(address % 60) });
  }
  expect(await alerts('addressBanned')).toHaveLength(20);
});

test('alerts go after 90 days', async () => {
  await raiseAlert(database.db, { accountId: 's1', kind: 'limitReached', source: 'now', at: new Date() });
  await database.db
    .updateTable('alerts')
    .set({ at: new Date(Date.now() - 91 * 86_400_000) })
    .where('source', '!=', 'now')
    .execute();
  await forgetOldAlerts(database.db);
  expect(await database.db.selectFrom('alerts').select('source').execute()).toEqual([{ source: 'now' }]);
});
