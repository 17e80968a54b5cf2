import { afterEach, beforeEach, expect, test } from 'vitest';
import { callBook } from '../../exchange-memory/call-book.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { overdueCalls } from './end-overdue.ts';
import { outboundPolicy } from './outbound-policy.ts';

let database: TestDatabase;
let book: ReturnType<typeof callBook>;
beforeEach(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  book = callBook({ db: database.db, node: 'n1', epoch: 1 });
});
afterEach(() => database.drop());

const start = new Date('2026-05-04T08:00:00Z').getTime();
const minute = 60_000;
const at = (ms: number) => new Date(start + ms);

const allow = async (rules: Record<string, unknown>) => {
  await database.db
    .updateTable('accounts')
    .set({ outside_calls: JSON.stringify(rules) })
    .where('id', '=', 's1')
    .execute();
};
const limits = { concurrentCalls: 3, callsPerHour: 20, minutesPerDay: 60, internationalMinutesPerDay: 10 };

const ask = (e164: string, ms = 0, more: object = {}) => ({
  accountId: 's1',
  userId: 'wanna',
  kind: 'call' as const,
  sessionId: `session-${e164}-${ms}`,
  e164,
  at: at(ms),
  ...more,
});

/** What the exchange writes of a call outside: Anna's leg and the one to the trunk, as they come and go. */
const opened = async (call: { callId: string; sessionId: string; ms: number }) => {
  const leg = { endpointId: null, channelId: null, mediaEndpointId: null };
  const { callId, sessionId } = call;
  await book.opened({
    callId,
    sessionId,
    accountId: 's1',
    at: at(call.ms),
    events: [],
    legs: [
      { ...leg, legId: `${callId}-a`, sipCallId: `${callId}-a`, userId: 'wanna', endpointId: 'e1', role: 'caller' },
      { ...leg, legId: `${callId}-b`, sipCallId: `${callId}-b`, userId: null, role: 'callee' },
    ],
  });
};
const established = (callId: string, ms: number) =>
  book.established(callId, { legId: `${callId}-b`, userId: null }, at(ms));

test('barred calls are refused, counted for each hour, and in the audit log once an hour', async () => {
  const policy = outboundPolicy(database.db);
  const answers = await Promise.all(
    ['+436641234567', '+499001234567', '+870773111632'].map((number, i) => policy.mayCall(ask(number, i * 1000))),
  );
  for (const answer of answers) expect(answer).toEqual({ allowed: false, status: 403, code: 'DESTINATION_BARRED' });
  expect(await policy.mayCall(ask('+4930901820'))).toEqual({ allowed: true });
  const counts = await database.db.selectFrom('refusals').selectAll().execute();
  expect(counts).toMatchObject([{ scope: 's1', kind: 'destinationBarred', source: 'wanna', count: '3' }]);
  const log = await database.db.selectFrom('audit_log').selectAll().execute();
  expect(log).toMatchObject([{ scope: 's1', action: 'refusal.barredDestination', actor_user_id: 'wanna' }]);
});

test('emergency numbers are never refused, however little is allowed', async () => {
  await allow({ barredPrefixes: ['+1'], limits: { ...limits, concurrentCalls: 0 } });
  const policy = outboundPolicy(database.db);
  expect(await policy.mayCall(ask('112'))).toEqual({ allowed: true });
  expect(await policy.mayCall(ask('110'))).toEqual({ allowed: true });
  expect(await policy.mayCall(ask('+4930901820'))).toMatchObject({ code: 'LIMIT_REACHED' });
});

test.each([
  '+490001876555123',
  '+4900900123456',
  '+4900137123456',
  '+490011833',
  '+4900088161234',
  '+490005355512',
  '+491805123456',
  '+49181123456',
  '+4919912345',
  '+4970012345',
  '+49010123456',
  '+390001234567',
])('%s is barred, although it would leave with the code of an allowed country', async (number) => {
  await allow({ allowedCountries: ['IT'] });
  const answer = await outboundPolicy(database.db).mayCall(ask(number));
  expect(answer).toEqual({ allowed: false, status: 403, code: 'DESTINATION_BARRED' });
});

