import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backup } from '@sidetone/contract/entities/admin-account.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openJobs } from '../../jobs/jobs.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { readHealth } from './feature.ts';
import type { Machine } from './server-health.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await testDatabase();
  const { db } = opened;
  await someCompany(db);
  await db.insertInto('accounts').values({ id: 's2', name: 'Another', plan: '{}' }).execute();
  const jobs = await openJobs({ db, log: pino({ level: 'silent' }), node: 'n' });
  await jobs.stop();
});
afterAll(() => opened.drop());

const now = new Date('2026-11-20T12:00:00Z');
const dayMs = 86_400_000;
const backupAt = (daysAgo: number, state: Backup['state'] = 'ready'): Backup => ({
  id: `b${daysAgo}`,
  startedAt: new Date(now.getTime() - daysAgo * dayMs).toISOString(),
  state,
  bytes: 1,
  isEncrypted: true,
  failure: state === 'failed' ? 'NO_PLACE: not mounted' : null,
  place: null,
  looked: null,
});
const standing = { freshHours: 192, lookDays: null, looked: null, lookFailure: null, failed: null };
const lookedAt = (daysAgo: number, isGood: boolean) => ({
  at: new Date(now.getTime() - daysAgo * dayMs).toISOString(),
  isGood,
  says: null,
});
const machine = (about: Partial<Machine> = {}): Machine => ({
  dataDir: mkdtempSync(join(tmpdir(), 'health-')),
  sendsMail: async () => true,
  parts: { media: async () => 'yes' },
  certificate: () => undefined,
  refusedCertificate: () => null,
  backups: async () => [backupAt(1)],
  backupStanding: async () => standing,
  ...about,
});
const codesOf = async (accountId: string, about: Partial<Machine> = {}) =>
  (await readHealth({ db: opened.db, machine: machine(about) }, accountId, now)).map(({ code, name }) =>
    `${code} ${name}`.trim(),
  );

test('a company without a trunk is warned, and sees the machine only if it runs the server', async () => {
  const { db } = opened;
  expect(await codesOf('s1')).toEqual(['noTrunk']);
  await sql`update accounts set runs_server = true where id = 's2'`.execute(db);
  expect(await codesOf('s2')).toEqual([
    'noTrunk',
    'partWorks media',
    'diskFree',
    'backupFresh',
    'jobsFine',
    'databaseQuick',
    'mailSet',
  ]);
});

test('problems come first, with what the other side said, and nothing of another company appears', async () => {
  const { db } = opened;
  await sql`insert into trunks (id, account_id, name, kind, host, transport, state, failure, is_emergency) values
    ('t1', 's1', 'North', 'address', '198.51.100.7', 'udp', 'registered', null, true),
    ('t2', 's1', 'South', 'address', '198.51.100.7', 'udp', 'failing', 'The registrar does not answer', false),
    ('t3', 's2', 'Foreign', 'address', '198.51.100.7', 'udp', 'failing', 'Secret', true)`.execute(db);
  await sql`insert into endpoints (id, account_id, user_id, kind, alias, sip_username, password_sealed) values
    ('e1', 's1', 'wanna', 'phone', 'Desk', '11-desk', ''), ('e2', 's1', 'wben', 'phone', 'Hall', '12-hall', ''),
    ('e3', 's1', 'wben', 'app', 'App', '12-app', '')`.execute(db);
  await sql`insert into registrations (id, endpoint_id, user_id, contact_uri, transport, remote_address, remote_port, call_id, cseq, node, epoch, expires_at)
    values ('r1', 'e1', 'wanna', 'sip:a', 'udp', '192.0.2.7', 5060, 'c', 1, 'n', 1, now() + interval '1 hour')`.execute(
    db,
  );
  expect(await codesOf('s1')).toEqual([
    'trunkFailing South',
    'phonesAway Hall (Ben Birke)',
    'trunkWorks North',
    'phonesThere',
  ]);
  const [worst] = await readHealth({ db, machine: machine() }, 's1', now);
  expect(worst).toMatchObject({ said: 'The registrar does not answer', host: '198.51.100.7', isOfServer: false });
  await sql`update registrations set suspect = true`.execute(db);
  expect(await codesOf('s1')).toContain('phonesSilent Desk (Anna Ahorn)');
});

