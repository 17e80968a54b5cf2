import { openZoho, type Zoho } from '@sidetone/simulator/crm/zoho/zoho.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallRecord, CrmSide, EntityRef, TaskRecord } from '../../crm/crm-side.ts';
import { privateHosts } from '../../network/private-hosts.ts';
import { causeOfFailure } from '../crm/failed-write.ts';
import { personAndRecord } from '../crm/person-and-record.ts';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch.ts';
import { zoho } from './zoho.ts';

let company: Zoho;
let reach: GuardedFetch;
beforeEach(async () => {
  company = await openZoho();
  reach = guardedFetch(privateHosts(['127.0.0.1']), 1_500);
});
afterEach(() => {
  reach.close();
  company.close();
});

const never = new AbortController().signal;
async function crm(): Promise<CrmSide> {
  const connector = zoho(reach.fetch, { accountsUrl: company.url });
  const { crm: side } = await connector.connect({ url: company.url, key: company.key, origins: [] }, never);
  if (side === undefined) throw new Error('Zoho takes no calls');
  return side;
}
const add = (module: string, values: Record<string, unknown>) => company.store.add(module, values);
const ref = (type: EntityRef['type'], { id }: { readonly id: string }): EntityRef => ({ type, id });
const key = 'KQ7M9D2XABCDEFGH';
const call: CallRecord = {
  title: 'Incoming call, 62 min 5 s',
  html: '<p>Cooling is <b>late</b></p>',
  text: `Cooling is late\nSidetone ${key}`,
  direction: 'INCOMING',
  state: 'connected',
  startedAt: new Date('2026-11-20T09:42:17Z'),
  endedAt: new Date('2026-11-20T10:44:22Z'),
  seconds: 3725,
  remoteNumber: '+492214710562',
  localNumber: '+494041',
  outcomeId: 'Interested',
  ownerId: null,
};
const task: TaskRecord = {
  title: 'Send the offer',
  html: '<p>by mail</p>',
  text: 'by mail',
  typeId: 'Task',
  due: { day: '2026-12-01', time: '14:30', timeZone: 'Europe/Berlin' },
  entities: [],
  ownerId: null,
};

/** A contact with an account and a deal, and the one unit that they make. */
function someone() {
  const account = add('Accounts', { Account_Name: 'Rheinwerk Dental AG' });
  const contact = add('Contacts', { Last_Name: 'Winter', Account_Name: { id: account.id } });
  const deal = add('Deals', { Deal_Name: 'Cooling 2026', Stage: 'Proposal', Contact_Name: { id: contact.id } });
  const [unit] = personAndRecord([ref('contacts', contact), ref('deals', deal)]);
  if (unit === undefined) throw new Error('no unit');
  return { account, contact, deal, unit };
}

test('API-079: a call is one record with its contact, its deal, its length and its outcome, by one request', async () => {
  const { contact, deal, unit } = someone();
  const owner = company.store.addUser('Anna');
  const side = await crm();
  const before = company.journal.length;
  const written = await side.write(unit, { ...call, ownerId: owner.id }, key, never);
  expect(company.journal.length - before).toBe(1);
  expect(written.url).toBe(`${company.url}/crm/org2000/tab/Calls/${written.id}`);
  expect(company.store.find('Calls', written.id)?.values).toEqual({
    Who_Id: { id: contact.id },
    What_Id: { id: deal.id },
    $se_module: 'Deals',
    Owner: { id: owner.id },
    Subject: 'Incoming call, 62 min 5 s',
    Description: call.text,
    Call_Type: 'Inbound',
    Call_Start_Time: '2026-11-20T09:42:17+00:00',
    Call_Duration: '62:05',
    Call_Result: 'Interested',
  });
});

test('END-036: a missed call is a missed one there, and an outgoing one is completed', async () => {
  const { unit } = someone();
  const side = await crm();
  const missed = await side.write(unit, { ...call, state: 'missed', seconds: 0 }, key, never);
  expect(company.store.find('Calls', missed.id)?.values).toMatchObject({ Call_Type: 'Missed', Call_Duration: '00:00' });
  const outgoing = await side.write(unit, { ...call, direction: 'OUTGOING', state: 'busy' }, `${key}2`, never);
  expect(company.store.find('Calls', outgoing.id)?.values).toMatchObject({
    Call_Type: 'Outbound',
    Outgoing_Call_Status: 'Completed',
  });
});

