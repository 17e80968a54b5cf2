import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ErrorBody } from '@sidetone/contract/errors.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { defaultGrants } from '@sidetone/contract/rules/grants.ts';
import { contactWriteMs } from '@sidetone/contract/rules/screen-timing.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../requests/refusal.ts';
import { tokenOf } from '../../testing/authorisation-world.ts';
import { callRoute, person, type TestApi, testApi } from '../../testing/test-api.ts';
import { ownBookId } from './own-book.ts';
import type { ContactWriter } from './ports.ts';
import { bookElsewhere } from './testing/book-elsewhere.ts';
import { createContact, deleteContact, updateContact } from './write-contacts.ts';

let api: TestApi;
let anna: Awaited<ReturnType<typeof somebody>>;
beforeAll(async () => {
  api = await testApi();
});
beforeEach(async () => {
  anna = await somebody('Anna');
});
afterAll(() => api.stop());

const somebody = async (firstName: string, accountId?: string) => {
  const made = await person(api, { firstName, ...(accountId !== undefined && { accountId }) });
  return { ...made, token: await tokenOf(api.db, made.userId) };
};

const work = (phoneNumber: string) => ({ label: 'WORK', phoneNumber });
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@example.com', phoneNumbers: [work('030 901820')] };

type Told = Contact & ErrorBody;
const create = async (body: object, token = anna.token) => {
  const reply = await callRoute(api.url, token, routes.createContact, { body: body as typeof ada });
  return { status: reply.status, body: reply.body as Told };
};
const update = async (contactId: string, body: object, token = anna.token) => {
  const whole = { type: 'contacts', ...body };
  const reply = await callRoute(api.url, token, routes.updateContact, { params: { contactId }, body: whole });
  return { status: reply.status, body: reply.body as Told };
};
const remove = (contactId: string, token = anna.token) =>
  callRoute(api.url, token, routes.deleteContact, { params: { contactId } });
const rowOf = (id: string) => api.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst();

test("without a word about where, somebody is added to the company's own address book", async () => {
  const { status, body } = await create(ada);
  expect(status).toBe(200);
  expect(routes.createContact.reply.parse(body)).toMatchObject({
    source: 'SIDETONE',
    integrationId: ownBookId(anna.accountId),
    name: 'Ada Lovelace',
    isTeam: false,
    phoneNumbers: [{ type: 'WORK', label: 'WORK', localized: '030 901820', e164: '+4930901820' }],
  });
  const bert = await somebody('Bert', anna.accountId);
  const seen = await callRoute(api.url, bert.token, routes.contact, { params: { contactId: body.id } });
  expect(seen.body).toEqual(body);
});

test('an added contact is listed, page by page, and found by number', async () => {
  await somebody('Bert', anna.accountId);
  const { body: made } = await create(ada);
  const ask = (query: Record<string, string>) => callRoute(api.url, anna.token, routes.listContacts, { query });
  const first = (await ask({ limit: '1' })).body;
  expect([first.contacts, first.total]).toEqual([[made], 2]);
  const second = (await ask({ limit: '1', pageToken: first.nextPageToken ?? '' })).body;
  expect(second).toMatchObject({ contacts: [{ name: 'Bert Tester', isTeam: true }], nextPageToken: null });
  expect((await ask({ offset: '1' })).body.contacts).toEqual(second.contacts);
  expect((await ask({ scope: 'personal', filter: 'lovel' })).body).toMatchObject({ contacts: [made], total: 1 });
  expect((await ask({ limit: '101' })).status).toBe(400);
  expect((await ask({ pageToken: 'nonsense' })).body).toMatchObject({ code: 'BAD_REQUEST' });
  const number = '+4930901820';
  const known = await callRoute(api.url, anna.token, routes.contactsByNumber, { params: { number } });
  expect(known.body).toEqual([made]);
  const body = { numbers: [number, '+4930000'] };
  expect((await callRoute(api.url, anna.token, routes.phoneNumberMap, { body })).body).toEqual({ [number]: made });
});

