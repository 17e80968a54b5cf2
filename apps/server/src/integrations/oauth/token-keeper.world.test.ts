import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { type Connection, IntegrationError } from '../connector.ts';
import { withRefusals } from './refused-tokens.ts';
import { tokenKeeper } from './token-keeper.ts';
import type { Tokens, Vendor } from './vendor.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const id = 'i-hub';
const box = secretBox(Buffer.alloc(32, 9));
let renewals: string[];
let fault: IntegrationError | null;
beforeEach(async () => {
  renewals = [];
  fault = null;
  await database.db
    .insertInto('integrations')
    .values({ id, account_id: 's1', name: 'HUBSPOT', last_synced_at: null, next_sync_at: null })
    .execute();
});
afterEach(() => database.db.deleteFrom('integrations').execute());

const tokens = (access: string, minutes: number): Tokens => ({
  access,
  refresh: `refresh of ${access}`,
  expiresAt: new Date(Date.now() + minutes * 60_000),
  answer: {},
});

/** A vendor whose tokens that renew are good once. */
const vendor = (): Vendor => ({
  authorizeUrl: async () => '',
  redeem: async () => tokens('first', 30),
  revoke: async () => {},
  async renew(refresh) {
    if (fault) throw fault;
    if (renewals.includes(refresh))
      throw new IntegrationError('refresh', 'used twice', { translationKey: 'signedOut' });
    renewals.push(refresh);
    await new Promise((done) => setTimeout(done, 30));
    return tokens(`token ${renewals.length}`, 30);
  },
});

async function keeperWith(minutes: number) {
  const keeper = tokenKeeper({ db: database.db, box });
  await keeper.save(database.db, id, tokens('first', minutes), null);
  return keeper;
}

test('a token is used until a minute before its end, and then renewed once', async () => {
  const keeper = await keeperWith(30);
  expect(await keeper.accessToken(id, vendor)).toBe('first');
  await keeper.save(database.db, id, tokens('first', 30), null);
  const late = { expires_at: new Date(Date.now() + 50_000), renewed_at: new Date(Date.now() - 600_000) };
  await database.db.updateTable('integration_tokens').set(late).execute();
  expect(await keeper.accessToken(id, vendor)).toBe('token 1');
  expect(await keeper.accessToken(id, vendor)).toBe('token 1');
  expect(renewals).toEqual(['refresh of first']);
});

test('of many who need one at the same time, here and in another process, one renews it', async () => {
  const [here, there] = [await keeperWith(0), tokenKeeper({ db: database.db, box })];
  const all = await Promise.all(
    Array.from({ length: 8 }, (_none, at) => (at % 2 === 0 ? here : there).accessToken(id, vendor)),
  );
  expect(new Set(all)).toEqual(new Set(['token 1']));
  expect(renewals).toHaveLength(1);
});