test.each(['commitThenReset', 'commitThenHang', 'commitThenFail', 'breakSchema'] as const)(
  'a call whose answer was lost (%s) is found again by the key in its text, and was not sent twice',
  async (does) => {
    const { unit } = someone();
    const side = await crm();
    expect([side.certainty, side.lookupLagMs]).toEqual(['foundLater', 60_000]);
    expect(await side.find(unit, call, key, never)).toBeNull();
    for (let count = 0; count < 150; count += 1) {
      await side.write(unit, { ...call, text: 'Another call' }, `OTHER${count}`, never);
    }
    company.faults.next({ does }, { of: /^POST .*Calls$/ });
    const error: unknown = await side.write(unit, call, key, never).catch((reason: unknown) => reason);
    expect(causeOfFailure(error, false)).toBe('unclear');
    const found = await side.find(unit, call, key, never);
    expect(company.recordsOf(key).map(({ id }) => id)).toEqual([found?.id]);
    const later = { ...call, startedAt: new Date('2026-11-20T11:42:17Z') };
    expect(await side.find(unit, later, key, never)).toBeNull();
  },
);

test('a changed call is changed in the same record, leaves only what it was taken away from, and is gone once deleted', async () => {
  const { contact, deal, unit } = someone();
  const side = await crm();
  const written = await side.write(unit, call, key, never);
  const values = () => company.store.find('Calls', written.id)?.values;
  await side.change(written, { ...unit, entities: [ref('contacts', contact)] }, { ...call, text: 'New' }, key, never);
  expect(values()).toMatchObject({ Description: `New\n${key}`, What_Id: { id: deal.id } });
  const changed = { name: 'main', entities: [ref('contacts', contact)], removed: [ref('deals', deal)] };
  const moved = { ...call, direction: 'OUTGOING', outcomeId: null } as const;
  await side.change(written, changed, moved, key, never);
  expect(values()).toMatchObject({
    Who_Id: { id: contact.id },
    What_Id: null,
    Call_Result: null,
    Call_Type: 'Inbound',
  });
  await side.remove(written, never);
  await side.remove(written, never);
  expect(await side.change(written, unit, call, key, never)).toBe('gone');
});

test('a lead is what a call is about; a refusal of the contents is no call that is gone', async () => {
  const lead = add('Leads', { Last_Name: 'Neu', Company: 'Neuland' });
  const [unit] = personAndRecord([ref('leads', lead)]);
  const side = await crm();
  if (unit === undefined) throw new Error('no unit');
  const written = await side.write(unit, call, key, never);
  const stored = company.store.find('Calls', written.id)?.values;
  expect(stored).toMatchObject({ What_Id: { id: lead.id }, $se_module: 'Leads' });
  expect(stored).not.toHaveProperty('Who_Id');
  const bad = { ...call, outcomeId: 'Nobody knows it' };
  await expect(side.change(written, unit, bad, key, never)).rejects.toMatchObject({
    type: 'invalid',
    detail: 'Zoho: invalid data (Call_Result)',
    provablyNotTaken: true,
  });
});

test('a user who has left owns no new calls: they are the connection’s', async () => {
  const { unit } = someone();
  const left = company.store.addUser('Old', false);
  const side = await crm();
  const written = await side.write(unit, { ...call, ownerId: left.id }, key, never);
  expect(company.store.find('Calls', written.id)?.values).not.toHaveProperty('Owner');
});

test('what went wrong decides whether it is looked for: refused within an answer, too often, or nobody knows', async () => {
  const { unit } = someone();
  const side = await crm();
  const failed = async () => await side.write(unit, call, key, never).catch((reason: unknown) => reason);
  const refused: unknown = await side
    .write(unit, { ...call, title: '' }, key, never)
    .catch((reason: unknown) => reason);
  expect(refused).toMatchObject({ type: 'invalid', detail: 'Zoho: required field not found (Subject)' });
  expect(causeOfFailure(refused, false)).toBe('refused');
  company.faults.next({ does: 'refuse', status: 429, code: 'TOO_MANY_REQUESTS' });
  const busy = await failed();
  expect(busy).toMatchObject({ type: 'rate_limited', retryAfterSeconds: 60 });
  expect(causeOfFailure(busy, false)).toBe('delayed');
  company.faults.next({ does: 'refuse', status: 400, code: 'INTERNAL_ERROR' });
  expect(causeOfFailure(await failed(), false)).toBe('unclear');
  expect(company.recordsOf(key)).toEqual([]);
});

