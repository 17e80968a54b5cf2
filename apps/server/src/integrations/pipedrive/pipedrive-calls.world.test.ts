import { openPipedrive, type Pipedrive } from '@sidetone/simulator/crm/pipedrive/pipedrive.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallRecord, CrmSide, EntityRef, TaskRecord, Unit } from '../../crm/crm-side.ts';
import { privateHosts } from '../../network/private-hosts.ts';
import { type GuardedFetch, guardedFetch } from '../guarded-fetch.ts';
import { pipedriveForm } from './crm.ts';
import { pipedrive } from './pipedrive.ts';

let company: Pipedrive;
let reach: GuardedFetch;
let crm: CrmSide;
beforeEach(async () => {
  company = await openPipedrive();
  reach = guardedFetch(privateHosts(['127.0.0.1']), 1_000);
  const connection = await pipedrive(reach.fetch, company.url).connect(
    { url: null, key: company.key, origins: null },
    never,
  );
  if (!connection.crm) throw new Error('Pipedrive takes calls');
  crm = connection.crm;
  company.journal.length = 0;
});
afterEach(() => {
  reach.close();
  company.close();
});

const never = new AbortController().signal;
const key = 'KQ7M-9D2X-04TB-WE5S';
const startedAt = new Date(Date.now() - 10 * 60_000);
const call: CallRecord = {
  title: 'Incoming call, 6 min 12 s',
  html: `<p>Wants a second chair</p><p>— Sidetone ${key}</p>`,
  text: `Wants a second chair\n— Sidetone ${key}`,
  direction: 'INCOMING',
  state: 'connected',
  startedAt,
  endedAt: new Date(startedAt.getTime() + 380_000),
  seconds: 372,
  remoteNumber: '+492214710562',
  localNumber: '+494030001',
  outcomeId: null,
  ownerId: null,
};
const task: TaskRecord = {
  title: 'Send the offer',
  html: '<p>With both chairs</p>',
  text: 'With both chairs',
  typeId: 'task',
  due: { day: '2026-07-01', time: '09:30', timeZone: 'Europe/Berlin' },
  entities: [],
  ownerId: null,
};
const refOf = (type: EntityRef['type'], { id }: { id: number | string }): EntityRef => ({ type, id: String(id) });

/** A person with a company, a deal and a lead, as a call is logged to. */
function customer() {
  const firm = company.records.add('organizations', { name: 'Rheinwerk' });
  const person = company.records.add('persons', { name: 'Uta', org_id: firm.id });
  const deal = company.records.add('deals', { title: 'Cooling', person_id: person.id });
  const lead = company.records.add('leads', { title: 'Chairs', person_id: person.id });
  return {
    person: refOf('contacts', person),
    firm: refOf('companies', firm),
    deal: refOf('deals', deal),
    lead: refOf('leads', lead),
  };
}
const mainOf = (...entities: EntityRef[]): Unit => ({ name: 'main', entities });
const activities = () => company.activitiesWithKey(key);
const callLogs = () => [...company.records.callLogs.values()];
const wordsOf = (error: unknown) => error as { provablyNotTaken: boolean; type: string; retryAfterSeconds: number };

test('SLOG-016: a call becomes an activity that is done, with its call log, in two requests', async () => {
  const { person, firm, deal } = customer();
  const written = await crm.write(mainOf(person, firm, deal), call, key, never);
  const [activity] = activities();
  expect(activity?.values).toMatchObject({
    subject: 'Incoming call, 6 min 12 s',
    type: 'call',
    done: true,
    note: call.html,
    due_date: startedAt.toISOString().slice(0, 10),
    due_time: startedAt.toISOString().slice(11, 16),
    participants: [{ person_id: Number(person.id), primary: true }],
    org_id: Number(firm.id),
    deal_id: Number(deal.id),
  });
  expect(callLogs().map(({ activityId, values }) => ({ activityId, ...values }))).toMatchObject([
    {
      activityId: activity?.id,
      outcome: 'connected',
      from_phone_number: '+492214710562',
      to_phone_number: '+494030001',
      duration: '372',
      start_time: startedAt.toISOString().slice(0, 19).replace('T', ' '),
    },
  ]);
  const url = `https://rheinwerk.pipedrive.com/deal/${deal.id}`;
  expect(written).toEqual({ id: String(activity?.id), url });
  expect(company.journal.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v2/activities',
    'POST /api/v1/callLogs',
  ]);
});

