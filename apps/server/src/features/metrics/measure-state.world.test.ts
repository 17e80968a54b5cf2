import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../identity/accounts.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { measureState } from './measure-state.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const shown = async (db = database.db) => {
  const registry = new Registry();
  const troubles: unknown[] = [];
  measureState(registry, {
    db,
    node: 'n',
    onTrouble: (error) => void troubles.push(error),
    sizes: () => ({ subscriptions: 3, views: 2, sip: { legs: 5, transactions: 7 } }),
  });
  const lines = (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#'));
  return { lines, troubles };
};

test('metrics show the state of the server', async () => {
  const { db } = database;
  expect((await shown()).lines).toEqual(
    expect.arrayContaining([
      'sidetone_calls{state="ringing"} 0',
      'sidetone_calls{state="established"} 0',
      'sidetone_bans 0',
      'sidetone_crm_log_oldest_waiting_seconds 0',
    ]),
  );
  const accountId = await createAccount(db, { name: 'Measured' });
  const call = { account_id: accountId, node: 'n', epoch: 1, lease_until: new Date(), started_at: new Date() };
  await db
    .insertInto('calls')
    .values([
      { ...call, id: 'c1', session_id: 's1' },
      { ...call, id: 'c2', session_id: 's2', established_at: new Date() },
      { ...call, id: 'c3', session_id: 's3', ended_at: new Date(), ended_reason: 'HANGUP' },
    ])
    .execute();
  await sql`insert into failed_dials (account_id, owner, target_phone_number, code)
            values (${accountId}, 'w', '99', 'NUMBER_NOT_FOUND')`.execute(db);
  await sql`insert into bans (address, reason, since, until)
            values ('203.0.113.9', 'wrongPasswords', now(), now() + interval '1 hour'),
                   ('203.0.113.8', 'wrongPasswords', now(), now() - interval '1 hour')`.execute(db);
  await sql`insert into refusals (scope, kind, source, hour, count, last_at)
            values ('server', 'sipWrongPassword', '203.0.113.9', date_trunc('hour', now()), 4, now())`.execute(db);
  await sql`insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
    retention_seconds, deletion_seconds, partition, table_name)
    select name, 'standard', 1, 1, true, 1, 1, 1, false, 'job_common' from unnest(array['sounds', 'sounds.given-up']) as name`.execute(
    db,
  );
  await sql`insert into pgboss.job (name, state, source_name, start_after) values
    ('sounds', 'active', null, now()), ('sounds', 'retry', null, now() + interval '1 hour'),
    ('sounds', 'completed', null, now()), ('sounds.given-up', 'completed', 'sounds', now())`.execute(db);
  await sql`insert into integrations (id, account_id, name, not_before)
    values ('i1', ${accountId}, 'HUBSPOT', now() + interval '1 minute')`.execute(db);
  await sql`insert into crm_writes (id, account_id, source, channel_id, session_id, kind, unit, key, state, wanted_since)
    select 'w' || n, ${accountId}, 'HUBSPOT', 'c', 's' || n, 'call', 'main', 'k' || n, state, now() - n * interval '1 hour'
    from unnest(array['READY', 'WAITING', 'BLOCKED', 'WRITTEN']) with ordinality as each (state, n)`.execute(db);
  const { lines, troubles } = await shown();
  expect(lines).toEqual(
    expect.arrayContaining([
      'sidetone_crm_logs_waiting{crm="HUBSPOT"} 2',
      'sidetone_crm_logs_open{state="BLOCKED"} 1',
      'sidetone_crm_log_oldest_waiting_seconds 7200',
      'sidetone_crm_busy{crm="HUBSPOT"} 1',
      'sidetone_jobs_waiting{job="sounds"} 1',
      'sidetone_jobs_given_up_last_day{job="sounds"} 1',
      'sidetone_calls{state="ringing"} 1',
      'sidetone_calls{state="established"} 1',
      'sidetone_failed_dials_last_hour{code="NUMBER_NOT_FOUND"} 1',
      'sidetone_refusals_last_hour{kind="sipWrongPassword"} 4',
      'sidetone_bans 1',
      'sidetone_media_endpoints 0',
      'sidetone_registrations_silent 0',
      'sidetone_live_subscriptions 3',
      'sidetone_live_views 2',
      'sidetone_sip_legs 5',
      'sidetone_sip_transactions 7',
    ]),
  );
  expect(troubles).toEqual([]);
});

test('without a database the other figures are still told', async () => {
  const gone = await testDatabase();
  await gone.drop();
  const { lines, troubles } = await shown(gone.db);
  expect(lines).toContain('sidetone_sip_legs 5');
  expect(lines.some((line) => line.startsWith('sidetone_calls{') || line.startsWith('sidetone_bans'))).toBe(false);
  expect(troubles).toHaveLength(1);
});