test('texts that are too long are cut, and keep the key', async () => {
  const { unit } = someone();
  const side = await crm();
  const long = { ...call, title: 'ü'.repeat(300), text: `${'ü'.repeat(40_000)}${key}` };
  const written = await side.write(unit, long, key, never);
  const values = company.store.find('Calls', written.id)?.values;
  expect(values?.['Subject']).toHaveLength(255);
  expect(values?.['Description']).toHaveLength(32_000);
  expect(values?.['Description']).toMatch(new RegExp(`ü…\\n${key}$`));
});

test('API-081, API-082: a task has its day, reminds at its time, and is found again by its key', async () => {
  const { contact } = someone();
  const side = await crm();
  const written = await side.createTask({ ...task, entities: [ref('contacts', contact)] }, key, never);
  expect(company.store.find('Tasks', written.id)?.values).toEqual({
    Who_Id: { id: contact.id },
    Subject: 'Send the offer',
    Description: `2026-12-01 14:30 (Europe/Berlin)\nby mail\n${key}`,
    Due_Date: '2026-12-01',
    Remind_At: { ALARM: 'FREQ=NONE;ACTION=POPUP;TRIGGER=DATE-TIME:2026-12-01T13:30:00+00:00' },
  });
  expect(await side.findTask(task, key, never)).toEqual(written);
  expect(await side.findTask(task, 'ANOTHERKEY', never)).toBeNull();
  expect(await side.taskTypes('de', never)).toEqual([{ id: 'Task', label: 'Aufgabe' }]);
});

test('API-080: outcomes are those of the company', async () => {
  const side = await crm();
  expect(await side.outcomes('en', never)).toEqual([
    { id: 'Interested', label: 'Interested' },
    { id: 'No response/Busy', label: 'No response/Busy' },
  ]);
});

test('API-083, API-084: what belongs to a contact comes with names, links, and whether it is closed', async () => {
  const { account, contact, deal } = someone();
  const won = add('Deals', { Deal_Name: 'Cooling 2025', Stage: 'Won it', Contact_Name: { id: contact.id } });
  const side = await crm();
  expect(await side.entitiesOf(ref('contacts', contact), never)).toMatchObject([
    { type: 'accounts', id: account.id, label: 'Rheinwerk Dental AG', isOpen: null },
    { type: 'deals', id: deal.id, label: 'Cooling 2026', isOpen: true },
    { type: 'deals', id: won.id, label: 'Cooling 2025', isOpen: false },
  ]);
  expect(await side.entity(ref('deals', deal), never)).toMatchObject({
    label: 'Cooling 2026',
    url: `${company.url}/crm/org2000/tab/Potentials/${deal.id}`,
  });
  company.store.remove(deal);
  expect(await side.entity(ref('deals', deal), never)).toBeNull();
  expect(await side.entity({ type: 'deals', id: '../org' }, never)).toBeNull();
  company.hidden.add('Deals');
  expect(await side.entity(ref('deals', won), never)).toMatchObject({ isHidden: true, label: '' });
  expect((await side.entitiesOf(ref('contacts', contact), never)).map(({ type }) => type)).toEqual(['accounts']);
});

test('SLOG-003, SENT-031: records are searched for by type; users come with their addresses', async () => {
  const { deal } = someone();
  const anna = company.store.addUser('Anna');
  const side = await crm();
  const found = await side.searchEntities('cool', ['deals', 'accounts', 'tickets'], never);
  expect(found.map(({ type, id }) => [type, id])).toEqual([['deals', deal.id]]);
  expect(await side.searchEntities('c', ['deals'], never)).toEqual([]);
  expect(await side.users(never)).toEqual([{ id: anna.id, name: 'Anna', email: 'anna@rheinwerk.example' }]);
});

test('an id that someone entered leads to no other record than a call', async () => {
  const contact = add('Contacts', { Last_Name: 'Winter' });
  const side = await crm();
  const written = { id: `../Contacts/${contact.id}`, url: null };
  await side.remove(written, never);
  expect(await side.change(written, { name: 'main', entities: [] }, call, key, never)).toBe('gone');
  expect(company.store.of('Contacts')).toHaveLength(1);
});
