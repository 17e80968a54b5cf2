import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ChangeFeed, notifyFeed } from '../../../documents/change-feed.ts';
import { someCompany } from '../../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../../storage/testing/test-database.ts';
import { hearDepartures } from './hear-departures.ts';

let database: TestDatabase;
let feed: ChangeFeed;
const heard: string[] = [];
let stop: () => void;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  const { db } = database;
  await db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', 'wcleo').execute();
  const onTrouble = (error: unknown) => heard.push(String(error));
  feed = await notifyFeed(database.url, onTrouble);
  stop = hearDepartures(feed, db, {
    memberLeft: (userId, channelId) => heard.push(`${userId} left ${channelId}`),
    userDeactivated: (userId) => heard.push(`${userId} is deactivated`),
    onTrouble,
  });
});
afterAll(async () => {
  stop();
  await feed.stop();
  await database.drop();
});
const says = (text: string) => vi.waitFor(() => expect(heard).toContain(text), { timeout: 10_000 });

test('users deactivated before the start are reported at the start', () => says('wcleo is deactivated'));

test('a user who leaves a channel or is deactivated is reported, and nobody else', async () => {
  const { db } = database;
  await db.updateTable('users').set({ is_dnd: true }).where('id', '=', 'wben').execute();
  await db.updateTable('channel_members').set({ dialed_in: false }).where('user_id', '=', 'wben').execute();
  await db.deleteFrom('channel_members').where('user_id', '=', 'wanna').where('channel_id', '=', 'cteam').execute();
  await says('wanna left cteam');
  await db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', 'wanna').execute();
  await says('wanna is deactivated');
  expect(heard.filter((each) => each.includes('wben'))).toEqual([]);
});
