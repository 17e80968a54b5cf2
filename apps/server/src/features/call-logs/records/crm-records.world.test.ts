import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrmAccess, CrmFailure } from '../../../crm/crm-access.ts';
import type { CrmSide, Entity } from '../../../crm/crm-side.ts';
import type { Refusal } from '../../../requests/refusal.ts';
import type { TestDatabase } from '../../../storage/testing/test-database.ts';
import { loggingDatabase } from '../testing/logging-world.ts';
import { paperCrm } from '../testing/paper-crm.ts';
import { crmAnswers } from './crm-answers.ts';
import { entitiesOfContact, entityOf, outcomesOf, searchEntities, taskTypesOf } from './crm-records.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await loggingDatabase();
});
afterAll(() => database.drop());

const anna = { userId: 'wanna', accountId: 's1' };
const stranger = { userId: 'wanna', accountId: 's2' };
const deal: Entity = {
  type: 'deals',
  id: '7',
  label: 'Cooling 2026',
  url: 'https://paper.example/7',
  isOpen: true,
  ownerId: '3',
  isHidden: false,
};
const asked: unknown[] = [];

/** The CRM on paper, which finds a deal, or fails with a code. */
function world(failure: string | null = null) {
  const paper = paperCrm();
  const crm: CrmAccess = {
    formOf: paper.formOf,
    use: (id, signal, work) =>
      paper.use(id, signal, async (side) => {
        if (failure !== null)
          throw new CrmFailure(failure, 'It says no.', { retryAfterSeconds: null, causeIf: () => 'refused' });
        const finds: CrmSide = {
          ...side,
          searchEntities: async (query, types) => {
            asked.push({ query, types });
            return Array.from({ length: 30 }, () => deal);
          },
          entitiesOf: async (ref) => {
            asked.push(ref);
            return [deal];
          },
          entity: async ({ id: wanted }) => (wanted === '7' ? deal : null),
        };
        return await work(finds);
      }),
  };
  return { db: database.db, crm, answers: crmAnswers() };
}

const refused = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => 'nothing was refused',
    (error: Refusal) => error.code,
  );
const shown = { ...deal, integrationId: 'ipaper', source: 'PAPER' };

test('SAPI-103: a search asks for the types that calls are logged to, and gives at most 20', async () => {
  asked.length = 0;
  const found = await searchEntities(world(), anna, { integrationId: 'ipaper', query: '2026', types: 'deals,cases' });
  expect(found).toHaveLength(20);
  expect(found[0]).toEqual(shown);
  await searchEntities(world(), anna, { integrationId: 'ipaper', query: '2026' });
  expect(asked).toEqual([
    { query: '2026', types: ['deals'] },
    { query: '2026', types: ['contacts', 'companies', 'deals'] },
  ]);
  expect(await searchEntities(world(), anna, { integrationId: 'ipaper', query: 'x', types: 'cases' })).toEqual([]);
});

test('API-083, API-084: one record, and those of a contact by the contact that is known here', async () => {
  asked.length = 0;
  expect(await entityOf(world(), anna, { integrationId: 'ipaper', type: 'deals', id: '7' })).toEqual(shown);
  expect(await refused(entityOf(world(), anna, { integrationId: 'ipaper', type: 'deals', id: '8' }))).toBe('NOT_FOUND');
  expect(await entitiesOfContact(world(), anna, 'paper-31')).toEqual([shown]);
  expect(asked).toEqual([{ type: 'contacts', id: '31' }]);
  expect(await refused(entitiesOfContact(world(), anna, 'nobody'))).toBe('NOT_FOUND');
});

test('API-080, API-082: outcomes and types of tasks', async () => {
  const of = { integrationId: 'ipaper', locale: 'en' };
  expect((await outcomesOf(world(), anna, of)).map(({ id }) => id)).toEqual(['connected', 'busy']);
  expect(await taskTypesOf(world(), anna, of)).toEqual([{ id: 'call', label: 'Call' }]);
});

test('another account reaches neither the CRM nor its contacts', async () => {
  const of = { integrationId: 'ipaper', locale: 'en' };
  expect(await refused(outcomesOf(world(), stranger, of))).toBe('NOT_FOUND');
  expect(await refused(entitiesOfContact(world(), stranger, 'paper-31'))).toBe('NOT_FOUND');
  expect(await refused(searchEntities(world(), stranger, { integrationId: 'ipaper', query: 'a' }))).toBe('NOT_FOUND');
});

test('without the grant to read contacts nothing of a CRM is read', async () => {
  const { db } = database;
  await db
    .updateTable('users')
    .set({ grants: ['CONTACT_WRITE'] })
    .where('id', '=', 'wanna')
    .execute();
  try {
    const of = { integrationId: 'ipaper', locale: 'en' };
    expect(await refused(taskTypesOf(world(), anna, of))).toBe('FORBIDDEN');
    expect(await refused(entitiesOfContact(world(), anna, 'paper-31'))).toBe('FORBIDDEN');
  } finally {
    await db
      .updateTable('users')
      .set({ grants: ['CONTACT_READ'] })
      .where('id', '=', 'wanna')
      .execute();
  }
});

test('a CRM that is signed out, or does not answer, says so', async () => {
  const of = { integrationId: 'ipaper', locale: 'en' };
  expect(await refused(outcomesOf(world('refresh'), anna, of))).toBe('INTEGRATION_REFRESH');
  expect(await refused(outcomesOf(world('unreachable'), anna, of))).toBe('INTEGRATION_FAILED');
});
