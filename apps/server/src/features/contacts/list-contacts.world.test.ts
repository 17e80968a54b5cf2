import { routes } from '@sidetone/contract/http/routes.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, createUser } from '../../identity/accounts.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { contactList, type ListAsked, placeInList } from './list-contacts.ts';
import { writeContacts } from './testing/own-contacts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

let made = 0;
const company = async (names: readonly string[]) => {
  const { db } = database;
  const accountId = await createAccount(db, { name: 'Company', areaCode: '30' });
  const person = (firstName: string, lastName: string) => {
    made += 1;
    return createUser(db, { accountId, firstName, lastName, email: `${made}@company.example` });
  };
  const { userId } = await person('Nobody', 'Asks');
  const write = (more: readonly string[]) =>
    writeContacts(
      db,
      accountId,
      more.map((name) => {
        made += 1;
        return { id: `k${made}`, name };
      }),
    );
  await write(names);
  const ask = contactList(db);
  const list = (asked: Partial<ListAsked> = {}) =>
    ask({ accountId, userId, scope: 'all', filter: '', limit: 100, ...asked });
  return { accountId, userId, person, write, list };
};

const namesOf = ({ contacts }: { contacts: readonly { name: string }[] }) => contacts.map(({ name }) => name);

test('names are sorted as in a dictionary, German or English', async () => {
  const { list } = await company([
    'zoe',
    'Özil',
    'Oslo',
    'ASSMANN',
    'Aßmann B',
    'Ärzte',
    'Arzt',
    'O’Neill',
    'Øst',
    'de Boer',
  ]);
  expect(namesOf(await list())).toEqual([
    'Arzt',
    'Ärzte',
    'ASSMANN',
    'Aßmann B',
    'de Boer',
    'O’Neill',
    'Oslo',
    'Øst',
    'Özil',
    'zoe',
  ]);
});

test('a contact is found by its place in each list that has it', async () => {
  const { accountId, userId, person, list } = await company(['Zoe', 'Anna Lena', 'Ärzte', 'Anna']);
  const colleague = await person('Mia', 'Berg');
  const place = (contactId: string, asked: Partial<ListAsked> = {}) =>
    placeInList(database.db, { accountId, userId, scope: 'all', filter: '', ...asked }, contactId);
  for (const asked of [{}, { scope: 'personal' }, { filter: 'anna' }] as const) {
    const { contacts } = await list(asked);
    for (const [at, { id }] of contacts.entries()) expect(await place(id, asked), id).toBe(at);
  }
  expect(await place(colleague.userId)).toBe(3);
  expect(await place(colleague.userId, { scope: 'personal' })).toBeNull();
  expect(await place(userId)).toBeNull();
  expect(await place('nobody')).toBeNull();
  const elsewhere = await company(['Foreign']);
  const [foreign] = (await elsewhere.list()).contacts;
  expect(await place(foreign?.id ?? '')).toBeNull();
});

test('first letters are counted in the order of the list', async () => {
  const { list } = await company(['Ärzte', 'anna', '1&1', '24/7 Service', '???', 'Яна', 'Zoe', 'Ölaf']);
  const { letters, total, contacts } = await list();
  expect(letters).toEqual([
    { letter: '#', count: 3 },
    { letter: 'A', count: 2 },
    { letter: 'O', count: 1 },
    { letter: 'Z', count: 1 },
    { letter: 'Я', count: 1 },
  ]);
  expect([total, contacts.length]).toEqual([8, 8]);
  expect(namesOf({ contacts: contacts.slice(0, 3) }).toSorted()).toEqual(['1&1', '24/7 Service', '???']);
});

test('colleagues are among the contacts, without the asker and without departed ones', async () => {
  const { list, person, accountId } = await company(['Carla', 'Emil']);
  const { userId } = await person('Dora', 'Ähren');
  const left = await person('Bert', 'Left');
  await database.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', left.userId).execute();
  await company(['Elsewhere']);
  expect(namesOf(await list())).toEqual(['Carla', 'Dora Ähren', 'Emil']);
  expect(namesOf(await list({ scope: 'personal' }))).toEqual(['Carla', 'Emil']);
  const team = await list({ scope: 'team' });
  expect(team.contacts).toMatchObject([{ id: userId, isTeam: true, source: 'TEAM', readonly: true }]);
  expect([team.total, team.letters]).toEqual([1, [{ letter: 'D', count: 1 }]]);
  expect(routes.listContacts.reply.parse(await list()).total).toBe(3);
  expect(accountId).toMatch(/^s/);
});

