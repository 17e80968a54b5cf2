import type { CallRecordFilter } from '@sidetone/contract/entities/call-record.ts';
import type { Route } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../../storage/testing/some-company.ts';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { readRecord, readRecords, recordsInPortions } from './read-records.ts';
import { readNames, recordsTable } from './records-table.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
  await someCompany(api.db);
  await sql`update channels set cost_centre = 'Team' where id = 'cteam'`.execute(api.db);
  await sql`update users set cost_centre = 'Anna' where id = 'wanna'`.execute(api.db);
  await sql`update numbers set cost_centre = 'Line 20' where e164 = '+4930555020'`.execute(api.db);
});
afterAll(() => api.stop());

const reader = { accountId: 's1', userId: 'wben' };
const begin = Date.parse('2026-11-02T08:00:00Z');

interface PlainCall {
  readonly id: string;
  readonly channel: string;
  readonly owner: string | null;
  readonly isIncoming: boolean;
  readonly end: 'answered' | 'unanswered' | 'rejected';
  readonly remote: string | null;
  readonly own: string | null;
  readonly at: number;
  readonly talked: number;
}

const plainCall = fc.record({
  channel: fc.constantFrom('ca', 'cb', 'cteam'),
  owner: fc.constantFrom('wanna', 'wben', null),
  isIncoming: fc.boolean(),
  end: fc.constantFrom('answered' as const, 'unanswered' as const, 'rejected' as const),
  remote: fc.constantFrom('+4930901820', '+441632960961', '12', null),
  own: fc.constantFrom('+4930555020', '+4930555011', null),
  // Several begin in the same millisecond.
  at: fc.nat({ max: 12 }).map((step) => begin + step * 600_000),
  talked: fc.nat({ max: 400 }),
});
const filters: fc.Arbitrary<CallRecordFilter> = fc.record(
  {
    from: fc.nat({ max: 12 }).map((step) => new Date(begin + step * 600_000).toISOString()),
    until: fc.nat({ max: 12 }).map((step) => new Date(begin + step * 600_000).toISOString()),
    direction: fc.constantFrom('INCOMING' as const, 'OUTGOING' as const),
    userId: fc.constantFrom('wanna', 'wben', 'wnobody'),
    channelId: fc.constantFrom('ca', 'cteam'),
    number: fc.constantFrom('+4930', '030901820', '0044', '12', '555020'),
    outcome: fc.constantFrom('answered' as const, 'unanswered' as const, 'rejected' as const),
    minSeconds: fc.nat({ max: 300 }),
    maxSeconds: fc.nat({ max: 300 }),
    costCentre: fc.constantFrom('Team', 'Anna', 'Line 20', 'None'),
  },
  { requiredKeys: [] },
);