test('nothing of the database is held while a vendor renews a token, however long that takes', async () => {
  const keeper = await keeperWith(0);
  const open: unknown[] = [];
  const slow = () => ({
    ...vendor(),
    async renew() {
      const { rows } = await sql`select query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`.execute(database.db);
      const { rows: locks } = await sql`select pid from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
        database.db,
      );
      open.push(...rows, ...locks);
      return tokens('renewed', 30);
    },
  });
  expect(await keeper.accessToken(id, slow)).toBe('renewed');
  expect(open).toEqual([]);
});

test('a token that a process claimed which died is renewed once its claim is over, and not before', async () => {
  const keeper = await keeperWith(0);
  const claimed = (ms: number) =>
    database.db
      .updateTable('integration_tokens')
      .set({ renewing_until: new Date(Date.now() + ms) })
      .execute();
  await claimed(60_000);
  const asked = keeper.accessToken(id, vendor);
  await new Promise((done) => setTimeout(done, 300));
  expect(renewals).toEqual([]);
  await claimed(-1);
  expect(await asked).toBe('token 1');
});

test('what a vendor gave is kept although the database is away for a moment', async () => {
  await keeperWith(0);
  let isAway = false;
  const db = new Proxy(database.db, {
    get(target, name) {
      if (isAway && name === 'updateTable') {
        isAway = false;
        throw new Error('terminating connection due to administrator command');
      }
      const got: unknown = Reflect.get(target, name);
      return typeof got === 'function' ? got.bind(target) : got;
    },
  });
  const keeper = tokenKeeper({ db, box });
  const inTrouble = () => ({
    ...vendor(),
    async renew() {
      isAway = true;
      return tokens('the only one', 30);
    },
  });
  expect(await keeper.accessToken(id, inTrouble)).toBe('the only one');
  expect(isAway).toBe(false);
  expect(await tokenKeeper({ db: database.db, box }).accessToken(id, vendor)).toBe('the only one');
});

test('who signs in while a token is renewed has the tokens of the new sign-in', async () => {
  const keeper = await keeperWith(0);
  const slow = () => ({
    ...vendor(),
    async renew() {
      await keeper.save(database.db, id, tokens('of the new sign-in', 30), 'https://new.example');
      return tokens('of the one before', 30);
    },
  });
  expect(await keeper.accessToken(id, slow)).toBe('of the new sign-in');
  expect(await keeper.accessToken(id, vendor)).toBe('of the new sign-in');
});

test('a vendor in trouble signs nobody out, and the next try renews the token', async () => {
  const keeper = await keeperWith(0);
  fault = new IntegrationError('failed', 'The sign-in page answered 502', { provablyNotTaken: true });
  await expect(keeper.accessToken(id, vendor)).rejects.toMatchObject({ type: 'failed' });
  fault = null;
  expect(await keeper.accessToken(id, vendor)).toBe('token 1');
});

test('a grant that is no longer valid needs a new sign-in, and so does a token of another data folder', async () => {
  const keeper = await keeperWith(0);
  fault = new IntegrationError('refresh', 'The sign-in is no longer valid', { translationKey: 'signedOut' });
  await expect(keeper.accessToken(id, vendor)).rejects.toMatchObject({ type: 'refresh' });
  const other = tokenKeeper({ db: database.db, box: secretBox(Buffer.alloc(32, 1)) });
  await expect(other.accessToken(id, vendor)).rejects.toMatchObject({ type: 'refresh' });
});

test('one refusal of a token has it renewed; that of a new one says that this is forbidden', async () => {
  const keeper = await keeperWith(30);
  const old = { renewed_at: new Date(Date.now() - 600_000) };
  await database.db.updateTable('integration_tokens').set(old).execute();
  const refuses = { get: () => Promise.reject(new IntegrationError('refresh', '401')) } as unknown as Connection;
  const connection = withRefusals(refuses, () => keeper.wasRefused(id));
  const signal = new AbortController().signal;
  await expect(connection.get('1', signal)).rejects.toMatchObject({ type: 'failed', provablyNotTaken: true });
  expect(await keeper.accessToken(id, vendor)).toBe('token 1');
  await expect(connection.get('1', signal)).rejects.toMatchObject({ type: 'forbidden' });
});

test('portions that break off, and the side that logs calls, are heard as well', async () => {
  const refuse = () => Promise.reject(new IntegrationError('refresh', '401'));
  const connection = withRefusals(
    {
      crm: { users: refuse },
      async *changes() {
        yield { written: [], gone: [], state: 1, total: null };
        await refuse();
      },
    } as unknown as Connection,
    async () => false,
  );
  const seen: unknown[] = [];
  const all = async () => {
    for await (const portion of connection.changes(null, async () => new Map(), new AbortController().signal))
      seen.push(portion.state);
  };
  await expect(all()).rejects.toMatchObject({ type: 'forbidden' });
  expect(seen).toEqual([1]);
  await expect(connection.crm?.users(new AbortController().signal)).rejects.toMatchObject({ type: 'forbidden' });
});
