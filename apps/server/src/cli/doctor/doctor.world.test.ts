import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Config, readConfig } from '../../config.ts';
import { createDemo } from '../../demo/create-demo.ts';
import { freePort } from '../../storage/postgres/cluster.ts';
import { sealingKey } from '../../storage/secret-box.ts';
import { emptyDatabase, type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { makeAuthority, makeServerCertificate } from '../../tls/certificate.ts';
import { serverCertificate } from '../../tls/server-certificate.ts';
import { describeFindings, examine } from './doctor.ts';
import type { Finding } from './finding.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'sidetone-doctor-'));
let database: TestDatabase;
let config: Config;
beforeAll(async () => {
  database = await testDatabase();
  await createDemo(database.db, dataDir, new Date());
  const ports = { PORT: await freePort(), SIP_PORT: await freePort(), MEDIA_PORT: await freePort() };
  config = readConfig({
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATA_DIR: dataDir,
  });
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const look = async (change: Partial<Config> = {}, more: { isRunning?: boolean; now?: Date; db?: TestDatabase } = {}) =>
  await examine({
    config: { ...config, ...change },
    now: more.now ?? new Date(),
    isRunning: more.isRunning ?? false,
    db: (more.db ?? database).db,
  });
const of = (findings: readonly Finding[], about: string) =>
  findings.filter((one) => one.about === about).map(({ state, says }) => `${state}: ${says}`);

test('an installation without faults has no problem, and is shown in columns', async () => {
  const findings = await look();
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
  for (const about of ['Data folder', 'Database', 'Tables', 'Clock', 'Ports', 'Audio ports', 'Bans', 'Jobs']) {
    expect(of(findings, about)[0], about).toMatch(/^ok: /);
  }
  expect(of(findings, 'Database')[0]).toMatch(/PostgreSQL \d+/);
  expect(describeFindings(findings)).toMatch(/✓ Data folder .*GB free\n/);
  // Whatever does not work says what to do about it.
  expect(findings.every(({ state, mend }) => state === 'ok' || mend)).toBe(true);
});

test.each([
  [[], '0 problems, 0 warnings'],
  [['problem'], '1 problem, 0 warnings'],
  [['warning', 'problem', 'ok', 'problem'], '2 problems, 1 warning'],
] as const)('findings %j are counted as “%s”', (states, counted) => {
  const findings = states.map((state) => ({ about: 'Clock', state, says: 'It stands still.' }));
  expect(describeFindings(findings).split('\n').at(-1)).toBe(`  ${counted}`);
});

test('a taken port, a key that others may read, and a silent server are problems', async () => {
  const taken = createServer().listen(config.sipPort, config.host);
  await once(taken, 'listening');
  chmodSync(join(dataDir, 'key'), 0o644);
  expect(sealingKey(dataDir)).toHaveLength(32);
  const findings = await look();
  expect(of(findings, 'Ports')[0]).toContain(`problem: Port ${config.sipPort} (TCP`);
  expect(of(findings, 'Data folder')).toContain('problem: Others on this machine can read the key of the passwords.');
  expect(of(await look({}, { isRunning: true }), 'Server')[0]).toMatch(/^problem: runs, but .* does not answer/);
  chmodSync(join(dataDir, 'key'), 0o600);
  taken.close();
});

test('a certificate that expires or lacks a name is reported', async () => {
  const now = new Date('2026-06-01T00:00:00Z');
  const authority = makeAuthority('Doctor', now);
  const made = makeServerCertificate({ ...authority, name: 'Doctor' }, ['localhost', '203.0.113.7'], now);
  const tls = { certFile: join(dataDir, 'own.crt'), keyFile: join(dataDir, 'own.key') };
  writeFileSync(tls.certFile, made.cert);
  writeFileSync(tls.keyFile, made.key);
  const change = { tls, publicUrl: 'https://phone.example', publicAddresses: ['203.0.113.7'], host: '0.0.0.0' };
  const soon = of(await look(change, { now: new Date('2026-06-02T00:00:00Z') }), 'TLS certificate');
  expect(soon[0]).toMatch(/^ok: valid until/);
  expect(soon.slice(1)).toEqual(['problem: It does not name phone.example.']);
  const late = of(await look(change, { now: new Date('2036-06-02T00:00:00Z') }), 'TLS certificate');
  expect(late[0]).toMatch(/^problem: It expired on/);
  const gone = { ...change, tls: { ...tls, certFile: join(dataDir, 'gone.crt') } };
  expect(of(await look(gone), 'TLS certificate')[0]).toMatch(/^problem: TLS_CERT names .*gone\.crt/);
});

test('a key that does not fit the certificate is reported', async () => {
  const now = new Date();
  const tls = { certFile: join(dataDir, 'own.crt'), keyFile: join(dataDir, 'own.key') };
  writeFileSync(tls.certFile, makeAuthority('One', now).cert);
  writeFileSync(tls.keyFile, makeAuthority('Another', now).key);
  expect(of(await look({ tls }), 'TLS certificate')).toEqual([
    expect.stringMatching(/^problem: .*key values mismatch/),
  ]);
});

test('for the server’s own authority doctor says what it may sign for, until when, and how to create a new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sidetone-doctor-tls-'));
  serverCertificate({ dataDir: folder, given: undefined });
  const change = { dataDir: folder, host: '0.0.0.0' };
  expect(of(await look(change), 'Own authority')).toEqual([
    expect.stringMatching(/^ok: limited to the names of this server, valid until \d{4}-\d\d-\d\d$/),
  ]);
  const named = await look({ ...change, publicUrl: 'https://phone.example' });
  expect(of(named, 'TLS certificate').slice(1)).toEqual([
    'warning: It does not name phone.example, which its authority may not sign for.',
  ]);
  expect(named.find(({ says }) => says.includes('phone.example'))?.mend).toMatch(/remove .*ca\.crt and .*ca\.key/);
  const ends = (days: number) => look(change, { now: new Date(Date.now() + days * 86_400_000) });
  expect(of(await ends(5 * 365 - 100), 'Own authority')).toEqual([expect.stringMatching(/^warning: It expires on/)]);
  expect(of(await ends(5 * 365 + 1), 'Own authority')).toEqual([expect.stringMatching(/^problem: It expired on/)]);
  writeFileSync(join(folder, 'tls', 'ca.crt'), makeAuthority('Sidetone of an earlier release', new Date()).cert);
  expect(of(await look(change), 'Own authority')).toEqual([
    expect.stringMatching(/^warning: It may sign for every name/),
  ]);
  rmSync(folder, { recursive: true });
});

