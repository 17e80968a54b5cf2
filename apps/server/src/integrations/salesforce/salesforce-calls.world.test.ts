import { openSalesforce, type Salesforce } from '@sidetone/simulator/crm/salesforce/salesforce.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallRecord, CrmSide, EntityRef, TaskRecord } from '../../crm/crm-side.ts';
import { privateHosts } from '../../network/private-hosts.ts';
import type { IntegrationError } from '../connector.ts';
import { causeOfFailure } from '../crm/failed-write.ts';
import { personAndRecord as unitsOf } from '../crm/person-and-record.ts';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch.ts';
import { salesforce } from './salesforce.ts';

let company: Salesforce;
let reach: GuardedFetch;
beforeEach(async () => await begin({}));
afterEach(() => end());

async function begin(options: Parameters<typeof openSalesforce>[0]) {
  company = await openSalesforce(options);
  reach = guardedFetch(privateHosts(['127.0.0.1']), 1_500);
}
function end() {
  reach.close();
  company.close();
}
async function withUniqueField() {
  end();
  await begin({ hasCallIdField: true });
}

const never = new AbortController().signal;
async function crm(own = {}): Promise<CrmSide> {
  const connector = salesforce(reach.fetch, { loginUrl: company.url }, own);
  const { crm: side } = await connector.connect({ url: company.url, key: company.key, origins: [] }, never);
  if (side === undefined) throw new Error('Salesforce takes no calls');
  return side;
}
const add = (object: string, values: Record<string, string>) => company.store.add(object, values);
const ref = (type: EntityRef['type'], { id }: { readonly id: string }): EntityRef => ({ type, id });
const key = 'KQ7M9D2XABCDEFGH';
const call: CallRecord = {
  title: 'Incoming call, 6 min 12 s',
  html: '<p>Cooling is <b>late</b></p>',
  text: `Cooling is late\nSidetone ${key}`,
  direction: 'INCOMING',
  state: 'connected',
  startedAt: new Date('2026-11-20T09:42:00Z'),
  endedAt: new Date('2026-11-20T09:48:12Z'),
  seconds: 372,
  remoteNumber: '+492214710562',
  localNumber: '+494041',
  outcomeId: 'Connected',
  ownerId: null,
};
const task: TaskRecord = {
  title: 'Send the offer',
  html: '<p>by mail</p>',
  text: 'by mail',
  typeId: 'Email',
  due: { day: '2026-12-01', time: '14:30', timeZone: 'Europe/Berlin' },
  entities: [],
  ownerId: null,
};

/** A contact with an account and an opportunity, and the one unit that they make. */
function someone() {
  const account = add('Account', { Name: 'Rheinwerk Dental AG' });
  const contact = add('Contact', { LastName: 'Winter', AccountId: account.id });
  const deal = add('Opportunity', { Name: 'Cooling 2026', StageName: 'Prospecting', AccountId: account.id });
  const [unit] = unitsOf([ref('contacts', contact), ref('opportunities', deal)]);
  if (unit === undefined) throw new Error('no unit');
  return { account, contact, deal, unit };
}

test('API-079: a call is one task with its contact, its deal, its length and its outcome, by one request', async () => {
  const { contact, deal, unit } = someone();
  const owner = add('User', { Name: 'Anna', UserType: 'Standard' });
  const side = await crm();
  expect([side.certainty, side.lookupLagMs]).toEqual(['found', 0]);
  const before = company.journal.length;
  const written = await side.write(unit, { ...call, ownerId: owner.id }, key, never);
  expect(company.journal.length - before).toBe(1);
  expect(written.url).toBe(`${company.url}/lightning/r/Task/${written.id}/view`);
  expect(company.store.find(written.id)?.values).toEqual({
    WhoId: contact.id,
    WhatId: deal.id,
    OwnerId: owner.id,
    Subject: 'Incoming call, 6 min 12 s',
    Description: call.text,
    ActivityDate: '2026-11-20',
    Status: 'Completed',
    TaskSubtype: 'Call',
    CallType: 'Inbound',
    CallDurationInSeconds: 372,
    CallDisposition: 'Connected',
    CallObject: key,
  });
});