test('of many calls at the same moment no more are allowed than may run together', async () => {
  await allow({ limitsOfEachUser: limits });
  const policy = outboundPolicy(database.db);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => policy.mayCall(ask('+4930901820', i, { sessionId: `s${i}` }))),
  );
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3);
});

test('a second trunk for the same call is not counted, the same session with another user on the line is', async () => {
  await allow({ limitsOfEachUser: { ...limits, callsPerHour: 1 } });
  const policy = outboundPolicy(database.db);
  const sessionId = 'session-1';
  expect(await policy.mayCall(ask('+4930901820', 0, { sessionId }))).toEqual({ allowed: true });
  await opened({ callId: 'k1', sessionId, ms: 0 });
  expect(await policy.mayCall(ask('+4930901820', 1, { sessionId }))).toMatchObject({ allowed: false });
  await book.legEnded('k1-b', 'TERMINATED', at(2000));
  expect(await policy.mayCall(ask('+4930901820', 2000, { sessionId }))).toEqual({ allowed: true });
});

test('one user at the limit does not stop another, until the account is at its own', async () => {
  await allow({ limitsOfEachUser: { ...limits, callsPerHour: 2 }, limits: { ...limits, callsPerHour: 3 } });
  const policy = outboundPolicy(database.db);
  const by = (userId: string | null, ms: number) => policy.mayCall(ask('+4930901820', ms * minute, { userId }));
  expect(await Promise.all([by('wanna', 1)])).toEqual([{ allowed: true }]);
  expect(await by('wanna', 2)).toEqual({ allowed: true });
  expect(await by('wanna', 3)).toMatchObject({ code: 'LIMIT_REACHED' });
  expect(await by('wben', 4)).toEqual({ allowed: true });
  // A channel's forwarding is nobody's call but the account's.
  expect(await by(null, 5)).toMatchObject({ code: 'LIMIT_REACHED' });
  expect(await by('wanna', 62)).toEqual({ allowed: true });
});

test('minutes of a call that a phone forwards count for its user, also where another company called', async () => {
  await allow({ limitsOfEachUser: { ...limits, minutesPerDay: 5 } });
  await database.db
    .insertInto('accounts')
    .values({ id: 's2', name: 'Other company', plan: JSON.stringify({}), country: 'DE', area_code: '40' })
    .execute();
  const policy = outboundPolicy(database.db);
  const sessionId = 'theirs';
  const leg = { endpointId: null, channelId: null, mediaEndpointId: null };
  await book.opened({
    callId: 'k1',
    sessionId,
    accountId: 's2',
    at: at(0),
    legs: [{ ...leg, legId: 'k1-a', sipCallId: 'k1-a', userId: null, endpointId: 'e9', role: 'caller' }],
    events: [
      {
        channelId: 'ca',
        accountId: 's1',
        docId: 'pbx-theirs',
        ownerUserId: 'wanna',
        direction: 'INCOMING',
        onPhoneNumber: '+4930555011',
        remotePhoneNumber: '+4940111',
        remoteUserId: null,
        remoteName: null,
      },
    ],
  });
  const forward = (e164: string, ms: number) => policy.mayCall(ask(e164, ms, { sessionId, kind: 'forward' }));
  expect(await forward('+4930901820', 0)).toEqual({ allowed: true });
  const outside = { ...leg, legId: 'k1-b', sipCallId: 'k1-b', userId: null, role: 'callee' } as const;
  const event = { channelId: 'ca', docId: 'pbx-theirs' };
  const forwardedTo = { event, number: '+4930901820' };
  await book.staged('k1', { legs: [outside], events: [], leaves: null, forwardedTo }, at(0));
  await established('k1', 0);
  expect(await policy.mayCall(ask('+4930901821', 6 * minute))).toMatchObject({ code: 'LIMIT_REACHED' });
  expect(await policy.mayCall(ask('+4930901821', 6 * minute, { userId: 'wben' }))).toEqual({ allowed: true });
});