test('counts are renewed when contacts come, go or get another name', async () => {
  const { list, write, person, accountId } = await company(['Anna', 'Anton']);
  const { db } = database;
  const letters = async () => (await list()).letters.map(({ letter, count }) => `${letter}${count}`).join(' ');
  expect([await letters(), await letters()]).toEqual(['A2', 'A2']);
  await write(['Bert']);
  expect(await letters()).toBe('A2 B1');
  const { userId } = await person('Cora', 'New');
  expect(await letters()).toBe('A2 B1 C1');
  await db
    .updateTable('contacts')
    .set({ name: 'Zora' })
    .where('account_id', '=', accountId)
    .where('name', '=', 'Anna')
    .execute();
  expect(await letters()).toBe('A1 B1 C1 Z1');
  await db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', userId).execute();
  expect(await letters()).toBe('A1 B1 Z1');
  await db.deleteFrom('contacts').where('account_id', '=', accountId).where('name', '=', 'Bert').execute();
  expect(await letters()).toBe('A1 Z1');
});

test('a filter counts what it lets through', async () => {
  const { list } = await company(['Café Größe', 'Grosse Werke', 'Klein']);
  const found = await list({ filter: 'gross' });
  expect([namesOf(found), found.total]).toEqual([['Café Größe', 'Grosse Werke'], 2]);
  expect(found.letters).toEqual([
    { letter: 'C', count: 1 },
    { letter: 'G', count: 1 },
  ]);
});

test('a place in the middle of the list is read without the rows above', async () => {
  const { list } = await company(['A', 'B', 'C', 'D', 'E']);
  expect(namesOf(await list({ offset: 3, limit: 10 }))).toEqual(['D', 'E']);
  expect(namesOf(await list({ offset: 10 }))).toEqual([]);
});

test('a token of another user opens no page', async () => {
  const { list } = await company(['A']);
  for (const pageToken of [
    '',
    'nonsense',
    Buffer.from('["a"]').toString('base64url'),
    Buffer.from('[1,2]').toString('base64url'),
  ]) {
    await expect(list({ pageToken })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  }
});

test('every contact that stays comes in exactly one page, while others come and go', async () => {
  const name = fc.stringMatching(/^[aäbBßz9 -]{1,3}$/);
  const change = fc.record({ add: fc.array(name, { maxLength: 3 }), remove: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { minLength: 1, maxLength: 25 }),
      fc.array(change, { maxLength: 12 }),
      fc.integer({ min: 1, max: 6 }),
      async (names, changes, limit) => {
        const { db } = database;
        const { accountId, list, write, person } = await company(names);
        await person('B', 'Ä');
        const stays = new Set((await list()).contacts.map(({ id }) => id));
        const seen: string[] = [];
        for (let page = 0, pageToken: string | undefined; ; page += 1) {
          const { contacts, nextPageToken } = await list({ limit, pageToken });
          expect(contacts.length).toBeLessThanOrEqual(limit);
          seen.push(...contacts.map(({ id }) => id));
          if (nextPageToken === null) break;
          pageToken = nextPageToken;
          const { add = [], remove = 0 } = changes[page] ?? {};
          await write(add);
          const gone = await db
            .deleteFrom('contacts')
            .where('id', 'in', (eb) =>
              eb
                .selectFrom('contacts')
                .select('id')
                .where('account_id', '=', accountId)
                .orderBy('id')
                .offset(remove)
                .limit(1),
            )
            .returning('id')
            .execute();
          for (const { id } of gone) stays.delete(id);
        }
        expect(new Set(seen).size, 'nobody comes twice').toBe(seen.length);
        expect(seen).toEqual(expect.arrayContaining([...stays]));
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);