test.each(['commitThenReset', 'commitThenHang', 'commitThenFail'] as const)(
  'a call whose answer was lost (%s) is found again by its key, and was not sent twice',
  async (does) => {
    const { unit } = someone();
    const side = await crm();
    expect(await side.find(unit, call, key, never)).toBeNull();
    company.faults.next({ does }, { of: /^POST .*Task$/ });
    const error: unknown = await side.write(unit, call, key, never).catch((reason: unknown) => reason);
    expect(causeOfFailure(error, false)).toBe('unclear');
    const found = await side.find(unit, call, key, never);
    expect(company.tasksOf(key).map(({ id }) => id)).toEqual([found?.id]);
  },
);

test('where the company has a field for it, the same key again gives the record that is there', async () => {
  await withUniqueField();
  const { unit } = someone();
  const side = await crm();
  expect(side.certainty).toBe('upsert');
  company.faults.next({ does: 'commitThenReset' }, { of: /^PATCH / });
  await expect(side.write(unit, call, key, never)).rejects.toMatchObject({ type: 'unreachable' });
  const again = await side.write(unit, call, key, never);
  expect(company.tasksOf(key).map(({ id }) => id)).toEqual([again.id]);
});

test('two upserts at the same moment: the one that is refused reads what the other one made', async () => {
  await withUniqueField();
  const { unit } = someone();
  const side = await crm();
  const first = await side.write(unit, call, key, never);
  company.faults.next({ does: 'refuse', status: 400, words: 'duplicate', code: 'DUPLICATE_VALUE' }, { of: /^PATCH / });
  expect(await side.write(unit, call, key, never)).toEqual(first);
  company.faults.next({ does: 'refuse', status: 400, words: 'duplicate', code: 'DUPLICATE_VALUE' }, { of: /^PATCH / });
  await expect(side.write(unit, call, 'ANOTHERKEY', never)).rejects.toMatchObject({ type: 'invalid' });
});

test('a changed call is changed in the same record, leaves only what it was taken away from, and is gone once deleted', async () => {
  const { contact, deal, unit } = someone();
  const side = await crm();
  const written = await side.write(unit, call, key, never);
  const values = () => company.store.find(written.id)?.values;
  await side.change(written, { ...unit, entities: [ref('contacts', contact)] }, { ...call, text: 'New' }, key, never);
  expect(values()).toMatchObject({ Description: 'New', WhoId: contact.id, WhatId: deal.id });
  const removed = [ref('opportunities', deal)];
  const changed = { name: 'main', entities: [ref('contacts', contact)], removed };
  await side.change(written, changed, { ...call, outcomeId: null }, key, never);
  expect(values()).toMatchObject({ WhoId: contact.id, WhatId: null, CallDisposition: null, CallObject: key });
  await side.remove(written, never);
  await side.remove(written, never);
  expect(await side.change(written, unit, call, key, never)).toBe('gone');
  expect(await side.find(unit, call, key, never)).toBeNull();
});

test('a lead is logged to without a deal; each further entity is a task of its own', async () => {
  const { contact, deal, account } = someone();
  const lead = add('Lead', { LastName: 'Neu', Company: 'Neuland' });
  const units = unitsOf([ref('leads', lead), ref('opportunities', deal)]);
  expect(units.map(({ name }) => name)).toEqual(['main', `opportunities:${deal.id}`]);
  const side = await crm();
  for (const [at, unit] of units.entries()) await side.write(unit, call, `${key}${at}`, never);
  expect(company.store.of('Task').map(({ values }) => [values['WhoId'], values['WhatId']])).toEqual([
    [lead.id, undefined],
    [undefined, deal.id],
  ]);
  const all = [ref('leads', lead), ref('contacts', contact), ref('accounts', account), ref('opportunities', deal)];
  expect(unitsOf(all)).toEqual([
    { name: 'main', entities: [ref('contacts', contact), ref('accounts', account)] },
    { name: `leads:${lead.id}`, entities: [ref('leads', lead)] },
    { name: `opportunities:${deal.id}`, entities: [ref('opportunities', deal)] },
  ]);
  expect(unitsOf([])).toEqual([{ name: 'main', entities: [] }]);
});

