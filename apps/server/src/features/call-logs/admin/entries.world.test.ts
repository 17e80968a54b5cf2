import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../../storage/testing/test-database.ts';
import { countEntries } from './count-entries.ts';
import { fits, isInGroup } from './entry-filter.ts';
import { readEntries } from './read-entries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await someCompany(db);
  await db
    .insertInto('integrations')
    .values(
      ['HUBSPOT', 'PIPEDRIVE'].map((name) => ({
        id: `i-${name}`,
        account_id: 's1',
        name,
        last_synced_at: null,
        next_sync_at: null,
      })),
    )
    .execute();
  const entry = (at: number, about: object) => ({
    id: `e${at}`,
    account_id: 's1',
    source: 'HUBSPOT',
    channel_id: 'cteam',
    session_id: `s-${at}`,
    kind: 'call' as const,
    unit: 'main',
    key: `key ${at}`,
    state: 'WRITTEN' as const,
    actor: 'wanna',
    created_at: new Date(`2026-11-2${at}T12:00:00Z`),
    ...about,
  });
  await db
    .insertInto('crm_writes')
    .values([
      entry(1, {}),
      entry(2, { state: 'REFUSED', actor: null }),
      entry(3, { state: 'UNCLEAR', source: 'PIPEDRIVE' }),
      entry(4, { state: 'UNCLEAR', next_try_at: new Date() }),
      entry(5, { state: 'SKIPPED', skip_reason: 'gaveUp' }),
      entry(6, { state: 'SKIPPED', skip_reason: 'tooShort' }),
    ])
    .execute();
  const log = { channel_id: 'cteam', session_id: 's-1' };
  await db
    .insertInto('call_logs')
    .values({ ...log, account_id: 's1' } as never)
    .execute();
  await db
    .insertInto('call_log_entities')
    .values(
      [
        ['companies', '7', 'Nordlys Møbler'],
        ['contacts', '31', 'Henrik Dahlgaard'],
        ['contacts', '32', 'Somebody else'],
      ].map(([type, external_id, label]) => ({
        ...log,
        source: 'HUBSPOT',
        type,
        external_id,
        label,
        chosen_by: 'user',
      })) as never,
    )
    .execute();
});
afterAll(() => database.drop());

const idsOf = async (wanted: Parameters<typeof readEntries>[2]) =>
  (await readEntries(database.db, 's1', wanted)).map(({ id }) => id);
const countsOf = async (filter: Parameters<typeof countEntries>[2], accountId = 's1') =>
  Object.fromEntries((await countEntries(database.db, accountId, filter)).map(({ id, count }) => [id, count]));

test('entries are counted by group; those that are looked up are not those that wait for a person', async () => {
  expect(await countsOf({})).toEqual({
    WRITTEN: 1,
    REFUSED: 1,
    UNCLEAR: 1,
    CHECKING: 1,
    SKIPPED: 2,
    NEEDS_PERSON: 3,
  });
  expect(await countsOf({}, 's2')).toEqual({});
});

test('what is counted is what is listed, of each group', async () => {
  expect(await idsOf({ state: 'NEEDS_PERSON' })).toEqual(['e5', 'e3', 'e2']);
  expect(await idsOf({ state: 'CHECKING' })).toEqual(['e4']);
  expect(await idsOf({ state: 'UNCLEAR' })).toEqual(['e3']);
  expect(await idsOf({ state: 'SKIPPED' })).toEqual(['e6', 'e5']);
});

test('entries are found by connection, by who closed them, and by day; nobody finds those of another account', async () => {
  expect(await idsOf({ integrationId: 'i-PIPEDRIVE' })).toEqual(['e3']);
  expect(await countsOf({ integrationId: 'i-PIPEDRIVE' })).toEqual({ UNCLEAR: 1, NEEDS_PERSON: 1 });
  expect(await idsOf({ actor: null })).toEqual(['e2']);
  expect(await idsOf({ actor: 'wanna', from: '2026-11-24T00:00:00Z', before: '2026-11-26T00:00:00Z' })).toEqual([
    'e5',
    'e4',
  ]);
  expect(await readEntries(database.db, 's2', {})).toEqual([]);
});

test('an entry has the name of who was talked to, as the log has it', async () => {
  const [last] = (await readEntries(database.db, 's1', {})).toReversed();
  expect(last).toMatchObject({ id: 'e1', remoteName: 'Henrik Dahlgaard', integrationId: 'i-HUBSPOT' });
});

test('among many entries those of a state are found by the index of states, and counted no further than told', async () => {
  const { db } = database;
  await sql`insert into crm_writes (id, account_id, source, channel_id, session_id, kind, unit, key, state, created_at)
    select 'm' || n, 's1', 'HUBSPOT', 'cteam', 'm' || n, 'call', 'main', 'many ' || n, 'WRITTEN', now() - n * interval '1 second'
    from generate_series(1, 5000) as n`.execute(db);
  await sql`analyze crm_writes`.execute(db);
  expect(await countsOf({})).toMatchObject({ WRITTEN: 1000, REFUSED: 1 });
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from crm_writes as entry
    where ${fits('s1', {})} and ${isInGroup('REFUSED')} order by created_at desc limit 200`.execute(db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('crm_writes_state');
});
