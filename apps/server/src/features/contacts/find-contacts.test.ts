import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { type ContactRow, contactColumns, contactOf } from './contact-row.ts';
import { colleaguesMatching, contactsMatching } from './find-contacts.ts';
import { match } from './match.ts';
import { readTeam } from './team.ts';
import { termsOf } from './terms.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());

const letters = fc.constantFrom(..."aeoußäöüÄÖÜéøÆłÖ'’-. @1249", 'ue', 'ss', '30', '😀');
const text = fc.string({ unit: letters, maxLength: 12 });
const person = fc.record({ name: text, organization: fc.option(text), email: fc.option(text), digits: fc.nat(9999) });

test('the condition in SQL lets through whom the ranking finds, whatever is written and typed', async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 1, maxLength: 20 }),
      fc.array(text, { minLength: 5, maxLength: 10 }),
      async (people, queries) => {
        await sql`delete from contacts`.execute(db);
        for (const [at, { name, organization, email, digits }] of people.entries()) {
          const e164 = `+4930${digits}`;
          const numbers = JSON.stringify([{ id: 'n', type: 'W', label: 'W', e164, localized: `030 ${digits}` }]);
          await sql`insert into contacts (id, account_id, name, organization, email, e164s, phone_numbers)
            values (${`k${at}`}, 's1', ${name}, ${organization}, ${email}, ${[e164]}, ${numbers}::jsonb)`.execute(db);
        }
        const read = async (which = sql`true`) =>
          (
            await sql<ContactRow>`select ${sql.join(contactColumns.map((one) => sql.ref(one)))} from contacts
            where ${which} order by id`.execute(db)
          ).rows;
        const all = (await read()).map(contactOf);
        // Of the names parts are typed as well.
        for (const query of [...queries, ...people.map(({ name }) => name.slice(1, 6))]) {
          if (query.trim() === '') continue;
          const ranked = all.filter((contact) => match(contact, termsOf(query)) !== null).map(({ id }) => id);
          expect(
            (await read(contactsMatching(query))).map(({ id }) => id),
            query,
          ).toEqual(ranked);
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('colleagues pass the filter by name, address, extension and number', async () => {
  const passing = async (filter: string) =>
    (await readTeam(database.db, 's1', colleaguesMatching(filter))).map(({ firstName }) => firstName).sort();
  expect(await passing('')).toEqual(['Anna', 'Ben', 'Cleo']);
  for (const filter of ['ahorn', 'anna@example', '11', '030 555', '+49 30 555011']) {
    expect(await passing(filter), filter).toEqual(['Anna']);
  }
  expect(await passing('example birke')).toEqual(['Ben']);
  expect(await passing('%')).toEqual([]);
});