test('a user who has left owns no new calls: they are the connection’s', async () => {
  const { unit } = someone();
  const left = add('User', { Name: 'Old' });
  company.store.change(left, { IsActive: false });
  const side = await crm();
  const written = await side.write(unit, { ...call, ownerId: left.id }, key, never);
  expect(company.store.find(written.id)?.values['OwnerId']).toBeUndefined();
});

test('what the company’s own rules refuse is told in their words, and is certainly not taken', async () => {
  const { unit } = someone();
  const side = await crm();
  company.rules.validation = 'Calls need an outcome.';
  const error: unknown = await side.write(unit, call, key, never).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ type: 'invalid', detail: 'Salesforce: Calls need an outcome.' });
  expect(causeOfFailure(error, false)).toBe('refused');
  company.rules.validation = null;
  company.faults.next({
    does: 'refuse',
    status: 403,
    words: 'TotalRequests Limit exceeded.',
    code: 'REQUEST_LIMIT_EXCEEDED',
  });
  const busy: unknown = await side.write(unit, call, key, never).catch((reason: unknown) => reason);
  expect([causeOfFailure(busy, false), (busy as IntegrationError).retryAfterSeconds]).toEqual(['delayed', 900]);
  company.faults.next({ does: 'refuse', status: 503 });
  const unclear: unknown = await side.write(unit, call, key, never).catch((reason: unknown) => reason);
  expect(causeOfFailure(unclear, false)).toBe('unclear');
  expect(company.tasksOf(key)).toEqual([]);
});

test('texts that are too long are cut, with a sign that they are', async () => {
  const { unit } = someone();
  const side = await crm();
  const long = { ...call, title: 'ü'.repeat(300), text: 'ü'.repeat(40_000) };
  const written = await side.write(unit, long, key, never);
  const values = company.store.find(written.id)?.values;
  expect(values?.['Subject']).toHaveLength(255);
  expect(values?.['Description']).toMatch(/^ü{31999}…$/);
});

test('API-081: a task has its day, reminds at its time, and is found again by its key', async () => {
  const { contact } = someone();
  const side = await crm();
  const written = await side.createTask({ ...task, entities: [ref('contacts', contact)] }, key, never);
  expect(company.store.find(written.id)?.values).toEqual({
    WhoId: contact.id,
    Subject: 'Send the offer',
    Description: '2026-12-01 14:30 (Europe/Berlin)\nby mail',
    ActivityDate: '2026-12-01',
    Type: 'Email',
    IsReminderSet: true,
    ReminderDateTime: '2026-12-01T13:30:00.000Z',
    CallObject: key,
  });
  expect(await side.findTask(task, key, never)).toEqual(written);
  expect(await side.findTask(task, 'ANOTHERKEY', never)).toBeNull();
});

test('API-080, API-082: outcomes in the language of the account, types of tasks as the company has them', async () => {
  const side = await crm();
  expect((await side.outcomes('de', never))[1]).toEqual({ id: 'No answer', label: 'Nicht erreicht' });
  expect((await side.outcomes('en', never)).map(({ label }) => label)).toContain('Left voicemail');
  expect((await side.taskTypes('en', never)).map(({ id }) => id)).toEqual(['Call', 'Email', 'Meeting', 'Other']);
});

