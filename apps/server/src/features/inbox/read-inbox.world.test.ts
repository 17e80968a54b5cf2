import { type InboxFilter, inboxFilter } from '@sidetone/contract/entities/inbox-filter.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { type InboxRange, readEvent, readInbox } from './read-inbox.ts';
import { type SomeCall, writeCall } from './testing/some-calls.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  await sql`insert into contacts (id, account_id, name, first_name, organization, e164s) values
    ('k1', 's1', 'Jörg Müller', 'Jörg', 'Größe GmbH', array['+4930111']),
    ('k2', 's1', 'Ada Lovelace', 'Ada', null, array['+4930222'])`.execute(database.db);
});
afterAll(() => database.drop());
beforeEach(() => database.db.deleteFrom('inbox_events').execute());

const call = (id: string, about: SomeCall = {}) => writeCall(database.db, id, about);
const list = (asked: Partial<InboxRange> = {}) => readInbox(database.db, { channelId: 'cteam', limit: 100, ...asked });
const ids = async (asked?: Partial<InboxRange>) => (await list(asked)).map(({ id }) => id);
const search = async (filter: InboxFilter) => (await ids({ filter })).sort();

test('calls with one other side on one day are one row, the newest of them', async () => {
  await call('a1', { number: '+4930111', at: '2026-11-20T09:00:00Z' });
  await call('a2', { number: '+4930111', at: '2026-11-20T11:00:00Z', unresolved: true });
  await call('b1', { number: '+4930222', at: '2026-11-20T10:00:00Z', unresolved: true });
  await call('c1', { number: null, at: '2026-11-20T12:00:00Z' });
  await call('c2', { number: null, at: '2026-11-20T13:00:00Z' });
  await call('open', { number: '+4930111', at: '2026-11-20T14:00:00Z', ended: false });
  await call('yesterday', { number: '+4930111', at: '2026-11-19T10:00:00Z' });
  const rows = await list();
  expect(rows.map(({ id, groupSize, unresolvedCalls }) => [id, groupSize, unresolvedCalls])).toEqual([
    ['c2', 1, 0],
    ['c1', 1, 0],
    ['a2', 2, 1],
    ['b1', 1, 1],
    ['yesterday', 1, 0],
  ]);
  expect(rows.map(({ remote }) => [remote.name, remote.avatarType])).toEqual([
    [null, 'anonymous'],
    [null, 'anonymous'],
    ['Jörg Müller', 'contact'],
    ['Ada Lovelace', 'contact'],
    ['Jörg Müller', 'contact'],
  ]);
});

test('a group is unresolved by any of its calls, and goes from that list with the last one', async () => {
  await call('a1', { number: '+4930111', at: '2026-11-20T09:00:00Z', unresolved: true });
  await call('a2', { number: '+4930111', at: '2026-11-20T11:00:00Z' });
  const [row] = await list({ unresolvedOnly: true });
  expect(row).toMatchObject({ id: 'a2', unresolved: false, unresolvedCalls: 1, groupSize: 2 });
  const before = row?.rev ?? 0;
  await database.db.updateTable('inbox_events').set({ unresolved: false }).where('id', '=', 'a1').execute();
  expect(await list({ unresolvedOnly: true })).toEqual([]);
  expect((await list())[0]?.rev).toBeGreaterThan(before);
});

test('one event says of itself whether it is unresolved, and counts its group', async () => {
  await call('a1', { number: '+4930111', at: '2026-11-20T09:00:00Z' });
  await call('a2', { number: '+4930111', at: '2026-11-20T11:00:00Z', unresolved: true });
  const event = async (docId: string) => (await readEvent(database.db, { channelId: 'cteam', docId }))[0];
  const before = await event('a1');
  expect(before).toMatchObject({ unresolved: false, unresolvedCalls: 1, groupSize: 2 });
  expect(await event('a2')).toMatchObject({ unresolved: true, unresolvedCalls: 1, groupSize: 2 });
  await call('a3', { number: '+4930111', at: '2026-11-20T12:00:00Z', unresolved: true });
  const after = await event('a1');
  expect(after).toMatchObject({ unresolved: false, unresolvedCalls: 2, groupSize: 3 });
  expect(after?.rev).toBeGreaterThan(before?.rev ?? 0);
});

test("a day is the account's", async () => {
  await call('late', { number: '+4930111', at: '2026-11-20T23:30:00Z' });
  await call('later', { number: '+4930111', at: '2026-11-21T00:30:00Z' });
  expect((await list()).map(({ id, day, groupSize }) => [id, day, groupSize])).toEqual([['later', '2026-11-21', 2]]);
  await database.db.updateTable('accounts').set({ time_zone: 'America/New_York' }).execute();
  expect((await list()).map(({ day, groupSize }) => [day, groupSize])).toEqual([['2026-11-20', 2]]);
  await database.db.updateTable('accounts').set({ time_zone: 'Europe/London' }).execute();
  expect((await list()).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-20']);
  await database.db.updateTable('accounts').set({ time_zone: 'Europe/Berlin' }).execute();
});

test('ranges that meet are the whole list, calls of one moment too', async () => {
  for (let n = 0; n < 60; n += 1) {
    await call(`n${String(n).padStart(2, '0')}`, {
      number: `+49303${n}`,
      at: new Date(Date.UTC(2026, 10, 20, 9, Math.floor(n / 7))).toISOString(),
      unresolved: n % 3 > 0,
    });
  }
  for (const more of [{}, { unresolvedOnly: true }, { filter: { kinds: ['missed' as const] } }]) {
    const all = await ids({ ...more, limit: 1000 });
    expect(all.length).toBeGreaterThan(30);
    for (const size of [1, 7, 16]) {
      const seen: string[] = [];
      let after: InboxRange['after'];
      for (;;) {
        const page = await list({ ...more, limit: size, after });
        seen.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (page.length < size || !last) break;
        const until = { startedAt: last.call.startedAt, id: last.id };
        // The same range again, bounded by its last row.
        expect(await ids({ ...more, limit: 1000, after, until })).toEqual(page.map(({ id }) => id));
        after = until;
      }
      expect(seen).toEqual(all);
    }
  }
});

test('lists leave out what only the page of a call shows', async () => {
  await call('a1', { documentation: documented });
  const [row] = await list();
  expect(row?.documentation).toMatchObject({
    transcription: { status: 'success', items: [] },
    smartAnswers: { items: [] },
    manualRecording: { waveform: [], duration: 3 },
    voicemail: { visual: { waveform: [0.5] } },
    note: { content: '<p>An <b>A</b>pfel &amp; mehr</p>' },
  });
  const [whole] = await readEvent(database.db, { channelId: 'cteam', docId: 'a1' });
  expect(whole?.documentation).toMatchObject({
    transcription: { items: [{ text: 'Guten Tag, Straße' }] },
    smartAnswers: { items: [{ question: 'Who?' }] },
    manualRecording: { waveform: [0.25] },
  });
  expect(await readEvent(database.db, { channelId: 'ca', docId: 'a1' })).toEqual([]);
});

const documented = {
  note: { status: 'success', content: '<p>An <b>A</b>pfel &amp; mehr</p>' },
  summary: {
    status: 'success',
    topics: ['Billing', 'Rückruf'],
    text: 'They want a Quittung.',
    keyPoints: ['pays Friday'],
  },
  callHeadline: { status: 'success', text: 'Delivery late' },
  transcription: { status: 'success', items: [{ speaker: 0, startTime: 0, endTime: 1, text: 'Guten Tag, Straße' }] },
  smartAnswers: { status: 'success', items: [{ questionId: 'q', question: 'Who?', answer: 'Me' }] },
  manualRecording: { status: 'success', waveform: [0.25], duration: 3 },
  voicemail: {
    visual: { status: 'processed', waveform: [0.5], duration: 4 },
    transcription: { status: 'success', text: 'Bitte zurückrufen' },
  },
};

test('a call that went on from another channel says from which', async () => {
  const { db } = database;
  await writeCall(db, 'pbx-forwarded', { number: '+4930881' });
  await writeCall(db, 'pbx-direct', { number: '+4930882' });
  await sql`update inbox_events set original_channel_id = case id when 'pbx-forwarded' then 'cb' else channel_id end
    where id in ('pbx-forwarded', 'pbx-direct')`.execute(db);
  const from = async (docId: string) => (await readEvent(db, { channelId: 'cteam', docId }))[0]?.forwardedFrom;
  expect([await from('pbx-forwarded'), await from('pbx-direct')]).toEqual(['cb', undefined]);
});

test('a call whose caller pressed keys in voice menus says which', async () => {
  const { db } = database;
  await writeCall(db, 'pbx-led', { number: '+4930883' });
  const pathOf = async () => (await readEvent(db, { channelId: 'cteam', docId: 'pbx-led' }))[0]?.call.menuPath;
  expect(await pathOf()).toBeUndefined();
  await sql`update inbox_events set menu_path = 'Main 2, Support 1' where id = 'pbx-led'`.execute(db);
  expect(await pathOf()).toBe('Main 2, Support 1');
});

test('every word is found by its beginning, wherever of the call it stands', async () => {
  await call('doc', { number: '+4930111', documentation: documented });
  await call('other', { number: '+4930222', documentation: { note: { status: 'success', content: 'Apfelbaum' } } });
  for (const text of ['apfel', 'ÄPFEL', 'Apf']) expect(await search({ text }), text).toEqual(['doc', 'other']);
  const found = ['quitt', 'friday', 'billing', 'ruckruf', 'delivery late', 'strasse', 'Straße', 'zurück', 'mehr an'];
  for (const text of found) expect(await search({ text }), text).toEqual(['doc']);
  for (const text of ['müller', 'muller', 'JÖRG', 'mueller', 'groesse', 'grosse', 'Müll apfel', 'gro quitt']) {
    expect(await search({ text }), text).toEqual(['doc']);
  }
  for (const text of ['fel', 'amp', 'nbsp', 'apfel lovelace quitt', 'success', "';--", '%', '<b>x', '|', ':*']) {
    expect(await search({ text }), text).toEqual([]);
  }
  expect(await search({ text: 'ada apfelb' })).toEqual(['other']);
});

test('words are folded as those of contacts, in calls, names of contacts and names of colleagues', async () => {
  const { db } = database;
  await sql`insert into contacts (id, account_id, name, organization, e164s) values
    ('k3', 's1', 'Łukasz Sørensen', 'O’Brien Æther', array['+4930333'])`.execute(db);
  await sql`update users set first_name = 'Þóra', last_name = 'Bjørk' where id = 'wcleo'`.execute(db);
  const content = 'Đorđe sagt, l’appel für Weiß war Œuvre';
  await call('written', { number: '+4930444', documentation: { note: { status: 'success', content } } });
  await call('named', { number: '+4930333' });
  await call('colleague', { number: null, user: 'wcleo' });
  const found: Record<string, readonly string[]> = {
    written: [
      'dorde',
      'ĐORĐE',
      'fuer',
      'für',
      'fur',
      'weiss',
      'Weiß',
      'oeuvre',
      'appel',
      "l'appel",
      'lappel',
      'weiss dorde',
    ],
    named: [
      'lukasz',
      'Łuk',
      'sorensen',
      'soerensen',
      'Sørensen',
      'obrien',
      "O'Brien",
      'brien',
      'aether',
      'Æth',
      'lukasz obr',
    ],
    colleague: ['thora', 'Þóra', 'bjork', 'bjoerk', 'Bjørk', 'thora bjo'],
  };
  for (const [id, texts] of Object.entries(found)) {
    for (const text of texts) expect(await search({ text }), text).toEqual([id]);
  }
  for (const text of ['ukasz', 'lukasz dorde']) expect(await search({ text }), text).toEqual([]);
});

test('a number is found in any spelling, and by any part of it', async () => {
  await call('berlin', { number: '+4930901820' });
  await call('extension', { number: '42' });
  await call('words', { number: null, documentation: { note: { status: 'success', content: 'room 901' } } });
  for (const text of ['+49 30 9018', '030 901820', '0049 30 901820', '(030) 90-18', '901820', '1820']) {
    expect(await search({ text }), text).toEqual(['berlin']);
  }
  expect(await search({ text: '42' })).toEqual(['extension']);
  expect(await search({ text: '901' })).toEqual(['berlin', 'words']);
  expect(await search({ text: 'room 901' })).toEqual(['words']);
  for (const text of ['+', '0', '00', '0301']) expect(await search({ text }), text).toEqual([]);
});

test('a colleague is found by name, whatever device they called from, and under a new name immediately', async () => {
  await call('byUser', { number: '12', user: 'wben' });
  await call('byExtension', { number: '12' });
  await call('anna', { number: '+4930555011' });
  expect(await search({ text: 'birk' })).toEqual(['byExtension', 'byUser']);
  expect(await search({ text: 'ahorn anna' })).toEqual(['anna']);
  await database.db.updateTable('users').set({ last_name: 'Buche' }).where('id', '=', 'wben').execute();
  expect(await search({ text: 'birk' })).toEqual([]);
  expect(await search({ text: 'buche' })).toEqual(['byExtension', 'byUser']);
  await database.db.updateTable('users').set({ last_name: 'Birke' }).where('id', '=', 'wben').execute();
});

test('deleted text of a call is no longer found', async () => {
  await call('doc', { documentation: documented });
  expect(await search({ text: 'quittung' })).toEqual(['doc']);
  await sql`update inbox_events set documentation = documentation - 'summary'`.execute(database.db);
  expect(await search({ text: 'quittung' })).toEqual([]);
  expect(await search({ topic: 'Billing' })).toEqual([]);
  await database.db.deleteFrom('inbox_events').execute();
  expect(await database.db.selectFrom('call_words').selectAll().execute()).toEqual([]);
});

test('kinds, owner and topic narrow the list; with a filter each call is a row', async () => {
  await call('missed1', { number: '+4930111', at: '2026-11-20T09:00:00Z' });
  await call('missed2', { number: '+4930111', at: '2026-11-20T10:00:00Z', unresolved: true });
  await call('taken', {
    number: '+4930111',
    state: 'FINISHED',
    reason: 'HANGUP',
    owner: 'wanna',
    documentation: documented,
  });
  await call('placed', { direction: 'OUTGOING', state: 'MISSED', reason: 'CANCELLED', owner: 'wben' });
  expect(await ids({ filter: { kinds: ['missed'] } })).toEqual(['missed2', 'missed1']);
  expect(await ids({ filter: { kinds: ['missed'] }, unresolvedOnly: true })).toEqual(['missed2']);
  expect((await list({ filter: { kinds: ['missed'] } })).map(({ groupSize }) => groupSize)).toEqual([1, 1]);
  for (const kind of ['incoming', 'voicemail', 'recorded', 'noted'] as const) {
    expect(await search({ kinds: [kind] }), kind).toEqual(['taken']);
  }
  expect(await search({ kinds: ['outgoing', 'incoming'] })).toEqual(['placed', 'taken']);
  expect(await search({ owner: 'wben' })).toEqual(['placed']);
  expect(await search({ topic: 'Billing' })).toEqual(['taken']);
  expect(await search({ topic: 'Bill' })).toEqual([]);
  expect(await search({ topic: 'Billing', owner: 'wben' })).toEqual([]);
});

test('an empty note, a lost recording and a deleted voicemail are none', async () => {
  await call('empty', {
    documentation: {
      note: { status: 'success', content: '<p>&nbsp;<br></p>' },
      manualRecording: { status: 'error' },
      voicemail: { visual: { status: 'deleted' } },
    },
  });
  expect(await search({ kinds: ['voicemail', 'recorded', 'noted'] })).toEqual([]);
});

test('a range of days has the calls that began in them where the account is, the last day included', async () => {
  // Half past midnight of the 20th in Berlin, and half an hour before the 22nd.
  await call('first', { at: '2026-11-19T23:30:00Z' });
  await call('last', { at: '2026-11-21T22:30:00Z' });
  await call('before', { at: '2026-11-19T22:30:00Z' });
  await call('after', { at: '2026-11-21T23:30:00Z' });
  expect(await ids({ filter: { from: '2026-11-20', to: '2026-11-21' } })).toEqual(['last', 'first']);
  expect(await ids({ filter: { from: '2026-11-21' } })).toEqual(['after', 'last']);
  expect(await ids({ filter: { to: '2026-11-19' } })).toEqual(['before']);
  expect(await ids({ filter: { from: '2026-11-22', to: '2026-11-20' } })).toEqual([]);
  expect(await ids({ filter: { from: '2026-11-20', kinds: ['missed'] }, unresolvedOnly: true })).toEqual([]);
  expect(inboxFilter.safeParse({ from: '0000-01-01' }).success).toBe(false);
  expect(inboxFilter.safeParse({ from: '2026-02-30' }).success).toBe(false);
});
