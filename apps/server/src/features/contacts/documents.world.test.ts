import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ContactHistory } from '@sidetone/contract/entities/contact-history.ts';
import type { Documentation } from '@sidetone/contract/entities/documentation.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { notifyFeed } from '../../documents/change-feed.ts';
import { newId } from '../../requests/ids.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { tokenOf } from '../../testing/authorisation-world.ts';
import { liveClient } from '../../testing/live-client.ts';
import { callRoute, person, type TestApi, testApi } from '../../testing/test-api.ts';
import { writeContacts } from './testing/own-contacts.ts';

let database: TestDatabase;
let api: TestApi;
const open: { close(): unknown }[] = [];
beforeAll(async () => {
  database = await testDatabase();
  api = await testApi({ database });
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});
afterAll(() => api.stop());

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 5 });

const somebody = async (firstName: string, accountId?: string) => {
  const made = await person(api, { firstName, ...(accountId !== undefined && { accountId }) });
  const token = await tokenOf(api.db, made.userId);
  const client = liveClient(api.url, () => token);
  open.push(client);
  return { ...made, token, watch: client.watch };
};

interface BookRow {
  readonly id: string;
  readonly rev: number;
  readonly personal: number;
  readonly team: number;
}

test('the book counts contacts and other colleagues, and says of every change that there was one', async () => {
  const anna = await somebody('Anna');
  const book = anna.watch<BookRow>('contactBook');
  await until(() => expect(book.rows).toMatchObject([{ personal: 0, team: 0 }]));
  const revs = [book.rows?.[0]?.rev ?? 0];
  const changed = async (expected: Partial<BookRow>) => {
    await until(() => {
      expect(book.rows?.[0]).toMatchObject(expected);
      expect(book.rows?.[0]?.rev).toBeGreaterThan(revs.at(-1) ?? 0);
    });
    revs.push(book.rows?.[0]?.rev ?? 0);
  };
  const { db } = api;
  await writeContacts(db, anna.accountId, [
    { id: 'kb1', name: 'One' },
    { id: 'kb2', name: 'Two' },
  ]);
  await changed({ personal: 2, team: 0 });
  await db.updateTable('contacts').set({ name: 'Uno' }).where('id', '=', 'kb1').execute();
  await changed({ personal: 2 });
  await db.deleteFrom('contacts').where('id', '=', 'kb2').execute();
  await changed({ personal: 1 });
  const bert = await somebody('Bert', anna.accountId);
  await changed({ personal: 1, team: 1 });
  await db.updateTable('users').set({ last_name: 'Renamed' }).where('id', '=', bert.userId).execute();
  await changed({ team: 1 });
  liveQueries.contactBook.row.parse(book.rows?.[0]);
  // Bert came in several steps. The reading that finds one contact more has read them all.
  await writeContacts(db, anna.accountId, [{ id: 'kb3', name: 'Three' }]);
  await changed({ personal: 2 });

  // What of a colleague is no part of a contact changes no list.
  const settled = book.messages;
  await db.updateTable('users').set({ is_dnd: true }).where('id', '=', bert.userId).execute();
  await writeContacts(db, anna.accountId, [{ id: 'kb4', name: 'Four' }]);
  await changed({ personal: 3 });
  expect(book.messages).toBe(settled + 1);
});

test('one who went and one who came are a change', async () => {
  const anna = await somebody('Anna');
  const { db } = api;
  await writeContacts(db, anna.accountId, [{ id: 'ks1', name: 'One' }]);
  const book = anna.watch<BookRow>('contactBook');
  await until(() => expect(book.rows).toMatchObject([{ personal: 1 }]));
  const before = book.rows?.[0]?.rev ?? 0;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('contacts').where('id', '=', 'ks1').execute();
    await writeContacts(trx, anna.accountId, [{ id: 'ks2', name: 'Two' }]);
  });
  await until(() => expect(book.rows?.[0]?.rev).toBeGreaterThan(before));
});

test('a contact is followed until it is gone; a colleague as well', async () => {
  const anna = await somebody('Anna');
  const bert = await somebody('Bert', anna.accountId);
  const made = await callRoute(api.url, anna.token, routes.createContact, { body: { firstName: 'Ada' } });
  type Row = Contact & { rev: number };
  const ada = anna.watch<Row>('contact', { contactId: made.body.id });
  const colleague = anna.watch<Row>('contact', { contactId: bert.userId });
  const nobody = anna.watch<Row>('contact', { contactId: 'none' });
  await until(() =>
    expect([ada.rows?.[0]?.name, colleague.rows?.[0]?.name, nobody.rows]).toEqual(['Ada', 'Bert Tester', []]),
  );
  liveQueries.contact.row.parse(ada.rows?.[0]);
  liveQueries.contact.row.parse(colleague.rows?.[0]);

  const rev = ada.rows?.[0]?.rev;
  const params = { contactId: made.body.id };
  const change = { type: 'contacts', firstName: 'Ada', lastName: 'Lovelace' };
  const changed = await callRoute(api.url, anna.token, routes.updateContact, { params, body: { ...change, rev } });
  expect(changed.status).toBe(200);
  await until(() => expect(ada.rows?.[0]?.name).toBe('Ada Lovelace'));
  await api.db
    .insertInto('numbers')
    .values({ e164: '+4930777', account_id: anna.accountId, channel_id: bert.channelId })
    .execute();
  await until(() =>
    expect(colleague.rows?.[0]?.phoneNumbers).toMatchObject([{ type: 'extension' }, { e164: '+4930777' }]),
  );
  await callRoute(api.url, anna.token, routes.deleteContact, { params });
  await until(() => expect(ada.rows).toEqual([]));
});