test('addresses that nobody outside can reach are reported', async () => {
  expect(of(await look({ publicAddresses: ['203.0.113.7'] }), 'Addresses')[0]).toMatch(
    /^problem: PUBLIC_ADDRESS is set/,
  );
  const behind = of(await look({ host: '0.0.0.0', publicAddresses: ['192.168.1.4'] }), 'Addresses');
  expect(behind[0]).toContain('PUBLIC_ADDRESS 192.168.1.4 is an address in a private network.');
  expect(of(await look({ host: '0.0.0.0', publicAddresses: ['203.0.113.7'] }), 'Addresses')[0]).toMatch(/^ok: 203/);
});

test('STUN and TURN servers are asked', async () => {
  const stun: Socket = createSocket('udp4');
  stun.on('message', (data, from) =>
    stun.send(Buffer.concat([Buffer.from([1, 1, 0, 0]), data.subarray(4)]), from.port),
  );
  stun.bind(0, '127.0.0.1');
  await once(stun, 'listening');
  const dead = await freePort();
  const turn = { urls: [`turn:127.0.0.1:${dead}?transport=tcp`], secret: 's' };
  const findings = await look({
    ice: { ...config.ice, stunUrls: [`stun:127.0.0.1:${stun.address().port}`, 'stun:'], turn },
  });
  const [answers, wrong, silent] = of(findings, 'STUN and TURN');
  expect(answers).toMatch(/^ok: stun:127/);
  expect(wrong).toMatch(/^problem: stun: .*no address/);
  expect(silent).toMatch(/^problem: turn:127.*ECONNREFUSED/);
  stun.close();
});

test('with a client at Microsoft the address of the server has to be one that browsers come back to', async () => {
  const microsoft = { client: { id: 'i', secret: 's' }, tenant: 'organizations', loginUrl: '', graphUrl: '' };
  expect(of(await look({}), 'Microsoft Teams')).toEqual([]);
  expect(of(await look({ microsoft }), 'Microsoft Teams')[0]).toMatch(/^problem: .*PUBLIC_URL/);
  const publicUrl = 'https://phone.company.example';
  expect(of(await look({ microsoft, publicUrl }), 'Microsoft Teams')).toEqual(['ok: users can connect it']);
});

test('a mail server is asked whether it takes mail', async () => {
  const smtp = new SMTPServer({ disabledCommands: ['STARTTLS', 'AUTH'] });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  const from = 'phone@company.example';
  expect(of(await look({ mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from } }), 'Mail')[0]).toMatch(/^ok: /);
  const withoutUrl = of(await look({ mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from } }), 'Mail');
  expect(withoutUrl[1]).toMatch(/^problem: PUBLIC_URL is not set/);
  const publicUrl = 'https://phone.company.example';
  expect(of(await look({ publicUrl, mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from } }), 'Mail')).toHaveLength(1);
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  expect(of(await look({ mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from } }), 'Mail')[0]).toMatch(/^problem: /);
});