async function write(calls: readonly PlainCall[]): Promise<void> {
  await sql`delete from inbox_events`.execute(api.db);
  const rows = calls.map((call) => ({
    ...call,
    direction: call.isIncoming ? 'INCOMING' : 'OUTGOING',
    state: { answered: 'FINISHED', unanswered: 'MISSED', rejected: 'REJECTED' }[call.end],
    started: new Date(call.at).toISOString(),
    established: call.end === 'answered' ? new Date(call.at + 4000).toISOString() : null,
    ended: new Date(call.at + 4000 + (call.end === 'answered' ? call.talked * 1000 : 0)).toISOString(),
  }));
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, owner, unresolved, direction, state,
      terminated_reason, remote_phone_number, on_phone_number, started_at, established_at, terminated_at)
    select id, 's1', channel, id, owner, false, direction, state, 'HANGUP', remote, own, started, established, ended
    from json_to_recordset(${JSON.stringify(rows)}::json) as one (id text, channel text, owner text, direction text,
      state text, remote text, own text, started timestamptz, established timestamptz, ended timestamptz)`.execute(
    api.db,
  );
}

const centreOf = ({ own, channel, owner }: PlainCall) =>
  (own === '+4930555020' ? 'Line 20' : null) ??
  (channel === 'cteam' ? 'Team' : null) ??
  (owner === 'wanna' ? 'Anna' : null);

/** The same filter without SQL. */
function passes(call: PlainCall, filter: CallRecordFilter): boolean {
  const talked = call.end === 'answered' ? call.talked : 0;
  const digits = filter.number?.replace(/^\+|^00?/, '');
  return (
    (filter.from === undefined || call.at >= Date.parse(filter.from)) &&
    (filter.until === undefined || call.at < Date.parse(filter.until)) &&
    (filter.direction === undefined || (filter.direction === 'INCOMING') === call.isIncoming) &&
    (filter.userId === undefined || call.owner === filter.userId) &&
    (filter.channelId === undefined || call.channel === filter.channelId) &&
    (digits === undefined || [call.remote, call.own].some((number) => number?.includes(digits))) &&
    (filter.outcome === undefined || call.end === filter.outcome) &&
    (filter.minSeconds === undefined || talked >= filter.minSeconds) &&
    (filter.maxSeconds === undefined || talked <= filter.maxSeconds) &&
    (filter.costCentre === undefined || centreOf(call) === filter.costCentre)
  );
}

test('pages of any length have every call that a filter lets through once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plainCall, { maxLength: 30 }),
      filters,
      fc.integer({ min: 1, max: 7 }),
      async (some, filter, limit) => {
        const calls = some.map((call, at): PlainCall => ({ ...call, id: `d${at}` }));
        await write(calls);
        const seen: string[] = [];
        for (let before: string | undefined; ; ) {
          const { records, next } = await readRecords(api.db, reader, { ...filter, before, limit });
          seen.push(...records.map(({ docId }) => docId));
          if (next === null) break;
          expect(records).toHaveLength(limit);
          before = next;
        }
        const wanted = calls
          .filter((call) => passes(call, filter))
          .sort((a, b) => b.at - a.at || order(b.channel, a.channel) || order(b.id, a.id))
          .map(({ id }) => id);
        expect(seen).toEqual(wanted);
      },
    ),
    { numRuns: 60 },
  );
});

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const oneCall = (about: Partial<PlainCall>): PlainCall => ({
  id: 'd1',
  channel: 'cteam',
  owner: 'wanna',
  isIncoming: true,
  end: 'answered',
  remote: '+4930901820',
  own: '+4930555011',
  at: begin,
  talked: 90,
  ...about,
});

test('a record says how long was waited and talked, and whether the asker could open the call', async () => {
  await write([oneCall({}), oneCall({ id: 'd2', channel: 'ca', end: 'unanswered' })]);
  const { records } = await readRecords(api.db, reader, { limit: 10 });
  expect(records).toMatchObject([
    { docId: 'd1', waitedSeconds: 4, talkedSeconds: 90, costCentre: 'Team', isOpenToAsker: true, isRecorded: false },
    { docId: 'd2', waitedSeconds: 4, talkedSeconds: 0, costCentre: 'Anna', isOpenToAsker: false },
  ]);
});

test('a call shows whom it rang, with nothing of people of another company', async () => {
  await write([oneCall({})]);
  const at = new Date(begin);
  const stranger = await person(api, { firstName: 'Stranger' });
  await sql`insert into calls (id, account_id, session_id, node, epoch, lease_until, started_at, ended_at, ended_reason)
    values ('k1', 's1', 'd1', 'n', 1, ${at}, ${at}, ${at}, 'HANGUP'),
      ('k2', ${stranger.accountId}, 'd1', 'n', 1, ${at}, ${at}, ${at}, 'HANGUP')`.execute(api.db);
  await sql`insert into legs (id, call_id, sip_call_id, user_id, channel_id, role, started_at, established_at, ended_at, ended_reason)
    values ('l1', 'k1', 's-1', ${stranger.userId}, null, 'caller', ${at}, ${at}, ${at}, 'HANGUP'),
      ('l2', 'k1', 's-2', 'wben', 'cteam', 'callee', ${at}, null, ${at}, 'ACCEPTED_ELSEWHERE'),
      ('l3', 'k1', 's-3', 'wanna', 'cteam', 'callee', ${at}, ${at}, ${at}, 'HANGUP'),
      ('l4', 'k2', 's-4', 'wcleo', null, 'callee', ${at}, null, ${at}, 'CANCELLED')`.execute(api.db);
  const found = await readRecord(api.db, reader, { channelId: 'cteam', docId: 'd1' });
  expect(found?.parts).toMatchObject([
    {
      callId: 'k1',
      legs: [
        { id: 'l1', userId: null, channelId: null },
        { id: 'l2', userId: 'wben', establishedAt: null, reason: 'ACCEPTED_ELSEWHERE' },
        { id: 'l3', userId: 'wanna', establishedAt: at.toISOString() },
      ],
    },
  ]);
  expect(
    await readRecord(api.db, { ...reader, accountId: stranger.accountId }, { channelId: 'cteam', docId: 'd1' }),
  ).toBeNull();
});

async function csv(language: 'de' | 'en'): Promise<string[]> {
  const names = await readNames(api.db, 's1');
  let text = '';
  for await (const piece of recordsTable(recordsInPortions(api.db, reader, {}), names, language)) text += piece;
  return text.split('\r\n');
}

test('the table has a byte order mark, the separator of the language, and no formula of a caller', async () => {
  await write([oneCall({ channel: 'ca', own: null })]);
  await sql`update inbox_events set remote_name = '=HYPERLINK("http://bad.example";"me")', menu_path = 'Main 2; 1'`.execute(
    api.db,
  );
  const [german = '', line = ''] = await csv('de');
  expect(german.startsWith('\uFEFFBeginn;Angenommen;Ende;')).toBe(true);
  expect(line).toBe(
    `2026-11-02T08:00:00.000Z;2026-11-02T08:00:04.000Z;2026-11-02T08:01:34.000Z;eingehend;angenommen;HANGUP;Anna Ahorn;Anna Ahorn;` +
      `"'=HYPERLINK(""http://bad.example"";""me"")";+4930901820;;"Main 2; 1";4;90;Anna;;;nein;d1`,
  );
  expect((await csv('en'))[0]?.startsWith('\uFEFFStart,Answered,End,')).toBe(true);
});

test('a table of many calls is read in portions, each of which is asked for once the one before was passed on', async () => {
  await write(Array.from({ length: 2500 }, (_, at) => oneCall({ id: `d${at}`, at: begin + at })));
  const sizes: number[] = [];
  for await (const records of recordsInPortions(api.db, reader, {})) sizes.push(records.length);
  expect(sizes).toEqual([1000, 1000, 500]);
});

test('the audit log says who looked, at what, page by page, and who exported', async () => {
  const admin = await person(api, { firstName: 'Ada', admin: true });
  const { access_token: token } = await signInAs(api.url, admin.email);
  const { accountId, userId } = admin;
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, owner, unresolved, direction, state,
      remote_phone_number, started_at, terminated_at)
    select 'a' || n, ${accountId}, ${admin.channelId}, 'a' || n, ${userId}, false, 'OUTGOING', 'MISSED', '+4930901820', now(), now()
    from generate_series(1, 3) as n`.execute(api.db);
  const ask = <R extends Route>(route: R, request: object) => callRoute(api.url, token, route, request as never);
  const first = await ask(routes.callRecords, { query: { limit: 2, number: '0901' } });
  const { records, next } = first.body as { records: { docId: string }[]; next: string };
  expect(records).toHaveLength(2);
  const second = await ask(routes.callRecords, { query: { limit: 2, number: '0901', before: next } });
  expect((second.body as { records: unknown[] }).records).toHaveLength(1);
  await ask(routes.callRecord, { params: { channelId: admin.channelId, docId: 'a1' } });
  const sip = await ask(routes.callRecordSip, { params: { channelId: admin.channelId, docId: 'a1' } });
  expect(sip.body).toEqual({ messages: [], lost: 0, keptDays: 14 });
  const { status, body: table } = await ask(routes.exportCallRecords, {
    query: { language: 'de', outcome: 'unanswered' },
  });
  expect([status, String(table).trim().split('\r\n').length]).toEqual([200, 4]);
  await ask(routes.setCostCentre, { body: { of: 'user', id: userId, costCentre: '4711' } });
  await ask(routes.setCostCentre, { body: { of: 'user', id: userId, costCentre: '4711' } });
  expect((await ask(routes.costCentres, {})).body).toEqual([{ of: 'user', id: userId, costCentre: '4711' }]);
  const lines = await api.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id as who', 'target', 'detail'])
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('action', 'like', 'callRecords.%'), where('action', '=', 'costCentre.changed')]))
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'callRecords.read', who: userId, target: null, detail: { number: '0901' } },
    { action: 'callRecords.read', who: userId, target: null, detail: { number: '0901', before: next } },
    { action: 'callRecords.read', who: userId, target: admin.channelId, detail: { call: 'a1' } },
    { action: 'callRecords.read', who: userId, target: admin.channelId, detail: { call: 'a1', sip: true } },
    { action: 'callRecords.exported', who: userId, target: null, detail: { outcome: 'unanswered' } },
    { action: 'costCentre.changed', who: userId, target: userId, detail: { costCentre: { from: null, to: '4711' } } },
  ]);
});
