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

const letters = fc.constantFrom(..."aeoußäöüÄÖÜéøÆłÖ'’-. @1249фЖЙщΣςΆω", 'ue', 'ss', '30', '😀');
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
        for (const query of [...queries, ...people.map(({ name }) => [...name].slice(1, 6).join(''))]) {
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

test('words of other letters are found by an index, even where the database knows ASCII alone', async () => {
  const { db } = database;
  await sql`delete from contacts`.execute(db);
  await sql`insert into contacts (id, account_id, name)
    select 'k' || n, 's1', case when n % 100 > 0 then 'Anna Bell ' || n else 'Анна Петрова, Ελένη ' || n end
    from generate_series(1, 1000) as n`.execute(db);
  await sql`analyze contacts`.execute(db);
  const found = (filter: string) =>
    db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const select = sql`select id from contacts where ${contactsMatching(filter)}`;
      const plan = await sql<{ 'QUERY PLAN': string }>`explain ${select}`.execute(trx);
      const { rows } = await select.execute(trx);
      return { count: rows.length, plan: plan.rows.map((row) => row['QUERY PLAN']).join('\n') };
    });
  for (const filter of ['Петрова', 'етров', 'анна пет', 'ΕΛΈΝΗ']) {
    const { count, plan } = await found(filter);
    expect(count, filter).toBe(10);
    expect(plan, filter).toContain('Index Scan on contacts_in_other_letters');
  }
  expect((await found('bell 7')).plan).toContain('Index Scan on contacts_found');
  // An alpha is indexed as the same letter of ASCII.
  expect((await found('петровα')).count).toBe(0);
});