test.each([
  [{ state: 'missed' as const }, 'no_answer'],
  [{ state: 'busy' as const }, 'busy'],
  [{ state: 'connected' as const, outcomeId: 'left_voicemail' }, 'left_voicemail'],
])('a call that was %o has the outcome %s', async (how, outcome) => {
  await crm.write(mainOf(customer().person), { ...call, ...how, direction: 'OUTGOING' }, key, never);
  expect(callLogs()[0]?.values).toMatchObject({ outcome, to_phone_number: '+492214710562' });
});

test('an anonymous caller has no number, and a call without the number that was called no call log', async () => {
  const { person } = customer();
  await crm.write(mainOf(person), { ...call, remoteNumber: null }, key, never);
  expect(callLogs()[0]?.values).not.toHaveProperty('from_phone_number');
  await crm.write(mainOf(person), { ...call, localNumber: null }, 'AAAA-BBBB-CCCC-DDDD', never);
  expect(callLogs()).toHaveLength(1);
});

test('where nobody may write for others, the call is written without its owner, in at most three requests', async () => {
  company.company.users.push({ id: 2, name: 'Ben', email: 'ben@rheinwerk.example', isActive: true });
  const { person } = customer();
  await crm.write(mainOf(person), { ...call, ownerId: '2' }, key, never);
  expect([activities()[0]?.values['owner_id'], callLogs()[0]?.values['user_id']]).toEqual([2, 2]);
  expect(company.journal).toHaveLength(2);
  company.company.mayWriteForOthers = false;
  company.journal.length = 0;
  const other = 'AAAA-BBBB-CCCC-DDDD';
  await crm.write(mainOf(person), { ...call, ownerId: '2' }, other, never);
  expect(company.activitiesWithKey(other)[0]?.values['owner_id']).toBeUndefined();
  expect([callLogs().length, company.journal.length]).toEqual([2, 3]);
  company.journal.length = 0;
  await crm.write(mainOf(person), { ...call, ownerId: '99' }, 'EEEE-BBBB-CCCC-DDDD', never);
  expect([callLogs().length, company.journal.length]).toEqual([3, 3]);
});

test('a plan without call logs keeps the activity', async () => {
  company.company.hasCallLogs = false;
  const written = await crm.write(mainOf(customer().person), call, key, never);
  expect(activities().map(({ id }) => String(id))).toEqual([written.id]);
});

test.each(['commitThenReset', 'commitThenHang', 'commitThenFail', 'cutAnswer'] as const)(
  'after %s of either request the call is found by its key, and its call log is made once',
  async (does) => {
    const unit = mainOf(customer().person);
    for (const [at, of] of [/activities/, /callLogs/].entries()) {
      const mark = `AAAA-BBBB-CCCC-000${at}`;
      company.faults.next({ does }, { of });
      const error: unknown = await crm.write(unit, call, mark, never).catch((reason: unknown) => reason);
      expect(wordsOf(error).provablyNotTaken).toBe(false);
      const found = await crm.find(unit, call, mark, never);
      expect(company.activitiesWithKey(mark).map(({ id }) => String(id))).toEqual([found?.id]);
      expect(callLogs().filter(({ activityId }) => String(activityId) === found?.id)).toHaveLength(1);
      expect(await crm.find(unit, call, mark, never)).toEqual(found);
    }
    expect(callLogs()).toHaveLength(2);
  },
);

