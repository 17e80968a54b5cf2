import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callRoute, person, signInAs, type TestApi, testApi } from '../../testing/test-api.ts';
import { hourlyLimit } from './hourly-limit.ts';
import { forgetOldReports } from './routes.ts';

let api: TestApi;
let anna: { userId: string; accountId: string; token: string };

beforeAll(async () => {
  api = await testApi();
  const made = await person(api, { firstName: 'Anna' });
  anna = { ...made, token: (await signInAs(api.url, made.email)).access_token };
});
afterAll(() => api.stop());

const report = (change: object = {}) =>
  callRoute(api.url, anna.token, routes.addMonitoringReport, {
    body: {
      callId: 'call-1',
      userId: anna.userId,
      eventType: 'ESTABLISHED',
      sipServer: 'wss://pbx.example/sip',
      result: 'SUCCESS',
      ...change,
    },
  });
const figures = {
  sessionId: 'session-1',
  engine: 'sip' as const,
  codec: 'opus',
  durationSeconds: 60,
  packetsSent: 3000,
  packetsReceived: 2990,
  packetsLost: 10,
  jitterSeconds: 0.004,
  roundTripSeconds: 0.03,
  mos: 4.3,
  cause: null,
  candidateType: 'host',
};
const statistics = (change: object = {}) =>
  callRoute(api.url, anna.token, routes.addCallStatistics, { body: { ...figures, ...change } });

test('a step of one’s own call is noted, and that of another person is refused', async () => {
  expect((await report()).status).toBe(200);
  expect((await report({ userId: 'somebody-else' })).status).toBe(403);
  const rows = await api.db.selectFrom('monitoring_reports').selectAll().execute();
  expect(rows).toMatchObject([
    {
      account_id: anna.accountId,
      user_id: anna.userId,
      call_id: 'call-1',
      event_type: 'ESTABLISHED',
      sip_server: 'wss://pbx.example/sip',
      result: 'SUCCESS',
    },
  ]);
});

test.each([{ result: 'FAILURE' }, { eventType: '' }, { eventType: 'x'.repeat(61) }, { callId: 'x'.repeat(201) }])(
  'a report with %j is refused',
  async (change) => {
    expect((await report(change)).status).toBe(400);
  },
);

test('figures are kept whatever letters a browser names its codec with', async () => {
  expect((await statistics({ sessionId: 'odd', codec: 'op\ud800us' })).status).toBe(200);
  await api.db.deleteFrom('call_statistics').where('session_id', '=', 'odd').execute();
});

test('the figures of a call are stored once, even when they are sent twice', async () => {
  expect((await statistics()).status).toBe(200);
  expect((await statistics({ mos: 4.4 })).status).toBe(200);
  expect((await statistics({ mos: 5 })).status).toBe(400);
  const rows = await api.db.selectFrom('call_statistics').selectAll().execute();
  const { sessionId: _, ...kept } = figures;
  expect(rows).toMatchObject([
    { session_id: 'session-1', user_id: anna.userId, account_id: anna.accountId, figures: { ...kept, mos: 4.4 } },
  ]);
});

test('reports older than a month are deleted', async () => {
  await sql`update monitoring_reports set at = now() - interval '31 days'`.execute(api.db);
  await report({ callId: 'call-2' });
  expect(await forgetOldReports(api.db)).toBe(1);
  const rows = await api.db.selectFrom('monitoring_reports').select('call_id').execute();
  expect(rows).toEqual([{ call_id: 'call-2' }]);
});

test('too many reports in an hour are turned away, and accepted again in the next', () => {
  let now = Date.UTC(2026, 10, 20, 9, 50);
  const limit = hourlyLimit(2, () => now);
  limit('anna');
  limit('anna');
  limit('ben');
  expect(() => limit('anna')).toThrow(expect.objectContaining({ code: 'TOO_MANY_ATTEMPTS', retryAfterSeconds: 600 }));
  now += 600_000;
  expect(() => limit('anna')).not.toThrow();
});