test('a change is all of the contact, and a number that stays keeps its id', async () => {
  const { body: made } = await create({ ...ada, phoneNumbers: [work('030 901820'), work('030 901821')] });
  const [, second] = made.phoneNumbers;
  const changed = await update(made.id, {
    firstName: 'Augusta',
    organization: 'Engines',
    phoneNumbers: [{ label: 'MOBILE', phoneNumber: '0171 3920044' }, work('+49 30 901821')],
  });
  expect(changed.body).toMatchObject({ name: 'Augusta', lastName: null, email: null, organization: 'Engines' });
  expect(changed.body.phoneNumbers).toMatchObject([{ label: 'MOBILE', e164: '+491713920044' }, { id: second?.id }]);
  expect(new Set(changed.body.phoneNumbers.map(({ id }) => id)).size).toBe(2);
  expect((await rowOf(made.id))?.e164s).toEqual(['+491713920044', '+4930901821']);
});

test('a user who overwrites another’s change gets a conflict', async () => {
  const { body: made } = await create(ada);
  const seen = Number((await rowOf(made.id))?.rev);
  expect((await update(made.id, { ...ada, firstName: 'First', rev: seen })).status).toBe(200);
  expect(await update(made.id, { ...ada, firstName: 'Second', rev: seen })).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  });
  expect((await rowOf(made.id))?.first_name).toBe('First');
});

test('two contacts of one address book have no email address in common, and none is there twice', async () => {
  await create(ada);
  const other = { ...ada, firstName: 'Grace', email: 'ADA@EXAMPLE.COM' };
  expect(await create(other)).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_CONFLICT', issues: [{ path: 'email' }] },
  });
  expect(await create(ada)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  const { body: grace } = await create({ ...other, email: 'grace@example.com' });
  expect((await update(grace.id, { ...other })).body.code).toBe('EMAIL_CONFLICT');
  expect((await update(grace.id, { ...other, email: 'Grace@example.com' })).status).toBe(200);
  expect((await update(grace.id, ada)).body.code).toBe('CONFLICT');
  const elsewhere = await somebody('Emil');
  expect((await create(ada, elsewhere.token)).status).toBe(200);
});

test('an address that two came with keeps nobody from changing the rest of them', async () => {
  const { body: first } = await create(ada);
  const { body: second } = await create({ ...ada, firstName: 'Grace', email: 'grace@example.com' });
  await api.db.updateTable('contacts').set({ email: 'ada@example.com' }).where('id', '=', second.id).execute();
  expect((await update(second.id, { ...ada, firstName: 'Gracia' })).status).toBe(200);
  expect((await update(second.id, { ...ada, firstName: 'Gracia', email: null })).status).toBe(200);
  expect((await update(second.id, { ...ada, firstName: 'Gracia' })).body.code).toBe('EMAIL_CONFLICT');
  expect((await rowOf(first.id))?.email).toBe('Ada@example.com');
});

test('of two who add the same at the same time one does', async () => {
  const many = await Promise.all(Array.from({ length: 6 }, () => create(ada)));
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
});

test('a change of a contact waits for an import, and the import for nobody', async () => {
  const { body: made } = await create(ada);
  const bookId = ownBookId(anna.accountId);
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
    return rows.length > 0;
  };
  let changing: ReturnType<typeof update> | undefined;
  await api.db.transaction().execute(async (portion) => {
    await sql`select pg_advisory_xact_lock(hashtext('sidetone contacts'), hashtext(${bookId}))`.execute(portion);
    changing = update(made.id, { ...ada, firstName: 'Grace' });
    await vi.waitFor(async () => expect(await isWaiting()).toBe(true));
    await portion.selectFrom('contacts').select('id').where('id', '=', made.id).forUpdate().noWait().execute();
  });
  expect((await changing)?.body).toMatchObject({ name: 'Grace Lovelace' });
});