test('of thousands of changes there is one notice, and watchers of a contact see it', async () => {
  const anna = await somebody('Anna');
  const heard: string[] = [];
  const many = Array.from({ length: 2000 }, (_, at) => ({ id: `many${at}`, name: `Many ${at}` }));
  const { db } = api;
  await writeContacts(db, anna.accountId, many);
  const one = anna.watch<Contact & { rev: number }>('contact', { contactId: 'many1500' });
  const book = anna.watch<BookRow>('contactBook');
  await until(() => expect([one.rows?.[0]?.name, book.rows?.[0]?.personal]).toEqual(['Many 1500', 2000]));
  const feed = await notifyFeed(database.url, () => {});
  feed.onChange((topics) => heard.push(...topics.filter((topic) => topic.startsWith('contacts'))));
  await db.updateTable('contacts').set({ organization: 'Many' }).where('account_id', '=', anna.accountId).execute();
  await until(() => expect(one.rows?.[0]?.organization).toBe('Many'));
  await until(() => expect(book.messages).toBe(2));
  // Told over another connection than the live queries have, and so perhaps after them.
  const said = [`contacts account_id=${anna.accountId}`, `contacts many=${anna.accountId}`];
  await until(() => expect(heard.toSorted()).toEqual(said));
  await db.deleteFrom('contacts').where('id', 'in', ['many1', 'many2']).execute();
  await until(() => expect(heard).toContain('contacts id=many2'));
  await feed.stop();
});

test('what was spoken with a contact, over the channels of who asks and no other', async () => {
  const anna = await somebody('Anna');
  const bert = await somebody('Bert', anna.accountId);
  const { db } = api;
  const channel = async (members: readonly string[]) => {
    const id = newId('c');
    await db
      .insertInto('channels')
      .values({ id, account_id: anna.accountId, type: 'acd', name: id, follow_up_time: 0 })
      .execute();
    await db
      .insertInto('channel_members')
      .values(members.map((userId) => ({ channel_id: id, user_id: userId })))
      .execute();
    return id;
  };
  const [office, sales] = [await channel([anna.userId, bert.userId]), await channel([bert.userId])];
  let calls = 0;
  const call = async (channelId: string, documentation: Documentation = {}, more: object = {}) => {
    calls += 1;
    const at = new Date(Date.UTC(2026, 10, 20, 10, calls));
    await db
      .insertInto('inbox_events')
      .values({
        id: `pbx-${channelId}-${calls}`,
        account_id: anna.accountId,
        channel_id: channelId,
        session_id: 's',
        unresolved: false,
        direction: 'INCOMING',
        state: 'FINISHED',
        terminated_reason: 'HANGUP',
        remote_phone_number: '+4930901820',
        started_at: at,
        established_at: at,
        owner: null,
        terminated_at: new Date(at.getTime() + 60_000),
        documentation: JSON.stringify(documentation),
        ...more,
      })
      .execute();
    return `pbx-${channelId}-${calls}`;
  };
  const talk = (topic: string, but: object = {}) => ({
    smallTalk: {
      status: 'success' as const,
      items: [{ id: topic, topic, description: topic, pinned: false, dismissed: false, ...but }],
    },
  });
  await call(office, talk('Old', { pinned: true }));
  await call(office, talk('Dismissed', { dismissed: true }));
  await call(office, talk('New'));
  await call(sales, talk('Secret'));
  const missed = await call(
    anna.channelId,
    {
      voicemail: {
        visual: { status: 'processed', waveform: [0.5], duration: 2 },
        transcription: { status: 'success', text: 'Call me back' },
      },
    },
    { state: 'MISSED', terminated_reason: 'CANCELLED', established_at: null },
  );
  const newest = await call(office, { summary: { status: 'success', topics: ['Prices'], text: null, keyPoints: [] } });
  await call(office, {}, { remote_phone_number: '+4930000' });

  await writeContacts(db, anna.accountId, [{ id: 'kh', name: 'Ada', e164s: ['+4930901820'] }]);
  type Row = ContactHistory & { rev: number };
  const hers = anna.watch<Row>('contactHistory', { contactId: 'kh' });
  const his = bert.watch<Row>('contactHistory', { contactId: 'kh' });
  const emil = await somebody('Emil');
  const foreign = emil.watch<Row>('contactHistory', { contactId: 'kh' });
  await until(() => expect([hers.rows, his.rows, foreign.rows]).toMatchObject([[{}], [{}], []]));
  const row = liveQueries.contactHistory.row.parse(hers.rows?.[0]);
  expect(row.channels).toEqual([
    { channelId: office, calls: 4 },
    { channelId: anna.channelId, calls: 1 },
  ]);
  expect(row.calls.slice(0, 2)).toMatchObject([
    { docId: newest, text: 'Prices', isMissed: false, durationMs: 60_000, hasVoicemail: false },
    { docId: missed, text: 'Call me back', isMissed: true, durationMs: null, hasVoicemail: true },
  ]);
  expect(row.smallTalk.map(({ topic }) => topic)).toEqual(['Old', 'New']);
  expect(his.rows?.[0]?.smallTalk.map(({ topic }) => topic)).toEqual(['Old', 'Secret', 'New']);

  await call(office);
  await call(office);
  await until(() => expect(hers.rows?.[0]?.channels[0]?.calls).toBe(6));
  expect(hers.rows?.[0]?.calls).toHaveLength(6);
  await db.deleteFrom('channel_members').where('channel_id', '=', office).where('user_id', '=', anna.userId).execute();
  await until(() => expect(hers.rows?.[0]?.channels).toEqual([{ channelId: anna.channelId, calls: 1 }]));
  const colleague = anna.watch<Row>('contactHistory', { contactId: bert.userId });
  await until(() => expect(colleague.rows).toMatchObject([{ channels: [], calls: [], smallTalk: [] }]));
});
