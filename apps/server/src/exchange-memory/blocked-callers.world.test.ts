import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { blockedCallers, blockOf } from './blocked-callers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await someCompany(db);
  await db
    .insertInto('accounts')
    .values({ id: 's2', name: 'Other', plan: '{}', country: 'DE', area_code: '30' })
    .execute();
});
beforeEach(async () => void (await database.db.deleteFrom('blocked_callers').execute()));
afterAll(() => database.drop());

const log = pino({ level: 'silent' });
const add = (id: string, kind: 'number' | 'prefix' | 'anonymous', number = '', user: string | null = null) =>
  database.db
    .insertInto('blocked_callers')
    .values({ id, account_id: 's1', user_id: user, kind, number, note: null, added_by: null, last_refused_at: null })
    .execute();
const asked = async (number: string | null, ownerUserId: string | null = null, accountId = 's1') =>
  (await blockOf(database.db, { accountId, ownerUserId, number }))?.id ?? null;
const counts = () => database.db.selectFrom('blocked_callers').select(['id', 'refused']).orderBy('id').execute();

test('a number is refused as it is, a prefix whatever follows it', async () => {
  await add('b1', 'number', '+49900123456');
  await add('b2', 'prefix', '+44');
  expect(await asked('+49900123456')).toBe('b1');
  expect(await asked('+499001234567')).toBeNull();
  expect(await asked('+4990012345')).toBeNull();
  expect(await asked('+442071234567')).toBe('b2');
  expect(await asked('+44')).toBe('b2');
  expect(await asked('+4')).toBeNull();
  // What is no number in E.164 is neither a number of the list nor withheld.
  expect(await asked('44')).toBeNull();
});

test('callers who withhold their number are refused where the list says so', async () => {
  await add('b1', 'prefix', '+4');
  expect(await asked(null)).toBeNull();
  await add('b2', 'anonymous');
  expect(await asked(null)).toBe('b2');
  expect(await asked('+33123456789')).toBeNull();
});

test("a user's list counts for their own channel alone, and a company's for no other company", async () => {
  await add('b1', 'number', '+49900123456', 'wanna');
  expect(await asked('+49900123456', 'wanna')).toBe('b1');
  expect(await asked('+49900123456', 'wben')).toBeNull();
  expect(await asked('+49900123456', null)).toBeNull();
  await add('b2', 'prefix', '+49900');
  // The company comes first.
  expect(await asked('+49900123456', 'wanna')).toBe('b2');
  expect(await asked('+49900123456', null, 's2')).toBeNull();
});

test('numbers of the company that came after a prefix are never refused', async () => {
  await add('b1', 'prefix', '+4930555');
  const own = await database.db
    .selectFrom('numbers')
    .select('e164')
    .where('account_id', '=', 's1')
    .executeTakeFirstOrThrow();
  expect(own.e164).toMatch(/^\+4930555/);
  expect(await asked(own.e164)).toBeNull();
  expect(await asked('+4930555999')).toBe('b1');
});

test('a caller who never rests costs one statement for many calls, and each is counted', async () => {
  await add('b1', 'number', '+49900123456');
  await add('b2', 'anonymous');
  const lists = blockedCallers(database.db, log, 60_000);
  for (let call = 0; call < 40; call += 1) {
    expect(await lists.judges({ accountId: 's1', ownerUserId: null, number: '+49900123456' })).toBe('refused');
  }
  expect(await lists.judges({ accountId: 's1', ownerUserId: null, number: null })).toBe('refused');
  expect(await lists.judges({ accountId: 's1', ownerUserId: null, number: '+33123456789' })).toBeNull();
  expect(await counts()).toEqual([
    { id: 'b1', refused: 0 },
    { id: 'b2', refused: 0 },
  ]);
  await lists.stop();
  expect(await counts()).toEqual([
    { id: 'b1', refused: 40 },
    { id: 'b2', refused: 1 },
  ]);
  const { last_refused_at: last } = await database.db
    .selectFrom('blocked_callers')
    .select('last_refused_at')
    .where('id', '=', 'b1')
    .executeTakeFirstOrThrow();
  expect(Date.now() - (last?.getTime() ?? 0)).toBeLessThan(600_000);
  // Nothing is counted twice.
  await lists.stop();
  expect((await counts())[0]).toEqual({ id: 'b1', refused: 40 });
});

test('counts are written by themselves a moment later', async () => {
  await add('b1', 'number', '+49900123456');
  const lists = blockedCallers(database.db, log, 10);
  await lists.judges({ accountId: 's1', ownerUserId: null, number: '+49900123456' });
  await vi.waitFor(async () => expect(await counts()).toEqual([{ id: 'b1', refused: 1 }]));
});

test('after a call for help all callers get through, whatever the lists say', async () => {
  const { db } = database;
  await add('b1', 'anonymous');
  await add('b2', 'prefix', '+4989');
  await add('b3', 'anonymous', '', 'wanna');
  const { id: channelId } = await db
    .selectFrom('channels')
    .select('id')
    .where('account_id', '=', 's1')
    .limit(1)
    .executeTakeFirstOrThrow();
  const calledAt = (id: string, number: string, minutesAgo: number) =>
    db
      .insertInto('inbox_events')
      .values({
        id,
        account_id: 's1',
        channel_id: channelId,
        session_id: id,
        unresolved: false,
        direction: 'OUTGOING',
        state: 'TALKING',
        remote_phone_number: number,
        started_at: new Date(Date.now() - minutesAgo * 60_000),
        documentation: '{}',
      })
      .execute();
  await calledAt('too-long-ago', '112', 121);
  await calledAt('no-help', '+4989112', 1);
  expect([await asked(null), await asked('+498912345')]).toEqual(['b1', 'b2']);
  const { isCalledBack } = blockedCallers(db, log);
  expect(await isCalledBack('s1')).toBe(false);
  await calledAt('help', '112', 100);
  expect([await isCalledBack('s1'), await isCalledBack('s2')]).toEqual([true, false]);
  expect([await asked(null), await asked('+498912345'), await asked(null, 'wanna')]).toEqual([null, null, null]);
  await db
    .insertInto('blocked_callers')
    .values({
      id: 'b4',
      account_id: 's2',
      user_id: null,
      kind: 'anonymous',
      number: '',
      note: null,
      added_by: null,
      last_refused_at: null,
    })
    .execute();
  expect(await asked(null, null, 's2')).toBe('b4');
  await db.deleteFrom('inbox_events').where('id', '=', 'help').execute();
});
