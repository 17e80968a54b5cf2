import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateTo } from './database.ts';
import { emptyDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  await migrateTo(database.db, '0069-jobs');
  await sql`insert into accounts (id, name, plan) values ('s1', 's1', '{}')`.execute(database.db);
});
afterAll(() => database.drop());

const add = (id: string, grants: string | null, flags = '{}') =>
  grants === null
    ? sql`insert into users (id, account_id, first_name, last_name, email, flags)
        values (${id}, 's1', 'Some', 'Body', ${`${id}@company.example`}, ${flags}::jsonb)`.execute(database.db)
    : sql`insert into users (id, account_id, first_name, last_name, email, flags, grants)
        values (${id}, 's1', 'Some', 'Body', ${`${id}@company.example`}, ${flags}::jsonb, ${grants}::text[])`.execute(
        database.db,
      );
const users = async () =>
  Object.fromEntries(
    (await database.db.selectFrom('users').select(['id', 'flags', 'grants']).execute()).map(({ id, ...one }) => [
      id,
      one,
    ]),
  );

test('users with all that new users had so far have the AI features, and others do not', async () => {
  await add('w-usual', '{CONTACT_READ,CONTACT_WRITE}');
  await add('w-more', '{CONTACT_READ,CONTACT_WRITE,CALL_DELETE}');
  await add('w-less', '{CONTACT_READ}');
  await add('w-has', '{CONTACT_READ,CALL_BOOSTS,CONTACT_WRITE}');
  await add('w-chose', '{}', '{"hasWebhook":true,"hasAiProviderPreferenceMistral":false,"hasCustomWords":true}');
  await migrateTo(database.db, '0072-who-has-ai');
  await add('w-new', null);
  const found = await users();
  expect(Object.fromEntries(Object.entries(found).map(([id, { grants }]) => [id, grants]))).toEqual({
    'w-usual': ['CONTACT_READ', 'CONTACT_WRITE', 'CALL_BOOSTS'],
    'w-more': ['CONTACT_READ', 'CONTACT_WRITE', 'CALL_DELETE', 'CALL_BOOSTS'],
    'w-less': ['CONTACT_READ'],
    'w-has': ['CONTACT_READ', 'CALL_BOOSTS', 'CONTACT_WRITE'],
    'w-chose': [],
    'w-new': ['CONTACT_READ', 'CONTACT_WRITE', 'CALL_BOOSTS'],
  });
  // What is the account's is nobody's own choice any longer.
  expect(found['w-chose']?.flags).toEqual({ hasCustomWords: true });
});
