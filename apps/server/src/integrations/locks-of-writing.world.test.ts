import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccount } from '../identity/accounts.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import type { Connection } from './connector.ts';
import { contactWriter } from './contact-writer.ts';
import { type MirroredBook, mirroredId, writeContacts } from './mirror.ts';
import { paperBook } from './testing/paper-book.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('removing a contact waits for a synchronisation, and that for nobody', async () => {
  const { db } = database;
  const accountId = await createAccount(db, { name: 'Company' });
  const book: MirroredBook = {
    id: 'paper',
    accountId,
    name: 'PAPER',
    maxNumbers: null,
    place: { country: 'DE', areaCode: '30' },
  };
  await sql`insert into integrations (id, account_id, name) values (${book.id}, ${accountId}, 'PAPER')`.execute(db);
  const paper = paperBook();
  paper.write('ada');
  await writeContacts(db, book, [...paper.people.values()]);
  const gone: Partial<Connection> = { get: async () => null };
  const writer = contactWriter({
    db,
    connections: {
      tryOut: () => Promise.reject(new Error('unused')),
      open: () => Promise.reject(new Error('unused')),
      use: (_kept, _signal, work) => work(gone as Connection),
      forget: () => undefined,
    },
    registry: { offerOf: () => paper.connector.offer, connectorOf: () => paper.connector },
  });
  const contactId = mirroredId(book.id, 'ada');
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  };

  let removing: Promise<void> | undefined;
  await db.transaction().execute(async (synchronisation) => {
    await synchronisation.selectFrom('integrations').select('id').where('id', '=', book.id).forUpdate().execute();
    removing = writer.delete(book, contactId, new AbortController().signal);
    await vi.waitFor(async () => expect(await isWaiting()).toBe(true));
    paper.write('ada', { organization: 'Engines' });
    expect(await writeContacts(synchronisation, book, [...paper.people.values()])).toBe(1);
  });
  await removing;
  expect(await db.selectFrom('contacts').select('id').where('id', '=', contactId).execute()).toEqual([]);
});

test('a write whose turn comes too late writes nothing elsewhere, and is reported', async () => {
  const { db } = database;
  const accountId = await createAccount(db, { name: 'Company' });
  await sql`insert into integrations (id, account_id, name) values ('late', ${accountId}, 'PAPER')`.execute(db);
  const { connector } = paperBook();
  const use = vi.fn(() => Promise.reject(new Error('nothing is asked')));
  const writer = contactWriter({
    db,
    connections: { use, tryOut: use, open: use, forget: () => undefined },
    registry: { offerOf: () => connector.offer, connectorOf: () => connector },
  });
  const ada = {
    name: 'Ada',
    firstName: null,
    lastName: null,
    organization: null,
    email: null,
    phoneNumbers: [],
  };
  const late = AbortSignal.abort(new DOMException('', 'TimeoutError'));
  await expect(writer.create({ id: 'late', accountId }, ada, null, late)).rejects.toMatchObject({
    code: 'INTEGRATION_FAILED',
    problem: { type: 'unreachable', translationKey: 'timedOut' },
  });
  expect(use).not.toHaveBeenCalled();
});
