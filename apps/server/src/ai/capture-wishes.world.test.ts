import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ChangeFeed, notifyFeed } from '../documents/change-feed.ts';
import { secretBox } from '../storage/secret-box.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { captureWishes } from './capture-wishes.ts';
import { aiGround } from './ground.ts';
import { noServices } from './services.ts';

let database: TestDatabase;
let feed: ChangeFeed;
/** How often it was read what the account decided. */
let readings = 0;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  feed = await notifyFeed(database.url, () => {});
  await database.db
    .updateTable('accounts')
    .set({ flags: JSON.stringify({ hasCallTranscription: true }) })
    .where('id', '=', 's1')
    .execute();
  await database.db
    .updateTable('users')
    .set({ grants: ['CALL_BOOSTS'] })
    .execute();
  await database.db.insertInto('ai_settings').values({ account_id: 's1', documentation: 'all' }).execute();
});
afterAll(async () => {
  await feed.stop();
  await database.drop();
});

const wishes = () => {
  const ground = aiGround({ db: database.db, box: secretBox(Buffer.alloc(32)) });
  const counted = {
    ...ground,
    settings: (accountId: string) => {
      readings += 1;
      return ground.settings(accountId);
    },
  };
  return captureWishes({ db: database.db, services: { ...noServices, ground: counted }, feed });
};

/** A call in the channels of two users; what each of them is told apart by. */
async function talk() {
  const id = randomUUID();
  const sides = [
    { channelId: 'ca', docId: `pbx-${id}` },
    { channelId: 'cb', docId: `pbx-${id}` },
  ];
  const rows = sides.map(({ channelId, docId }) => ({
    id: docId,
    account_id: 's1',
    channel_id: channelId,
    session_id: id,
    owner: channelId === 'ca' ? 'wanna' : 'wben',
    direction: 'INCOMING' as const,
    state: 'Established' as const,
    unresolved: false,
    started_at: new Date(),
  }));
  await database.db.insertInto('inbox_events').values(rows).execute();
  return sides;
}
const reasons = async (docId: string) => {
  const rows = await database.db.selectFrom('inbox_events').select('documentation').where('id', '=', docId).execute();
  return rows.map(({ documentation }) => documentation['transcription']);
};
const connect = () =>
  database.db
    .insertInto('ai_connections')
    .values({
      id: 'speech',
      account_id: null,
      purpose: 'speech',
      kind: 'openaiCompatible',
      name: 'A recogniser',
      url: 'http://127.0.0.1:9/v1',
      model: 'small',
      options: JSON.stringify({ contextTokens: null, concurrency: null, timeoutSeconds: null, prices: null }),
      confirmed_at: new Date(),
    })
    .execute();

beforeEach(async () => {
  readings = 0;
  await database.db.updateTable('ai_settings').set({ documentation: 'all' }).execute();
  await database.db.deleteFrom('ai_connections').execute();
});

test('what an account decided is read once, and again after a change, also of a connection of the server', async () => {
  const { isWanted } = wishes();
  const wanted = async () => {
    const sides = await talk();
    return await Promise.all(sides.map((side) => isWanted(side, false)));
  };
  expect([await wanted(), await wanted()]).toEqual([
    [false, false],
    [false, false],
  ]);
  expect(readings).toBe(1);
  await connect();
  await vi.waitFor(async () => expect(await wanted()).toEqual([true, true]));
  const before = readings;
  expect(await wanted()).toEqual([true, true]);
  expect(readings).toBe(before);
  await database.db.updateTable('ai_settings').set({ documentation: 'recorded' }).execute();
  await vi.waitFor(async () => expect(await wanted()).toEqual([false, false]));
});

test('both sides of a call that cannot be documented are told why, and a call that is gone is not', async () => {
  const { isWanted } = wishes();
  await vi.waitFor(async () => {
    const [one, other] = await talk();
    if (!one || !other) throw new Error('nobody talks');
    const gone = { channelId: 'ca', docId: 'pbx-gone' };
    expect(await Promise.all([one, gone, other].map((side) => isWanted(side, false)))).toEqual([false, false, false]);
    const why = { status: 'disabled', reason: 'noRecognizer' };
    expect(await reasons(one.docId)).toEqual([why, why]);
  });
});
