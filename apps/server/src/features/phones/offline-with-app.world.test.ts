import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { disconnectPhones, takePhonesOffline } from './offline-with-app.ts';
import { sipPhones } from './testing/sip-phones.ts';

const anna = 'wanna';
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

beforeEach(async () => {
  const { db } = database;
  await db.deleteFrom('phones').execute();
  await db.deleteFrom('devices').execute();
  await sipPhones(db, secretBox(randomBytes(32))).add('anna@example.com', {
    name: 'Provider',
    username: 'line-1',
    authUsername: null,
    password: 'north-wind',
    registrar: 'provider.example',
    outboundProxy: null,
    phoneNumbers: [],
  });
  await db.updateTable('phones').set({ is_connected: true }).execute();
  await wants(true);
});

const wants = async (turnPhonesOfflineOnDisconnect: boolean) => {
  const settings = JSON.stringify({ turnPhonesOfflineOnDisconnect, loggedCallDuration: 5 });
  await database.db.updateTable('users').set({ settings }).where('id', '=', anna).execute();
};
const has = async (platform: 'browser' | 'desktop') => {
  const { account_id } = await database.db
    .selectFrom('users')
    .select('account_id')
    .where('id', '=', anna)
    .executeTakeFirstOrThrow();
  const device = {
    id: `some-${platform}`,
    name: platform,
    os: 'Linux',
    version: '1',
    platform,
    updated_at: new Date(),
  };
  await database.db
    .insertInto('devices')
    .values({ ...device, account_id, user_id: anna })
    .execute();
};
const connected = async () =>
  (await database.db.selectFrom('phones').select('is_connected').execute()).map(({ is_connected }) => is_connected);

/** Someone whose clients come and go, and a clock that is moved by hand. */
function world() {
  const heard = { joined: (_userId: string) => {}, gone: (_userId: string) => {} };
  let waiting: (() => void) | null = null;
  let signIns: ReadonlySet<string> = new Set();
  const troubles: unknown[] = [];
  const stop = takePhonesOffline({
    db: database.db,
    audience: {
      onJoin(listener) {
        heard.joined = listener;
      },
      onGone(listener) {
        heard.gone = listener;
      },
      signInsOf: () => signIns,
    },
    after: (_ms, run) => {
      waiting = run;
      return () => {
        waiting = null;
      };
    },
    onTrouble: (error) => troubles.push(error),
  });
  return {
    stop,
    troubles,
    comes() {
      signIns = new Set(['a sign-in']);
      heard.joined(anna);
    },
    goes() {
      signIns = new Set();
      heard.gone(anna);
    },
    isWaiting: () => waiting !== null,
    timePasses() {
      waiting?.();
      waiting = null;
    },
  };
}

test('phones follow the app that has gone, after a while', async () => {
  await has('desktop');
  const here = world();
  here.comes();
  here.goes();
  expect(await connected()).toEqual([true]);
  here.timePasses();
  await expect.poll(connected).toEqual([false]);
  expect(here.troubles).toEqual([]);
});

test('an app that is back in time keeps its phones', () => {
  const here = world();
  here.goes();
  here.comes();
  expect(here.isWaiting()).toBe(false);
});

test('nothing waits once the server has stopped', () => {
  const here = world();
  here.goes();
  here.stop();
  expect(here.isWaiting()).toBe(false);
  here.goes();
  expect(here.isWaiting()).toBe(false);
});

test.each<[string, () => Promise<void>]>([
  ['who does not want it', () => wants(false)],
  ['who has the app in a browser as well', () => has('browser')],
])('%s keeps the phones', async (_who, prepare) => {
  await prepare();
  await disconnectPhones(database.db, anna);
  expect(await connected()).toEqual([true]);
});

test('nobody else loses a phone', async () => {
  await disconnectPhones(database.db, 'wsomebody');
  expect(await connected()).toEqual([true]);
});