test('nobody has to tidy up what was there, and an empty address is none', async () => {
  const { body: made } = await create({ ...ada, email: '' });
  expect(made).toMatchObject({ name: 'Ada Lovelace', email: null });
  const organization = 'Engines '.repeat(100).trim();
  await api.db.updateTable('contacts').set({ email: 'ask her', organization }).where('id', '=', made.id).execute();
  const stays = { ...ada, email: 'ask her', organization };
  expect((await update(made.id, { ...stays, firstName: 'Grace' })).body).toMatchObject({
    email: 'ask her',
    organization,
  });
  expect(await update(made.id, { ...stays, email: 'ask him' })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', issues: [{ path: 'email' }] },
  });
  expect((await update(made.id, { ...stays, email: '' })).body.email).toBeNull();
});

test('each field that is wrong is named', async () => {
  const told = async (body: object) => {
    const { status, body: error } = await create(body);
    return [status, error.code, error.issues?.map(({ path }) => path)];
  };
  expect(await told({ email: 'ada@example.com' })).toEqual([400, 'VALIDATION_FAILED', ['firstName']]);
  expect(await told({ ...ada, email: 'ada' })).toEqual([400, 'VALIDATION_FAILED', ['email']]);
  expect(await told({ ...ada, phoneNumbers: [{ label: 'PAGER', phoneNumber: '030 901820' }] })).toEqual([
    400,
    'INVALID_PHONE_TYPE',
    ['phoneNumbers.0.label'],
  ]);
  expect(await told({ ...ada, phoneNumbers: [work('12')] })).toEqual([
    400,
    'INVALID_NUMBER',
    ['phoneNumbers.0.phoneNumber'],
  ]);
  const tooMany = Array.from({ length: 21 }, (_, at) => work(`030 9018${10 + at}`));
  expect(await told({ ...ada, phoneNumbers: tooMany })).toEqual([400, 'TOO_MANY_NUMBERS', ['phoneNumbers']]);
});

test('nobody writes without the grant, from the moment on that it is taken away', async () => {
  const { body: made } = await create(ada);
  const bert = await somebody('Bert', anna.accountId);
  expect((await update(made.id, { ...ada, firstName: 'Grace' }, bert.token)).status).toBe(200);
  await api.db
    .updateTable('users')
    .set({ grants: ['CONTACT_READ'] })
    .where('id', '=', bert.userId)
    .execute();
  const forbidden = { status: 403, body: { code: 'FORBIDDEN' } };
  expect(await create({ firstName: 'Other' }, bert.token)).toMatchObject(forbidden);
  expect(await update(made.id, ada, bert.token)).toMatchObject(forbidden);
  expect(await remove(made.id, bert.token)).toMatchObject(forbidden);
  expect((await rowOf(made.id))?.first_name).toBe('Grace');
});

test('colleagues and what a source keeps to itself are nobody’s to change', async () => {
  const { body: made } = await create(ada);
  await api.db.updateTable('contacts').set({ readonly: true }).where('id', '=', made.id).execute();
  for (const id of [made.id, anna.userId]) {
    expect((await update(id, ada)).body.code).toBe('FORBIDDEN');
    expect((await remove(id)).status).toBe(403);
  }
  expect(await rowOf(made.id)).toBeDefined();
});

test('contacts and address books of another company do not exist', async () => {
  const { body: made } = await create(ada);
  const emil = await somebody('Emil');
  expect((await update(made.id, ada, emil.token)).status).toBe(404);
  expect((await remove(made.id, emil.token)).status).toBe(404);
  expect((await callRoute(api.url, emil.token, routes.contact, { params: { contactId: anna.userId } })).status).toBe(
    404,
  );
  expect((await create({ ...ada, integrationId: ownBookId(anna.accountId) }, emil.token)).status).toBe(404);
  expect(await rowOf(made.id)).toBeDefined();
});