test('trunks that fail, bans, jobs given up, and too few audio ports are reported', async () => {
  const { db } = database;
  const { id: accountId } = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirstOrThrow();
  const trunk = { account_id: accountId, kind: 'address', host: 'sip.example', transport: 'udp' } as const;
  await db
    .insertInto('trunks')
    .values([
      { ...trunk, id: 't1', name: 'First', state: 'reachable' },
      { ...trunk, id: 't2', name: 'Second', state: 'failing', failure: '403 Forbidden' },
    ])
    .execute();
  await sql`insert into bans (address, reason, since, until)
            values ('203.0.113.9', 'wrongPasswords', now(), now() + interval '1 hour')`.execute(db);
  const endpoint = {
    account_id: accountId,
    kind: 'phone',
    password_sealed: Buffer.from('x'),
    alias: 'x',
  } as const;
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  for (const id of ['d1', 'd2', 'd3']) {
    await db
      .insertInto('endpoints')
      .values({ ...endpoint, id, sip_username: id, user_id: user.id })
      .execute();
  }
  await sql`insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
    retention_seconds, deletion_seconds, partition, table_name)
    values ('recording.given-up', 'standard', 1, 1, true, 1, 1, 1, false, 'job_common')`.execute(db);
  await sql`insert into pgboss.job (name, state, source_name)
    values ('recording.given-up', 'completed', 'recording'), ('recording.given-up', 'completed', 'recording')`.execute(
    db,
  );
  await sql`insert into crm_writes (id, account_id, source, channel_id, session_id, kind, unit, key, state, wanted_since)
    select 'w' || n, (select id from accounts limit 1), 'HUBSPOT', 'c', 's' || n, 'call', 'main', 'k' || n, state,
      now() - interval '2 hours' from unnest(array['READY', 'WAITING', 'BLOCKED']) with ordinality as each (state, n)`.execute(
    db,
  );
  const port = { from: 16_000, to: 16_003 };
  const findings = await look({ rtpPorts: port }, {});
  expect(of(findings, 'Trunks')).toEqual([
    'ok: Example line is disabled',
    'ok: 2, checked only while Sidetone is running',
  ]);
  expect(of(findings, 'Audio ports')[0]).toMatch(/^warning: RTP_PORTS 16000-16003 allow 2 phones .*there are 5 phones/);
  expect(of(findings, 'Jobs')).toEqual(['warning: 2 jobs were given up in the last 7 days: recording.']);
  expect(of(findings, 'CRM logs')).toEqual([
    'warning: 2 calls have been waiting to be logged in HUBSPOT, the oldest for 120 minutes.',
  ]);
  expect(of(findings, 'Bans')[0]).toBe('warning: 1 address is banned for wrong passwords.');
  expect(of(await look({}, { isRunning: true }), 'Trunks')).toEqual([
    'ok: Example line is disabled',
    'ok: First is reachable',
    'problem: Second is failing: 403 Forbidden',
    'warning: None is marked for emergency calls.',
  ]);
  const says = 'warning: First carries emergency calls without sending the emergency address.';
  await db.updateTable('trunks').set({ is_emergency: true }).where('name', '=', 'First').execute();
  expect(of(await look({}, { isRunning: true }), 'Trunks')).toContain(says);
  expect(of(await look({}, {}), 'Trunks')).toContain(says);
  for (const told of [{ address_confirmed: true }, { sends_address: true, address_confirmed: false }]) {
    await db.updateTable('trunks').set(told).where('name', '=', 'First').execute();
    expect(of(await look({}, { isRunning: true }), 'Trunks')).not.toContain(says);
  }
});

test('tables of no version and of a newer one are reported, and do not crash doctor', async () => {
  const other = await emptyDatabase();
  try {
    expect(of(await look({}, { db: other }), 'Tables')[0]).toMatch(/^warning: There are none yet/);
    await sql`create table kysely_migration (name text)`.execute(other.db);
    await sql`insert into kysely_migration values ('9999-later')`.execute(other.db);
    expect(of(await look({}, { db: other }), 'Tables')[0]).toMatch(/^problem: They were created by a newer Sidetone/);
  } finally {
    await other.drop();
  }
});

test('a data folder that is a file is a problem', async () => {
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  mkdirSync(join(dataDir, 'other'));
  expect(of(await look({ dataDir: file }), 'Data folder')[0]).toMatch(/^problem: .*is not a folder/);
  expect(of(await look({ dataDir: join(dataDir, 'new') }), 'Data folder')[0]).toMatch(/^ok: .*first start/);
});

test('sources of trunks that are too wide are reported, except those of the account that runs the server', async () => {
  const { db } = database;
  const [own] = await db.selectFrom('accounts').select('id').where('runs_server', '=', true).execute();
  await db
    .insertInto('accounts')
    .values({ id: 'swide', name: 'Lindqvist', plan: JSON.stringify({}), country: 'DE', area_code: '30' })
    .execute();
  const trunk = { kind: 'address', host: 'sip.example', transport: 'udp', is_enabled: false } as const;
  const sources = ['185.1.3.0/24', '0.0.0.0/0', '127.0.0.1'];
  await db
    .insertInto('trunks')
    .values([
      { ...trunk, id: 'twide', account_id: 'swide', name: 'Wide', source_addresses: sources },
      { ...trunk, id: 'town', account_id: own?.id ?? '', name: 'Own', source_addresses: sources },
    ])
    .execute();
  const where = 'where others on this server may be.';
  expect(of(await look(), 'Trunks').filter((says) => says.includes('accepts calls'))).toEqual([
    `warning: Wide of Lindqvist accepts calls from 0.0.0.0/0, ${where}`,
    `warning: Wide of Lindqvist accepts calls from 127.0.0.1, ${where}`,
  ]);
});