test('a call log that is refused for its number of requests leaves nobody sure of the whole', async () => {
  const unit = mainOf(customer().person);
  company.faults.next({ does: 'refuse', status: 429, headers: { 'x-ratelimit-reset': '30' } }, { of: /callLogs/ });
  const error: unknown = await crm.write(unit, call, key, never).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ type: 'rate_limited', provablyNotTaken: false, retryAfterSeconds: 30 });
  await crm.find(unit, call, key, never);
  expect([activities().length, callLogs().length]).toEqual([1, 1]);
});

test('what was certainly not written says so, and is not found', async () => {
  const unit = mainOf(customer().person);
  company.faults.next({ does: 'refuse', status: 429, headers: { 'x-ratelimit-reset': '30' } });
  const error: unknown = await crm.write(unit, call, key, never).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ type: 'rate_limited', provablyNotTaken: true, retryAfterSeconds: 30 });
  expect(await crm.find(unit, call, key, never)).toBeNull();
  const nowhere = mainOf({ type: 'deals', id: '../../v1/users' });
  await expect(crm.write(nowhere, call, key, never)).rejects.toMatchObject({ type: 'invalid', provablyNotTaken: true });
  expect(activities()).toEqual([]);
});

test('a call is found among hundreds of younger activities, no matter who it belongs to by now', async () => {
  const { person, deal } = customer();
  const written = await crm.write(mainOf(person), call, key, never);
  for (let count = 0; count < 1_200; count += 1) company.records.add('activities', { note: `Another ${count}` });
  company.setClock(60 * 60_000);
  company.faults.next({ does: 'flood', bytes: 9 * 1024 * 1024 });
  expect(await crm.find(mainOf(deal), call, key, never)).toMatchObject({ id: written.id });
});