test('a contact changed by hand is not removed with its import', async () => {
  const { body: made } = await create(ada);
  await api.db.updateTable('contacts').set({ import_id: 'm1' }).where('id', '=', made.id).execute();
  expect((await update(made.id, { ...ada, organization: 'Engines' })).status).toBe(200);
  expect((await rowOf(made.id))?.import_id).toBeNull();
});

test('a deleted contact is gone', async () => {
  const { body: made } = await create(ada);
  expect((await remove(made.id)).status).toBe(200);
  expect([await rowOf(made.id), (await remove(made.id)).status]).toEqual([undefined, 404]);
  expect((await create(ada)).status).toBe(200);
});

test('an administrator takes the grant away, and the log says so', async () => {
  await api.db.updateTable('users').set({ admin: true }).where('id', '=', anna.userId).execute();
  const bert = await somebody('Bert', anna.accountId);
  const granted = async (userId: string) =>
    (await api.db.selectFrom('users').select('grants').where('id', '=', userId).executeTakeFirst())?.grants;
  expect(await granted(bert.userId)).toEqual([...defaultGrants]);
  const add = (more: object) => {
    const body = { firstName: 'Cora', lastName: 'New', email: `${Math.random()}@company.example`, ...more };
    return callRoute(api.url, anna.token, routes.createUser, { body });
  };
  expect(await granted((await add({})).body.userId)).toEqual([...defaultGrants]);
  expect(await granted((await add({ grants: [] })).body.userId)).toEqual([]);
  const params = { userId: bert.userId };
  await callRoute(api.url, anna.token, routes.changeUser, { params, body: { grants: ['CONTACT_READ'] } });
  expect((await create(ada, bert.token)).status).toBe(403);
  const { rows } = {
    rows: await api.db.selectFrom('audit_log').select('action').where('target', '=', bert.userId).execute(),
  };
  expect(rows).toContainEqual({ action: 'user.grantsChanged' });
});

const elsewhere = (but: Partial<ContactWriter> = {}) => bookElsewhere(api.db, anna.accountId, but);