test('a user who stays in a call past the limit of minutes is found, wherever the leg outside went', async () => {
  await allow({ limitsOfEachUser: limits });
  const policy = outboundPolicy(database.db);
  await policy.mayCall(ask('+4930901820', 0, { sessionId: 'session-1' }));
  await opened({ callId: 'k1', sessionId: 'session-1', ms: 0 });
  await established('k1', 0);
  await opened({ callId: 'k2', sessionId: 'session-2', ms: 0 });
  await database.db.updateTable('legs').set({ call_id: 'k2' }).where('id', '=', 'k1-b').execute();
  expect(await overdueCalls(database.db, at(59 * minute))).toEqual([]);
  expect(await overdueCalls(database.db, at(60 * minute))).toMatchObject([{ callId: 'k2', limit: 'minutesPerDay' }]);
  // Only its own carrier can end it.
  expect(await overdueCalls(database.db, at(60 * minute), 'elsewhere')).toEqual([]);
});

test('a stolen account stays within its caps in a replay of 1,000 calls, restarts included', {
  timeout: 120_000,
}, async () => {
  await allow({ limitsOfEachUser: limits, allowedCountries: ['AT'] });
  const numbers = ['+4930901820', '+436641234567', '+499001234567', '+8816123456', '+252612345678'];
  const kinds = ['call', 'transfer', 'forward'] as const;
  const made: { callId: string; from: number; to: number; abroad: boolean }[] = [];
  const running = () => made.filter(({ to }) => to === Number.POSITIVE_INFINITY);
  const end = async (one: (typeof made)[number], ms: number) => {
    one.to = ms;
    await book.ended(one.callId, 'HANGUP', at(ms));
  };
  let refused = 0;
  for (let i = 0; i < 1000; i += 1) {
    const ms = i * 20_000;
    // Each life of the server knows only what is in the database.
    const policy = outboundPolicy(database.db);
    if (i % 7 === 0) for (const one of running().slice(0, 1)) await end(one, ms);
    for (const { callId } of await overdueCalls(database.db, at(ms))) {
      for (const one of running()) if (one.callId === callId) await end(one, ms);
    }
    const e164 = numbers[i % numbers.length] ?? '';
    const sessionId = `stolen-${i}`;
    const answer = await policy.mayCall({ ...ask(e164, ms), sessionId, kind: kinds[i % 3] ?? 'call' });
    if (!answer.allowed) {
      refused += 1;
      continue;
    }
    const callId = `k${i}`;
    await opened({ callId, sessionId, ms });
    await established(callId, ms);
    made.push({ callId, from: ms, to: Number.POSITIVE_INFINITY, abroad: e164.startsWith('+43') });
    expect(e164).toMatch(/^\+(4930|43)/);
    expect(running().length).toBeLessThanOrEqual(limits.concurrentCalls);
    expect(made.filter(({ from }) => from > ms - 60 * minute).length).toBeLessThanOrEqual(limits.callsPerHour);
  }
  const minutesOf = (calls: typeof made) =>
    calls.reduce((sum, { from, to }) => sum + (Math.min(to, 1000 * 20_000) - from) / minute, 0);
  // Calls are looked at once in a while, here every 20 s: that much each of those that ran may be over.
  const late = (limits.concurrentCalls * 20) / 60;
  expect(minutesOf(made)).toBeLessThanOrEqual(limits.minutesPerDay + late);
  expect(minutesOf(made.filter(({ abroad }) => abroad))).toBeLessThanOrEqual(limits.internationalMinutesPerDay + late);
  expect(made.length).toBeGreaterThan(10);
  expect(made.length + refused).toBe(1000);
  const counted = await database.db.selectFrom('refusals').select(['kind', 'count']).execute();
  expect(counted.reduce((sum, { count }) => sum + Number(count), 0)).toBe(refused);
  const log = await database.db.selectFrom('audit_log').select('action').execute();
  expect(log.length).toBe(counted.length);
});