test('an edit changes the same activity and what it belongs to; one that is gone stays gone', async () => {
  const { person, firm, deal, lead } = customer();
  const written = await crm.write(mainOf(person, deal), call, key, never);
  company.journal.length = 0;
  const html = `<p>Changed</p><p>${key}</p>`;
  const unit = { ...mainOf(lead), removed: [person, deal] };
  const again = await crm.change(written, unit, { ...call, title: 'Call', html }, key, never);
  expect(again).toEqual({ id: written.id, url: `https://rheinwerk.pipedrive.com/leads/inbox/${lead.id}` });
  expect(activities()[0]?.values).toMatchObject({
    subject: 'Call',
    note: html,
    participants: [],
    deal_id: null,
    lead_id: lead.id,
    done: true,
  });
  expect(company.journal.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
  await crm.remove(written, never);
  await crm.remove(written, never);
  expect(await crm.change(written, mainOf(firm), call, key, never)).toBe('gone');
  expect(await crm.find(mainOf(person), call, key, never)).toBeNull();
});

test('an edit keeps what users of Pipedrive have linked the activity to', async () => {
  const { person, firm, deal } = customer();
  const other = customer();
  const written = await crm.write(mainOf(person), call, key, never);
  const [activity] = activities();
  if (!activity) throw new Error('There is no activity');
  const participants = [
    { person_id: Number(other.person.id), primary: true },
    { person_id: Number(person.id), primary: false },
  ];
  company.records.change(activity, { participants, org_id: Number(other.firm.id) });
  await crm.change(written, { ...mainOf(person, deal), removed: [firm] }, call, key, never);
  expect(activity.values).toMatchObject({
    participants,
    org_id: Number(other.firm.id),
    deal_id: Number(deal.id),
  });
  await crm.change(written, { ...mainOf(person), removed: [other.person, other.firm, deal] }, call, key, never);
  expect(activity.values).toMatchObject({
    participants: [{ person_id: Number(person.id), primary: true }],
    org_id: null,
    deal_id: null,
  });
});

test('a note has simple HTML alone, is cut where it is too long, and has its key in any case', async () => {
  const html = `<p onclick="x()">Hi<script>y()</script> ${'ä '.repeat(50_000)}</p>`;
  const written = await crm.write(mainOf(customer().person), { ...call, html }, key, never);
  const note = String(activities()[0]?.values['note']);
  expect(note.slice(0, 6)).toBe('<p>Hi ');
  expect([note.length < 61_000, note.endsWith(`<p>${key}</p>`)]).toEqual([true, true]);
  expect(await crm.find(mainOf(), call, key, never)).toMatchObject({ id: written.id });
});

test('units: persons, a company and a deal are one; each further company, deal and lead is one of its own', () => {
  const ref = (type: EntityRef['type'], id: string): EntityRef => ({ type, id });
  const names = (...entities: EntityRef[]) =>
    pipedriveForm.unitsOf(entities).map((unit) => `${unit.name}=${unit.entities.map(({ id }) => id).join('+')}`);
  expect(names()).toEqual(['main=']);
  expect(names(ref('leads', 'a'), ref('leads', 'b'))).toEqual(['main=a', 'leads:b=b']);
  expect(
    names(
      ref('leads', 'a'),
      ref('deals', '5'),
      ref('contacts', '1'),
      ref('deals', '6'),
      ref('companies', '3'),
      ref('contacts', '2'),
      ref('companies', '4'),
    ),
  ).toEqual(['main=1+2+3+5', 'companies:4=4', 'deals:6=6', 'leads:a=a']);
});

test('SLOG-023: a task is an activity of its type that is due, in UTC, and is found by its key', async () => {
  const { person, lead } = customer();
  const entities = [person, lead];
  const made = await crm.createTask({ ...task, entities }, key, never);
  expect(activities()[0]?.values).toMatchObject({
    subject: 'Send the offer',
    type: 'task',
    done: false,
    due_date: '2026-07-01',
    due_time: '07:30',
    lead_id: lead.id,
  });
  expect(await crm.findTask({ ...task, entities }, key, never)).toEqual(made);
  const due = { ...task.due, time: null };
  await crm.createTask({ ...task, due }, 'AAAA-BBBB-CCCC-DDDD', never);
  expect(company.activitiesWithKey('AAAA')[0]?.values).not.toHaveProperty('due_time');
  const late = { day: '2026-01-01', time: '00:15', timeZone: 'Europe/Berlin' };
  await crm.createTask({ ...task, due: late }, 'EEEE-BBBB-CCCC-DDDD', never);
  expect(company.activitiesWithKey('EEEE')[0]?.values).toMatchObject({ due_date: '2025-12-31', due_time: '23:15' });
  const nowhere = { ...task.due, timeZone: 'Europe/Nowhere' };
  await expect(crm.createTask({ ...task, due: nowhere }, key, never)).rejects.toMatchObject({ type: 'invalid' });
});

test('API-080: outcomes are six, in both languages; API-082: types of tasks are those in use', async () => {
  const ids = ['connected', 'no_answer', 'left_message', 'left_voicemail', 'wrong_number', 'busy'];
  for (const locale of ['de', 'en']) expect((await crm.outcomes(locale, never)).map(({ id }) => id)).toEqual(ids);
  expect((await crm.outcomes('de', never))[5]).toEqual({ id: 'busy', label: 'Besetzt' });
  expect(await crm.taskTypes('de', never)).toEqual([
    { id: 'call', label: 'Call' },
    { id: 'meeting', label: 'Meeting' },
    { id: 'task', label: 'Task' },
  ]);
});

test('API-083: a record is read with its link; one of another team is hidden, one that is deleted gone', async () => {
  const { person, deal, lead, firm } = customer();
  expect(await crm.entity(deal, never)).toEqual({
    ...deal,
    label: 'Cooling',
    url: `https://rheinwerk.pipedrive.com/deal/${deal.id}`,
    isOpen: true,
    ownerId: '1',
    isHidden: false,
  });
  expect(await crm.entity(lead, never)).toMatchObject({ label: 'Chairs', isOpen: true });
  company.company.hidden.add(deal.id);
  expect(await crm.entity(deal, never)).toMatchObject({ isHidden: true, label: '' });
  const stored = company.records.find('persons', person.id);
  if (stored) company.records.remove(stored);
  expect(await crm.entity(person, never)).toBeNull();
  expect(await crm.entity({ type: 'tickets', id: '7' }, never)).toBeNull();
  expect(await crm.entitiesOf(lead, never)).toEqual([]);
  expect(await crm.entitiesOf(firm, never)).toEqual([]);
});

test('API-084: what belongs to a deal and to a company; records are searched for by kinds', async () => {
  const { person, deal, firm } = customer();
  expect(await crm.entitiesOf(deal, never)).toMatchObject([{ ...person, label: 'Uta' }]);
  expect((await crm.entitiesOf(firm, never)).map(({ id }) => id)).toEqual([person.id]);
  expect((await crm.searchEntities('c', [], never)).length).toBe(0);
  expect((await crm.searchEntities('ch', [], never)).map(({ label }) => label)).toEqual(['Chairs']);
  expect((await crm.searchEntities('cool', ['deals', 'leads'], never)).map(({ type }) => type)).toEqual(['deals']);
  expect(await crm.searchEntities('cool', ['leads'], never)).toEqual([]);
  expect(await crm.searchEntities('cool', ['tickets'], never)).toEqual([]);
});

test('users are those who still work there', async () => {
  company.company.users.push({ id: 2, name: 'Gone', email: 'gone@rheinwerk.example', isActive: false });
  expect(await crm.users(never)).toEqual([{ id: '1', name: 'Ada Lind', email: 'ada@rheinwerk.example' }]);
});

test('SINTEG-018: signed in at its page, it is asked with the access token at the company’s own address', async () => {
  const connector = pipedrive(reach.fetch, company.url);
  const pages = connector.signIn?.pages(null);
  expect(pages?.authorizeUrl).toBe(`${company.url}/oauth/authorize`);
  const basic = Buffer.from(`${company.app.clientId}:${company.app.clientSecret}`).toString('base64');
  const back = 'http://localhost/integrations/callback';
  const allowed = await fetch(pages?.authorizeUrl ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ client_id: company.app.clientId, redirect_uri: back, state: 's', decision: 'allow' }),
  });
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const answer = await fetch(pages?.tokenUrl ?? '', {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: back }),
  });
  const tokens = (await answer.json()) as { access_token: string; api_domain: string };
  const accessToken = async () => tokens.access_token;
  const connection = await connector.connect({ url: null, key: null, origins: null, accessToken }, never);
  expect(connection.origins).toEqual([company.url]);
  expect(await connection.crm?.users(never)).toHaveLength(1);
  company.signIn.endAll();
  await expect(connection.crm?.users(never)).rejects.toMatchObject({ type: 'refresh' });
});

test('an access token goes to hosts of Pipedrive alone', async () => {
  const { signIn, connect } = pipedrive(reach.fetch, 'https://api.pipedrive.com');
  expect(signIn?.pages(null)).toMatchObject({ tokenUrl: 'https://oauth.pipedrive.com/oauth/token' });
  expect(signIn?.apiUrlOf({ api_domain: 'https://rheinwerk.pipedrive.com' })).toBe('https://rheinwerk.pipedrive.com');
  const others = ['https://pipedrive.com.example', 'http://rheinwerk.pipedrive.com', 'https://x.pipedrive.com:99', 'x'];
  for (const url of others) {
    expect(() => signIn?.apiUrlOf({ api_domain: url })).toThrow(/invalid_url/);
    const entered = { url, key: null, origins: null, accessToken: async () => 'secret' };
    await expect(connect(entered, never)).rejects.toMatchObject({ type: 'invalid_url' });
  }
});
