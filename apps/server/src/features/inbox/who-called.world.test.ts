import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { readInbox } from './read-inbox.ts';
import { readThread } from './threads.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql`delete from contacts`.execute(database.db);
  await sql`delete from inbox_events`.execute(database.db);
});

let at = 0;
const call = async (number: string, channelId = 'ca') => {
  at += 1;
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state,
      remote_phone_number, started_at, terminated_at)
    values (${`pbx-${at}`}, 's1', ${channelId}, ${`s${at}`}, false, 'INCOMING', 'MISSED', ${number},
      now() - ${at} * interval '1 minute', now())`.execute(database.db);
};
const contact = async (name: string, source: string, number: string, createdAt = '2026-01-01') => {
  await sql`insert into contacts (id, account_id, name, source, e164s, created_at)
    values (${`k-${name}`}, 's1', ${name}, ${source}, ${[number]}, ${createdAt})`.execute(database.db);
};
const inbox = async (text?: string) =>
  (await readInbox(database.db, { channelId: 'ca', limit: 100, ...(text && { filter: { text } }) })).map(
    ({ remote }) => remote.name,
  );
const thread = async (name: string) =>
  await readThread(database.db, { channelId: 'ca', of: { kind: 'contact', contactId: `k-${name}` }, limit: 100 });

test('of several contacts with a number the source with precedence is shown, else who was there first', async () => {
  await call('+4930111');
  expect(await inbox()).toEqual([null]);
  await contact('Younger', 'SIDETONE', '+4930111', '2026-02-02');
  expect(await inbox()).toEqual(['Younger']);
  await contact('Older', 'CARDDAV', '+4930111', '2026-01-01');
  expect(await inbox()).toEqual(['Older']);
  for (const source of ['ZOHO', 'Salesforce', 'PIPEDRIVE', 'HUBSPOT']) {
    await contact(source, source, '+4930111', '2026-03-03');
    expect(await inbox()).toEqual([source]);
  }
});

test('a thread has the calls of the contact whose name they show', async () => {
  await call('+4930111');
  await contact('Own', 'SIDETONE', '+4930111');
  expect(await thread('Own')).toHaveLength(1);
  await contact('Hub', 'HUBSPOT', '+4930111');
  expect([(await thread('Own')).length, (await thread('Hub')).length]).toEqual([0, 1]);
});

test('calls are found by the name that they show, and by no other contact with the number', async () => {
  await call('+4930111');
  await call('+4930555011');
  await contact('Own', 'SIDETONE', '+4930111');
  await contact('Hub', 'HUBSPOT', '+4930111');
  // It is the number of a colleague.
  await contact('Pretender', 'HUBSPOT', '+4930555011');
  expect(await inbox('hub')).toEqual(['Hub']);
  expect(await inbox('own')).toEqual([]);
  expect(await inbox('pretender')).toEqual([]);
  expect(await inbox('ahorn')).toEqual(['Anna Ahorn']);
});

test('a name that hundreds of contacts have finds the same calls as a rare one', async () => {
  for (const n of [1, 2, 3, 700]) await call(`+493077${1000 + n}`);
  await call('+4930999');
  await sql`insert into contacts (id, account_id, name, organization, e164s)
    select 'many' || n, 's1', 'Person ' || n, case when n < 3 then 'Rare Ltd' end, array['+493077' || 1000 + n]
    from generate_series(1, 600) as n`.execute(database.db);
  await contact('Person Hub', 'HUBSPOT', '+4930771002');
  expect(await inbox('person')).toEqual(['Person 1', 'Person Hub', 'Person 3']);
  expect(await inbox('person hub')).toEqual(['Person Hub']);
  expect(await inbox('rare')).toEqual(['Person 1']);
  expect(await inbox('person 3')).toEqual(['Person 3']);
});

test('contacts of another account name nobody', async () => {
  await sql`insert into accounts (id, name, plan) values ('s2', 'Other', '{}')`.execute(database.db);
  await call('+4930111');
  await sql`insert into contacts (id, account_id, name, e164s) values ('kx', 's2', 'Theirs', ${['+4930111']})`.execute(
    database.db,
  );
  expect(await inbox()).toEqual([null]);
  expect(await inbox('theirs')).toEqual([]);
});
