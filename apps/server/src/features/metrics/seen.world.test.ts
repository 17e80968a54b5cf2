import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { alarmKindOf } from '@sidetone/contract/entities/alarm.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricsRegistry, serveMetrics } from '../../api/metrics.ts';
import { readConfig } from '../../config.ts';
import { createAccount } from '../../identity/accounts.ts';
import { queueBoard } from '../../pbx/queue-board.ts';
import { freePort } from '../../storage/postgres/cluster.ts';
import { type TestApi, testApi } from '../../testing/test-api.ts';
import { noCalls } from '../call-control/testing/no-calls.ts';
import { noClassicCalls } from '../classic/testing/no-classic-calls.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../../..');
const token = 'a-token-of-some-length';
const state = { isStopping: false, isMediaThere: true, refused: null as string | null };
const board = queueBoard();
let api: TestApi;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await freePort();
  const settings = readConfig({ METRICS_LISTEN: String(metricsPort), METRICS_TOKEN: token });
  api = await testApi({
    config: { ...settings, port: 0, dataDir: mkdtempSync(join(tmpdir(), 'data-')) },
    isStopping: () => state.isStopping,
    refusedCertificate: () => state.refused,
    media: async () =>
      ['media', 'media-2'].map((name) => ({
        name,
        endpoints: 4,
        portsTaken: 3,
        cpuSeconds: 1.5,
        loopLagSeconds: 0.02,
      })),
    checks: {
      media: async () => {
        if (!state.isMediaThere) throw new Error('gone: /run/secret/socket');
      },
    },
    exchange: { control: noCalls, classic: noClassicCalls, sipSocket: (socket) => socket.close(), board },
  });
}, 60_000);
afterAll(() => api.stop());

const ask = async (path: string) => {
  const reply = await fetch(`${api.url}${path}`);
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};
const scrape = (headers: Record<string, string> = { authorization: `Bearer ${token}` }, path = '/metrics') =>
  fetch(`http://127.0.0.1:${metricsPort}${path}`, { headers });

test('a server that has everything is live and ready', async () => {
  expect(await ask('/api/live')).toEqual({ status: 200, body: { status: 'live' } });
  expect(await ask('/api/ready')).toEqual({ status: 200, body: { status: 'ready' } });
});

