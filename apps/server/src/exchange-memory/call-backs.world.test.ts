import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { callBacks } from './call-backs.ts';

const number = '+4940555111';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
beforeEach(async () => {
  await database.db.deleteFrom('inbox_events').execute();
  for (const id of ['pbx-one', 'pbx-two']) {
    await sql`
      insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state, remote_phone_number,
        started_at, terminated_at, terminated_reason)
      values (${id}, 's1', 'cteam', ${id}, true, 'INCOMING', 'MISSED', ${number}, now(), now(), 'CANCELLED')`.execute(
      database.db,
    );
  }
});
afterAll(() => database.drop());

const keeper = (node = 'node-1') => callBacks({ db: database.db, node });
const place = (docId = 'pbx-one', given: { until?: number; tries?: number } = {}) => ({
  channelId: 'cteam',
  docId,
  accountId: 's1',
  number,
  name: null,
  calledNumber: null,
  since: 1000,
  rank: 900,
  until: Date.now() + 60_000,
  tries: 0,
  notBefore: 0,
  skills: [{ skillId: 'english', level: 2 }],
  ...given,
});
const eventOf = async (id: string) =>
  await database.db
    .selectFrom('inbox_events')
    .select(['unresolved', sql<string | null>`call_back->>'state'`.as('state')])
    .where('id', '=', id)
    .executeTakeFirst();

test('a place is there again after a restart, for the server that kept it, with the tries that began', async () => {
  const kept = place();
  expect(await keeper().keep(kept)).toBe(true);
  expect(await keeper().kept()).toEqual([kept]);
  expect(await keeper().tried({ ...kept, tries: 1, notBefore: 5000 })).toBe(true);
  expect(await keeper().kept()).toEqual([{ ...kept, tries: 1, notBefore: 5000 }]);
});

test('the places of a company that has moved go over to its new carrier', async () => {
  const kept = place();
  await keeper().keep(kept);
  expect(await keeper('node-2').kept()).toEqual([]);
  await database.db.updateTable('accounts').set({ node: 'node-2' }).where('id', '=', 's1').execute();
  // Not the old one's any longer, even before the new one has looked.
  expect(await keeper().kept()).toEqual([]);
  expect(await keeper('node-2').kept()).toEqual([kept]);
  await database.db.updateTable('accounts').set({ node: 'node-1' }).where('id', '=', 's1').execute();
});

test('a number has one place in a queue, however many ask at the same time', async () => {
  await Promise.allSettled([keeper().keep(place('pbx-one')), keeper().keep(place('pbx-two'))]);
  expect(await keeper().kept()).toHaveLength(1);
  expect(await keeper().keep(place('pbx-two'))).toBe(false);
  expect(await keeper().kept()).toHaveLength(1);
});

test('the call is resolved where the caller was reached, and stays unresolved where not', async () => {
  await keeper().keep(place());
  await keeper().ended(place(), 'expired');
  expect(await eventOf('pbx-one')).toEqual({ unresolved: true, state: 'expired' });
  expect(await keeper().tried(place())).toBe(false);
  await keeper().keep(place('pbx-two'));
  await keeper().ended(place('pbx-two'), 'done');
  expect(await eventOf('pbx-two')).toEqual({ unresolved: false, state: 'done' });
});

test('a place that was dismissed is restored while its time lasts, unless its number waits again', async () => {
  await keeper().keep(place());
  await keeper().ended(place(), 'dismissed');
  expect(await keeper().kept()).toEqual([]);
  expect(await keeper().restored(place())).toMatchObject({ docId: 'pbx-one', rank: 900 });
  expect(await keeper().restored(place())).toBeNull();
  await keeper().ended(place(), 'dismissed');
  await keeper().keep(place('pbx-two'));
  expect(await keeper().restored(place())).toBeNull();
  await keeper().ended(place('pbx-two'), 'dismissed');
  await sql`update inbox_events set call_back = call_back || '{"until": 5}'`.execute(database.db);
  expect(await keeper().restored(place())).toBeNull();
});

test('a place goes with its call, and one whose call is gone is not kept', async () => {
  await keeper().keep(place());
  await database.db.deleteFrom('inbox_events').where('id', '=', 'pbx-one').execute();
  expect(await keeper().kept()).toEqual([]);
  expect(await keeper().tried(place())).toBe(false);
  expect(await keeper().keep(place())).toBe(false);
});

test('a number that is barred, is one of ours, or calls for help must not be called', async () => {
  const { db } = database;
  expect(await keeper().mayCall('s1', number)).toBe(false);
  const trunk = { name: 'North', kind: 'address', host: 'sip.example', transport: 'udp', state: 'reachable' } as const;
  await db
    .insertInto('trunks')
    .values({ ...trunk, id: 't1', account_id: 's1' })
    .execute();
  expect(await keeper().mayCall('s1', number)).toBe(true);
  expect(await keeper().mayCall('s1', '+49900123456')).toBe(false);
  expect(await keeper().mayCall('s1', '112')).toBe(false);
  expect(await keeper().mayCall('nobody', number)).toBe(false);
  expect(await keeper().mayCall('s1', '+4930555011')).toBe(false);
});