test.each([
  ['a program that fails', { parts: { media: () => Promise.reject(new Error('gone')) } }, 'partSilent media'],
  ['no copy', { backups: async () => [backupAt(0, 'failed')] }, 'noBackup'],
  ['an old copy', { backups: async () => [backupAt(9), backupAt(30)] }, 'backupOld'],
  ['a night that was missed', { backupStanding: async () => ({ ...standing, freshHours: 20 }) }, 'backupOld'],
  [
    'a schedule that fails',
    { backupStanding: async () => ({ ...standing, failed: { at: now.toISOString(), says: 'NO_PLACE' } }) },
    'backupFailing',
  ],
  [
    'a copy that was tried',
    { backupStanding: async () => ({ ...standing, looked: lookedAt(3, true) }) },
    'backupLooked',
  ],
  ['a bad copy', { backupStanding: async () => ({ ...standing, looked: lookedAt(3, false) }) }, 'backupBroken'],
  [
    'copies that nobody tries',
    { backupStanding: async () => ({ ...standing, lookDays: 2, looked: lookedAt(3, true) }) },
    'backupUnlooked',
  ],
  [
    'copies that cannot be tried',
    { backupStanding: async () => ({ ...standing, lookDays: 2, lookFailure: 'MAY_NOT_CREATE' }) },
    'backupUnlooked',
  ],
  ['a new certificate that is not used', { refusedCertificate: () => 'no key' }, 'certificateRefused'],
  ['no mail', { sendsMail: async () => false }, 'mailMissing'],
] as const)('the operator hears of %s', async (_what, about, code) => {
  expect(await codesOf('s2', about as Partial<Machine>)).toContain(code);
});

test('desk phones that are gone are missed until they are back or removed, and seeing them changes no settings', async () => {
  const { db } = opened;
  await sql`update registrations set suspect = false`.execute(db);
  await sql`insert into endpoints (id, account_id, user_id, kind, alias, sip_username, password_sealed)
    select 'd' || n, 's1', 'wben', 'phone', 'Desk', '12-desk-' || n, '' from generate_series(1, 3) n`.execute(db);
  await sql`insert into registrations (id, endpoint_id, user_id, contact_uri, transport, remote_address, remote_port, call_id, cseq, node, epoch, expires_at)
    select 'd' || n, 'd' || n, 'wben', 'sip:d' || n, 'udp', '192.0.2.7', 5060, 'd' || n, 1, 'n', 1, now() + interval '1 hour'
    from generate_series(1, 3) n`.execute(db);
  await sql`insert into alarm_settings (account_id, emails, language) values ('s1', '{a@company.example}', 'en')`.execute(
    db,
  );
  const settings = () => db.selectFrom('alarm_settings').selectAll().execute();
  const before = await settings();
  expect(await codesOf('s1')).not.toContain('phonesDropped');
  expect(await settings()).toEqual(before);
  await sql`delete from registrations where id like 'd%'`.execute(db);
  expect(await codesOf('s1')).toContain('phonesDropped');

  // Midnight.
  await sql`insert into alarms (account_id, key, kind, code, worst, is_of_server, name, host, seen_at)
    values ('s1', 'registrations phonesDropped', 'registrations', 'phonesDropped', 'phonesDropped', false, '', '', now())`.execute(
    db,
  );
  await sql`update phones_seen set day = day - 1`.execute(db);
  expect(await codesOf('s1')).toContain('phonesDropped');
  await sql`update alarms set ended_at = now()`.execute(db);
  expect(await codesOf('s1')).not.toContain('phonesDropped');
  await sql`update phones_seen set most = 4`.execute(db);
  expect(await codesOf('s1')).toContain('phonesDropped');
  await sql`delete from endpoints where id like 'd%'`.execute(db);
  expect(await codesOf('s1')).not.toContain('phonesDropped');
});

test('email that fails is trouble, and what fails to tell of that trouble does not count', async () => {
  const { db } = opened;
  const failed = (id: string, about: object) => sql`
    insert into notices (id, account_id, once, kind, way, target, language, about, state, problem, ended_at)
    values (${id}, 's2', ${id}, 'begin', 'mail', 'a@company.example', 'en', ${JSON.stringify(about)}, 'failed', 'noServer', now())`;
  await failed('m1', { kind: 'mail' }).execute(db);
  expect(await codesOf('s2')).not.toContain('mailFailing');
  await failed('m2', { kind: 'trunks' }).execute(db);
  expect(await codesOf('s2')).toContain('mailFailing');
});