test('a contact of another address book is written there, and shown as it was answered', async () => {
  const { desk, told, bookId } = await elsewhere();
  const made = await createContact(desk, anna, { ...ada, integrationId: bookId });
  expect(made).toMatchObject({ source: 'OTHER', integrationId: bookId, name: 'Ada Lovelace', phoneNumbers: [] });
  expect(told).toEqual([
    ['create', 'OTHER', expect.objectContaining({ phoneNumbers: [{ label: 'WORK', number: '+4930901820' }] })],
  ]);
  expect(await updateContact(desk, anna, made.id, { ...ada, firstName: 'Grace' })).toMatchObject({
    name: 'Grace Lovelace',
  });
  await expect(deleteContact(desk, { ...anna, address: '127.0.0.1' }, made.id)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  // Each address book for itself.
  expect((await create(ada)).status).toBe(200);
});

test('nothing is asked of another address book that is not allowed or not right', async () => {
  const { desk, told, bookId } = await elsewhere();
  await api.db.updateTable('users').set({ grants: [] }).where('id', '=', anna.userId).execute();
  const asked = createContact(desk, anna, { ...ada, integrationId: bookId });
  await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await api.db
    .updateTable('users')
    .set({ grants: ['CONTACT_WRITE'] })
    .where('id', '=', anna.userId)
    .execute();
  const home = { ...ada, phoneNumbers: [{ label: 'HOME', phoneNumber: '030 901820' }], integrationId: bookId };
  await expect(createContact(desk, anna, home)).rejects.toMatchObject({ code: 'INVALID_PHONE_TYPE' });
  expect(told).toEqual([]);
});

test('a change that another address book refuses is refused here, and nothing is changed', async () => {
  const problem = { type: 'conflict', detail: 'It was changed there.', translationKey: 'conflict' };
  const { desk, bookId } = await elsewhere({
    update: () => Promise.reject(new Refusal('CONFLICT', 'It was changed there.', { problem })),
  });
  const made = await createContact(desk, anna, { ...ada, integrationId: bookId });
  const asked = updateContact(desk, anna, made.id, { ...ada, firstName: 'Grace' });
  await expect(asked).rejects.toMatchObject({ code: 'CONFLICT', problem });
  expect((await rowOf(made.id))?.first_name).toBe('Ada');
});

test('a draft that is sent again after a lost reply gives the same contact, and makes no second one', async () => {
  const draft = { ...ada, draftId: 'draft-of-ada' };
  const [first, second] = await Promise.all([create(draft), create(draft)]);
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  expect((await create({ ...draft, lastName: 'Byron' })).body).toEqual(first.body);
  // Each person has drafts of their own, and without one nothing is the same.
  const bert = await somebody('Bert', anna.accountId);
  expect((await create(draft, bert.token)).body.code).toBe('CONFLICT');
  expect((await create(ada)).body.code).toBe('CONFLICT');

  const { desk, told, bookId } = await elsewhere();
  const there = { ...draft, integrationId: bookId };
  const [made, same] = await Promise.all([createContact(desk, anna, there), createContact(desk, anna, there)]);
  expect(same).toEqual(made);
  expect(await createContact(desk, anna, there)).toEqual(made);
  expect(told).toHaveLength(1);
});

test('a draft whose writing was cut off here is not refused because of what it became there', async () => {
  const { desk, told, bookId } = await elsewhere();
  const draft = { ...ada, integrationId: bookId, draftId: 'draft-of-ada' };
  const { id } = await createContact(desk, anna, draft);
  // It came back by a synchronisation, which knows nothing of drafts.
  const mirrored = { draft_key: null, external_id: '/books/anna/draft-of-ada.vcf' };
  await api.db.updateTable('contacts').set(mirrored).where('id', '=', id).execute();
  expect((await createContact(desk, anna, draft)).id).toBe(id);
  expect(told).toHaveLength(1);
  const other = createContact(desk, anna, { ...draft, draftId: 'draft-of-another' });
  await expect(other).rejects.toMatchObject({ code: 'EMAIL_CONFLICT' });
});

test('of two who write the same email address elsewhere at the same time, one gets a conflict', async () => {
  const { desk, told, bookId } = await elsewhere();
  const write = (lastName: string) => createContact(desk, anna, { ...ada, lastName, integrationId: bookId });
  const both = await Promise.allSettled([write('Lovelace'), write('Byron')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ code: 'EMAIL_CONFLICT' }) });
  expect(told).toHaveLength(1);
  const other = await createContact(desk, anna, { ...ada, email: 'other@example.com', integrationId: bookId });
  const move = updateContact(desk, anna, other.id, { ...ada, email: 'third@example.com' });
  const add = createContact(desk, anna, { ...ada, email: 'third@example.com', integrationId: bookId });
  const moved = await Promise.allSettled([move, add]);
  expect(moved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('who waits for a turn to write elsewhere has no more time than anybody else', async () => {
  const clocks: AbortController[] = [];
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== contactWriteMs) return timeout(ms);
    const clock = new AbortController();
    clocks.push(clock);
    return clock.signal;
  });
  const answered = Promise.withResolvers<never>();
  const asked: { readonly signal: AbortSignal; readonly wasOver: boolean }[] = [];
  const { desk, bookId } = await elsewhere({
    create: async (_book, _draft, _draftKey, signal) => {
      asked.push({ signal, wasOver: signal.aborted });
      return await answered.promise;
    },
  });
  const waiting = vi.spyOn(desk, 'turns');
  const draft = { ...ada, integrationId: bookId };
  const first = createContact(desk, anna, draft);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const second = createContact(desk, anna, draft);
  await vi.waitFor(() => expect(waiting).toHaveBeenCalledTimes(2));
  clocks[1]?.abort();
  answered.reject(new Error('the line broke'));
  const both = await Promise.allSettled([first, second]);
  spy.mockRestore();
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toEqual([
    { signal: clocks[0]?.signal, wasOver: false },
    { signal: clocks[1]?.signal, wasOver: true },
  ]);
});
