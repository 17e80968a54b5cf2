import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { notifyFeed } from '../documents/change-feed.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { openInviteGate } from './invite-gate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

test('calls for help pass where the companies are, also to a number that a company adds while calls are refused', async () => {
  const { db, url } = database;
  const feed = await notifyFeed(url, () => {});
  const gate = await openInviteGate({
    db,
    feed,
    pace: { isFull: () => true, isBusy: () => true },
    onTrouble: (error) => {
      throw error;
    },
  });
  expect(gate.isFull()).toBe(true);
  for (const dialled of ['112', '0112', '110', '+49112', '0049112', '00049112'])
    expect(gate.isForHelp(dialled), dialled).toBe(true);
  for (const dialled of ['', '12', '15', '911', '200', '19222', '+493040112', '+4930555110112']) {
    expect(gate.isForHelp(dialled), dialled).toBe(false);
  }
  await db
    .updateTable('accounts')
    .set({ number_plan: JSON.stringify({ emergencyNumbers: ['19222'] }) })
    .where('id', '=', 's1')
    .execute();
  await vi.waitFor(() => expect(gate.isForHelp('19222')).toBe(true));
  expect(gate.isForHelp('019222')).toBe(true);
  expect(gate.isForHelp('+49301234519222')).toBe(false);
  // A country with a code of three digits, behind the prefixes of a company there: as it would be read later.
  expect(gate.isForHelp('90011353112')).toBe(false);
  await db
    .updateTable('accounts')
    .set({ country: 'IE', number_plan: JSON.stringify({ outsidePrefix: '9', internationalPrefix: '0011' }) })
    .where('id', '=', 's1')
    .execute();
  await vi.waitFor(() => expect(gate.isForHelp('90011353112')).toBe(true));
  for (const dialled of ['900353112', '9+353112', '00353112']) expect(gate.isForHelp(dialled), dialled).toBe(true);
  expect(gate.isForHelp('90011354112')).toBe(false);
  await feed.stop();
});
