import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { readInbox } from './read-inbox.ts';
import { writeCall } from './testing/some-calls.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

test('of several contacts with a number the one shows whose source has precedence, then who was there first', async () => {
  const { db } = database;
  await writeCall(db, 'a1', { number: '+4930111' });
  const shown = async () => (await readInbox(db, { channelId: 'cteam', limit: 1 }))[0]?.remote.name;
  const add = (name: string, source: string) =>
    sql`insert into contacts (id, account_id, name, source, e164s)
      values (${name}, 's1', ${name}, ${source}, array['+4930111'])`.execute(db);
  const names: unknown[] = [];
  for (const [name, source] of [
    ['Own', 'SIDETONE'],
    ['Carddav', 'CARDDAV'],
    ['Zoho', 'ZOHO'],
    ['Salesforce', 'SALESFORCE'],
    ['Hubspot', 'HUBSPOT'],
    ['Pipedrive', 'PIPEDRIVE'],
  ] as const) {
    await add(name, source);
    names.push(await shown());
  }
  expect(names).toEqual(['Own', 'Own', 'Zoho', 'Salesforce', 'Hubspot', 'Hubspot']);
});