test('what is missing is named by a code and nothing else, and the process stays live', async () => {
  state.isMediaThere = false;
  const { status, body } = await ask('/api/ready');
  expect([status, body]).toEqual([
    503,
    { code: 'UNAVAILABLE', message: 'Not ready: media.', type: 'media', detail: 'media' },
  ]);
  const { rows } = await sql<{ name: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`.execute(api.db);
  expect((await ask('/api/ready')).body).toMatchObject({ type: 'migrations', detail: 'migrations, media' });
  await sql`insert into kysely_migration (name, timestamp) values (${rows[0]?.name}, now())`.execute(api.db);
  state.isMediaThere = true;
  expect((await ask('/api/ready')).status).toBe(200);
  state.isStopping = true;
  expect(await ask('/api/ready')).toMatchObject({ status: 503, body: { type: 'stopping' } });
  expect((await ask('/api/live')).status).toBe(200);
  state.isStopping = false;
});

test('metrics at an address of their own need the token, and nothing else is there', async () => {
  const shown = await scrape();
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(await shown.text()).toContain('sidetone_part_up{part="media"} 1');
  for (const authorization of ['', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, token]) {
    const refused = await scrape({ authorization });
    expect([authorization, refused.status, await refused.text()]).toEqual([authorization, 401, '']);
  }
  for (const path of ['/', '/api/health', '/metrics/x', '/metricsx']) {
    expect((await scrape({ authorization: `Bearer ${token}` }, path)).status).toBe(404);
  }
  // The one at the port of the pages is as it was, and wants the token as well.
  expect((await fetch(`${api.url}/metrics`)).status).toBe(401);
  expect((await fetch(`${api.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

test('without a token a page of a foreign name that points here reads nothing', async () => {
  const open = await serveMetrics({ registry: metricsRegistry(), host: '127.0.0.1', port: 0, token: undefined });
  const statusAs = (host: string, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) => {
      const to = { host: '127.0.0.1', port: open.port, path: '/metrics', method, headers: { host } };
      http
        .request(to, (reply) => resolve(reply.resume().statusCode))
        .on('error', reject)
        .end();
    });
  expect(await statusAs(`127.0.0.1:${open.port}`)).toBe(200);
  expect(await statusAs(`[::1]:${open.port}`)).toBe(200);
  expect(await statusAs('localhost')).toBe(200);
  expect(await statusAs('evil.example')).toBe(404);
  expect(await statusAs('localhost', 'POST')).toBe(405);
  await open.stop();
});

test('calls and devices of another server on the same database are shown there alone', async () => {
  const accountId = await createAccount(api.db, { name: 'Measured' });
  const call = { account_id: accountId, epoch: 1, lease_until: new Date(), started_at: new Date() };
  const rows = ['node-1', 'node-2', 'node-2'].map((node, at) => ({
    ...call,
    node,
    id: `c${at}`,
    session_id: `s${at}`,
  }));
  await api.db.insertInto('calls').values(rows).execute();
  // What was read a moment ago is not read again.
  await expect.poll(async () => await (await scrape()).text()).toContain('sidetone_calls{state="ringing"} 1\n');
});

test('trouble that raises alarms is there as figures', async () => {
  state.refused = 'They are no certificate with its key.';
  const since = Date.now() - 90_000;
  const waits = { accountId: 'a', channelId: 'q', docId: 'd', number: null, name: null, calledNumber: null };
  board.show('c1', { ...waits, callId: 'c1', state: 'waiting', userIds: [], since, rank: 1, skills: [] });
  board.show('c2', { ...waits, callId: 'c2', state: 'talking', userIds: [], since, rank: 2, skills: [] });
  const text = await (await scrape()).text();
  state.refused = null;
  const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  expect(figure('sidetone_certificate_refused')).toBe(1);
  expect(figure('sidetone_media_process_endpoints\\{process="media-2"\\}')).toBe(4);
  expect(figure('sidetone_media_process_rtp_pairs\\{process="media"\\}')).toBe(3);
  expect(figure('sidetone_media_process_cpu_seconds\\{process="media"\\}')).toBe(1.5);
  expect(figure('sidetone_media_process_loop_lag_seconds\\{process="media"\\}')).toBe(0.02);
  expect(figure('sidetone_backup_newest_timestamp_seconds')).toBe(0);
  expect(figure('sidetone_queue_most_waiting')).toBe(1);
  expect(figure('sidetone_queue_longest_wait_seconds')).toBeGreaterThanOrEqual(90);
  expect(figure('sidetone_disk_free_bytes')).toBeGreaterThan(1_000_000);
  expect(figure('sidetone_database_answer_seconds')).toBeGreaterThan(0);
  expect(figure('sidetone_desk_phones\\{state="there"\\}')).toBe(0);
  expect(figure('sidetone_mails_last_hour\\{state="failed"\\}')).toBe(0);
});

const rulesFile = join(root, 'deploy/prometheus/sidetone.rules.yml');
const dashboardFile = join(root, 'deploy/grafana/sidetone.json');

/** Everything in an expression that names a metric. */
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(sidetone|nodejs|process)_[a-z0-9_]+/g)?.filter((name) => !/^process_name$/.test(name)) ?? [];

test('each metric that a rule or a panel names is one that the server shows', async () => {
  const shown = new Set(
    [...(await (await scrape()).text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  const rules = readFileSync(rulesFile, 'utf8').replace(/^ *#.*$/gm, '');
  const expressions = [...rules.matchAll(/^ +expr: (?:>-\n((?: {10}.+\n)+)|([^>].+))/gm)].map(
    ([, long, short]) => long ?? short,
  );
  expect(expressions).toHaveLength(rules.match(/- alert: /g)?.length ?? 0);
  const { panels } = JSON.parse(readFileSync(dashboardFile, 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const asked = [...expressions, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  for (const expression of asked) {
    const named = metricsIn(expression ?? '');
    expect([expression, named.length > 0 || /^up\{/.test(expression ?? '')]).toEqual([expression, true]);
    for (const name of named) expect([name, shown.has(name)]).toEqual([name, true]);
  }
});

test('each kind of alarm in the browser has a rule', () => {
  const rules = readFileSync(rulesFile, 'utf8');
  const ruleOf: Readonly<Record<string, string>> = {
    trunkFailing: 'SidetoneTrunkFailing',
    accountFailing: 'SidetoneSipAccountFailing',
    phonesDropped: 'SidetonePhonesDropped',
    queueLong: 'SidetoneQueueLong',
    queueSlow: 'SidetoneQueueSlow',
    mailFailing: 'SidetoneMailFailing',
    diskLow: 'SidetoneDiskLow',
    diskFull: 'SidetoneDiskFull',
    certificateEnds: 'SidetoneCertificateEnds',
    certificateOver: 'SidetoneCertificateOver',
    certificateRefused: 'SidetoneCertificateRefused',
    backupOld: 'SidetoneBackupOld',
    noBackup: 'SidetoneBackupOld',
    backupFailing: 'SidetoneBackupFailing',
    backupUnlooked: 'SidetoneBackupUnlooked',
    backupBroken: 'SidetoneBackupBroken',
    auditLogWaiting: 'SidetoneAuditLogWaiting',
    partSilent: 'SidetonePartSilent',
    databaseSlow: 'SidetoneDatabaseSlow',
  };
  for (const code of Object.keys(alarmKindOf)) {
    expect([code, rules.includes(`alert: ${ruleOf[code]}\n`)]).toEqual([code, true]);
  }
});

test("Prometheus' own program takes the rules", async ({ skip }) => {
  const isThere = await run('promtool', ['--version']).then(
    () => true,
    () => false,
  );
  if (!isThere) skip('promtool is not on this machine; in Debian it is in the package prometheus.');
  const { stdout } = await run('promtool', ['check', 'rules', rulesFile]);
  expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
});