test('API-083, API-084: what belongs to a contact comes with names, links, and whether it is closed', async () => {
  const { account, contact, deal } = someone();
  const other = add('Opportunity', { Name: 'By role', StageName: 'Closed Lost' });
  add('OpportunityContactRole', { OpportunityId: other.id, ContactId: contact.id });
  const one = add('Case', { Subject: 'Noise', ContactId: contact.id });
  const side = await crm();
  expect(await side.entitiesOf(ref('contacts', contact), never)).toMatchObject([
    { type: 'accounts', id: account.id, label: 'Rheinwerk Dental AG', isOpen: null },
    { type: 'opportunities', id: other.id, label: 'By role', isOpen: false },
    { type: 'opportunities', id: deal.id, label: 'Cooling 2026', isOpen: true },
    { type: 'cases', id: one.id, label: 'Noise', isOpen: true },
  ]);
  expect(await side.entitiesOf(ref('opportunities', deal), never)).toMatchObject([
    { type: 'accounts', id: account.id },
  ]);
  expect(await side.entity(ref('opportunities', deal), never)).toMatchObject({
    label: 'Cooling 2026',
    url: `${company.url}/lightning/r/Opportunity/${deal.id}/view`,
    isHidden: false,
  });
  const second = add('Account', { Name: 'Second job' });
  for (const { id } of [account, second]) add('AccountContactRelation', { AccountId: id, ContactId: contact.id });
  const accounts = async () => (await side.entitiesOf(ref('contacts', contact), never)).filter(isAccount);
  const isAccount = ({ type }: { readonly type: string }) => type === 'accounts';
  expect((await accounts()).map(({ id }) => id)).toEqual([account.id, second.id]);
  const requests = async () => {
    const before = company.journal.length;
    expect((await accounts()).map(({ id }) => id)).toContain(account.id);
    return company.journal.length - before;
  };
  expect(await requests()).toBe(5);
  company.hidden.add('AccountContactRelation');
  expect((await accounts()).map(({ id }) => id)).toEqual([account.id]);
  // What the company does not have is asked for once.
  expect(await requests()).toBe(5);
  company.store.remove(deal);
  expect(await side.entity(ref('opportunities', deal), never)).toBeNull();
  expect(await side.entity({ type: 'cases', id: "' OR Id != '" }, never)).toBeNull();
  company.hidden.add('Case');
  expect(await side.entity(ref('cases', one), never)).toMatchObject({ isHidden: true, label: '' });
  expect((await side.entitiesOf(ref('contacts', contact), never)).map(({ type }) => type)).not.toContain('cases');
});

test('SLOG-003, SENT-031: records are searched for by type, also objects that only this company has', async () => {
  someone();
  const building = add('Building__c', { Name: 'Cooling tower' });
  const side = await crm({ building_objects: 'Building__c' });
  const found = await side.searchEntities('cool', ['opportunities', 'building_objects'], never);
  expect(found.map(({ type, label }) => [type, label])).toEqual([
    ['opportunities', 'Cooling 2026'],
    ['building_objects', 'Cooling tower'],
  ]);
  expect(await side.searchEntities('cool', ['accounts'], never)).toEqual([]);
  const [unit] = unitsOf([ref('building_objects', building)]);
  if (unit) await side.write(unit, call, key, never);
  expect(company.tasksOf(key)[0]?.values['WhatId']).toBe(building.id);
});

test('users of the CRM come with their addresses; those who left do not', async () => {
  const anna = add('User', { Name: 'Anna', Email: 'anna@rheinwerk.example', UserType: 'Standard' });
  company.store.change(anna, { IsActive: true });
  add('User', { Name: 'Left', UserType: 'Standard' });
  const side = await crm();
  expect(await side.users(never)).toEqual([{ id: anna.id, name: 'Anna', email: 'anna@rheinwerk.example' }]);
});

test('a user who may not see tasks takes no calls, and one who may not write the key is asked', async () => {
  const connector = salesforce(reach.fetch, { loginUrl: company.url });
  const connect = () => connector.connect({ url: company.url, key: company.key, origins: [] }, never);
  company.hiddenFields.add('CallObject');
  expect((await connect()).crm?.certainty).toBe('blind');
  company.hidden.add('Task');
  expect((await connect()).crm).toBeUndefined();
});

test('an id that someone entered leads to no other record than a task', async () => {
  const contact = add('Contact', { LastName: 'Winter' });
  const side = await crm();
  const written = { id: `../Contact/${contact.id}`, url: null };
  await side.remove(written, never);
  expect(await side.change(written, { name: 'main', entities: [] }, call, key, never)).toBe('gone');
  expect(company.store.of('Contact')).toHaveLength(1);
});
