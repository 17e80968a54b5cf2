import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { someCompany } from '../../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../../storage/testing/test-database.ts';
import { testByCall } from './line-tests.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await testDatabase();
  await someCompany(opened.db);
  await sql`insert into trunks (id, account_id, name, kind, host, transport, state)
    values ('t1', 's1', 'North', 'address', '198.51.100.7', 'udp', 'off')`.execute(opened.db);
});
afterAll(() => opened.drop());

test.each([
  ['192.0.2.9', '192.0.2.9'],
  ['192.0.2.9:5070', '192.0.2.9'],
  ['SIP:192.0.2.9;transport=tls', '192.0.2.9'],
  ['sip:line@192.0.2.9:5070', '192.0.2.9'],
  ['sips:[2001:db8::9]:5061', '[2001:db8::9]'],
])('the host of the proxy %s is found, and named', async (proxy, host) => {
  const { db } = opened;
  await db.updateTable('trunks').set({ outbound_proxy: proxy }).execute();
  const deps = {
    db,
    askTrunk: async () => ({ isReachable: false, answer: 'silent', status: null, milliseconds: null }),
    testLine: async () => ({
      call: { isTaken: false as const, status: 503, words: 'Service Unavailable' },
      arrival: null,
      audioOut: null,
      audioIn: null,
      keys: null,
    }),
  };
  const by = { accountId: 's1', userId: 'wanna', address: '127.0.0.1', rights: 'everything' as const };
  const { findings } = await testByCall(deps, by, 't1', '+4930111');
  expect(findings[0]).toMatchObject({ step: 'name', state: 'ok', said: host });
});
