import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HealthFinding } from '@sidetone/contract/entities/health.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Jobs } from '../../jobs/jobs.ts';
import { someJobs } from '../../jobs/testing/some-jobs.ts';
import { operatorAlone } from '../../mail/mail-servers.ts';
import { smtpMailer } from '../../mail/mailer.ts';
import { headOf, mailBox, textOf } from '../../mail/testing/mail-box.ts';
import { privateHosts } from '../../network/private-hosts.ts';
import { postToWebhooks } from '../../post-to-webhooks.ts';
import { secretBox } from '../../storage/secret-box.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { postSigned } from '../webhooks/post-signed.ts';
import { newSecret, signatureOf } from '../webhooks/signature.ts';
import { acknowledgeAlarm, readAlarmSettings, saveAlarmSettings, testAlarm } from './alarms/alarm-settings.ts';
import { lookAt, lookAtAll } from './alarms/look.ts';
import type { SendingDeps } from './ports.ts';
import { mailReports } from './reports/mail-reports.ts';
import { readReportSettings, saveReportSettings } from './reports/report-settings.ts';
import { giveUpNotice, noticeKind, sendNotice } from './send-notice.ts';
import { resumeNotices } from './write-notices.ts';

let database: TestDatabase;
let box: Awaited<ReturnType<typeof mailBox>>;
const posts: { body: string; headers: Record<string, unknown> }[] = [];
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => {
    body += piece;
  });
  request.on('end', () => {
    posts.push({ body, headers: request.headers });
    response.writeHead(204).end();
  });
});
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  await database.db.insertInto('accounts').values({ id: 's2', name: 'Another', plan: '{}' }).execute();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  await database.drop();
});
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  box = await mailBox();
  posts.length = 0;
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await box.stop();
  for (const table of ['notices', 'alarms', 'alarm_settings', 'report_settings'] as const)
    await database.db.deleteFrom(table).execute();
});

const by = { userId: 'wanna', accountId: 's1', address: '127.0.0.1' };
const start = Date.parse('2026-11-30T10:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);

/** The notices of a server, with real jobs, mails and requests. */
async function opened({ works = true } = {}) {
  const { db } = database;
  const jobs = await someJobs(db);
  const receivers = postToWebhooks(['127.0.0.1']);
  let findings: HealthFinding[] = [];
  const parts = {
    db,
    jobs,
    box: secretBox(Buffer.alloc(32, 7)),
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    servers: operatorAlone(smtpMailer({ smtpUrl: box.smtpUrl, from: 'phone@company.example' })),
    post: (...[posting, signal]: Parameters<SendingDeps['post']>) => postSigned(receivers.post, posting, signal),
    newSecret,
    hosts: privateHosts(['127.0.0.1']),
    origin: 'https://phone.example',
    host: 'phone.example',
    pausesSeconds: [1, 1, 1],
    patience: { beginSeconds: 60, endSeconds: 120 },
    readHealth: async () => findings,
  };
  const working = works
    ? await jobs.work(noticeKind, {
        run: (id, { signal }) => sendNotice(parts, id, signal),
        gaveUp: (id) => giveUpNotice(db, id),
      })
    : undefined;
  const stop = async () => {
    await working?.stop();
    await jobs.stop();
    receivers.close();
  };
  stops.push(stop);
  return {
    ...parts,
    async look(seconds: number, codes: readonly HealthFinding['code'][]) {
      findings = codes.map((code) => finding(code));
      await lookAt(parts, 's1', at(seconds));
    },
    resume: () => resumeNotices(db, jobs),
    stop: () => {
      stops.splice(stops.indexOf(stop), 1);
      return stop();
    },
  };
}

const finding = (code: HealthFinding['code']): HealthFinding => ({
  id: `${code} t1`,
  code,
  isOfServer: false,
  name: 'North\nBcc: x',
  host: '198.51.100.7',
  count: 1,
  said: '503 Service Unavailable',
  since: null,
  rev: 0,
});

const wanted = {
  emails: ['ops@company.example'],
  language: 'en' as const,
  webhookUrl: '',
  off: [],
  mostWaiting: null,
  mostWaitSeconds: null,
  rev: 0,
};
const arrived = (count: number) => vi.waitFor(() => expect(box.mails).toHaveLength(count), 12_000);
/** All that these servers had to send is sent, and it is so many emails. */
async function mailedOnly(count: number, ...worlds: readonly { readonly jobs: Jobs }[]) {
  await arrived(count);
  for (const { jobs } of worlds) await jobs.idle(noticeKind);
  expect(box.mails).toHaveLength(count);
}
const notices = () => database.db.selectFrom('notices').select(['kind', 'state']).orderBy('created_at').execute();

test('a trunk that fails and comes back is mailed once each, with what the other side said', async () => {
  const world = await opened();
  await saveAlarmSettings(world, by, wanted);
  for (const seconds of [0, 30, 60, 90]) await world.look(seconds, ['trunkFailing']);
  await arrived(1);
  const first = box.mails[0]?.source ?? '';
  expect(headOf(first, 'Subject')).toContain('Trunk North Bcc: x does not work');
  expect(headOf(first, 'Bcc')).toBeUndefined();
  expect(textOf(first)).toContain('The other side said: 503 Service Unavailable');
  expect(textOf(first)).toContain('https://phone.example/admin/health');
  for (const seconds of [120, 200, 250, 300]) await world.look(seconds, []);
  await mailedOnly(2, world);
  expect(headOf(box.mails[1]?.source ?? '', 'Subject')).toContain('over: Trunk North');
  expect(await notices()).toMatchObject([{ kind: 'begin' }, { kind: 'end' }]);
});

test('notices that a killed server had not sent are sent by the next one, and none twice', async () => {
  const first = await opened({ works: false });
  await saveAlarmSettings(first, by, wanted);
  for (const seconds of [0, 60]) await first.look(seconds, ['trunkFailing']);
  expect(await notices()).toEqual([{ kind: 'begin', state: 'waiting' }]);
  await first.stop();
  const second = await opened();
  await second.resume();
  await second.look(90, ['trunkFailing']);
  await arrived(1);
  await second.resume();
  await mailedOnly(1, second);
  expect(await notices()).toEqual([{ kind: 'begin', state: 'sent' }]);
});

test('two servers that look at the same moment report it once', async () => {
  const [one, other] = [await opened(), await opened()];
  await saveAlarmSettings(one, by, wanted);
  for (const seconds of [0, 60, 61])
    await Promise.all([one.look(seconds, ['trunkFailing']), other.look(seconds, ['trunkFailing'])]);
  await mailedOnly(1, one, other);
  expect(await notices()).toHaveLength(1);
});

test('a webhook gets the alarm, signed with its secret, and a kind that is off is not reported', async () => {
  const world = await opened();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alarms`;
  const { secret, settings } = await saveAlarmSettings(world, by, {
    ...wanted,
    emails: [],
    webhookUrl: url,
    off: ['mail'],
  });
  expect(await saveAlarmSettings(world, by, settings)).toMatchObject({ secret: null });
  for (const seconds of [0, 60]) await world.look(seconds, ['trunkFailing', 'mailFailing']);
  await vi.waitFor(() => expect(posts).toHaveLength(1), 12_000);
  const { body = '', headers = {} } = posts[0] ?? {};
  expect(headers['sidetone-signature']).toBe(signatureOf(secret ?? '', Number(headers['sidetone-timestamp']), body));
  expect(JSON.parse(body)).toMatchObject({ type: 'alarm.raised', accountId: 's1', alarm: { code: 'trunkFailing' } });
  expect(await testAlarm(world, by)).toEqual([expect.objectContaining({ way: 'webhook', problem: null })]);
  expect(JSON.parse(posts[1]?.body ?? '')).toEqual({ type: 'test', accountId: 's1' });
});

test('a webhook in the own network of the server is refused, and so is a change of older settings', async () => {
  const world = await opened();
  const inner = saveAlarmSettings(world, by, { ...wanted, webhookUrl: 'http://10.0.0.1/alarms' });
  await expect(inner).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await saveAlarmSettings(world, by, wanted);
  await expect(saveAlarmSettings(world, by, wanted)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('an alarm is acknowledged by its own administrators alone', async () => {
  const world = await opened();
  await saveAlarmSettings(world, by, wanted);
  for (const seconds of [0, 60]) await world.look(seconds, ['trunkFailing']);
  const { id } = await world.db.selectFrom('alarms').select('id').executeTakeFirstOrThrow();
  const stranger = acknowledgeAlarm(world.db, { ...by, accountId: 's2' }, id);
  await expect(stranger).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await acknowledgeAlarm(world.db, by, id);
  await world.look(200_000, ['trunkFailing']);
  expect(await notices()).toHaveLength(1);
  expect(await readAlarmSettings(world.db, { ...by, accountId: 's2' })).toMatchObject({ emails: [], rev: 0 });
});

test('a mail server that is away for a moment costs no alarm', async () => {
  const world = await opened();
  await saveAlarmSettings(world, by, wanted);
  box.refuse(451);
  for (const seconds of [0, 60]) await world.look(seconds, ['trunkFailing']);
  await vi.waitFor(async () => {
    const row = await world.db.selectFrom('notices').select(['state', 'problem']).executeTakeFirst();
    expect(row).toEqual({ state: 'waiting', problem: 'busy' });
  }, 12_000);
  box.refuse(false);
  await mailedOnly(1, world);
});

test('the report of yesterday is mailed once, by the clock of the company, whatever is asked again', async () => {
  const world = await opened();
  await saveReportSettings(world.db, by, { rev: 0, rhythm: 'daily', emails: ['boss@company.example'], language: 'de' });
  await sql`update report_settings set since = '2026-10-24T12:00:00Z'`.execute(world.db);
  await sql`update accounts set time_zone = 'Europe/Berlin' where id = 's1'`.execute(world.db);
  const ofDay = { incoming: 3, answered: 2, missed: 1, outgoing: 0, talkedSeconds: 60, measured: 3, inTime: 2 };
  const totals = {
    total: ofDay,
    channels: [{ name: 'Service', ...ofDay }],
    costCentres: [],
  };
  const asked: string[] = [];
  const readTotals = async (_db: unknown, _account: string, { to }: { to: string }) => {
    asked.push(to);
    return totals;
  };
  const fail = (error: unknown) => {
    throw error;
  };
  // The clock went back at three: the hour before six comes once more than usual.
  for (const moment of ['2026-10-25T04:30:00Z', '2026-10-25T05:00:00Z', '2026-10-25T05:01:00Z', '2026-10-25T22:59:00Z'])
    await mailReports({ ...world, readTotals }, new Date(moment), fail);
  await mailedOnly(1, world);
  expect(asked).toEqual(['2026-10-24']);
  const { source = '', to = [] } = box.mails[0] ?? {};
  expect(to).toEqual(['boss@company.example']);
  expect(source).toContain('anrufe-2026-10-24.csv');
  expect(await readReportSettings(world.db, by)).toMatchObject({ rhythm: 'daily', language: 'de' });
});

test('an alarm that is acknowledged during a look stays acknowledged, and a look at the same trouble writes nothing', async () => {
  const world = await opened();
  await saveAlarmSettings(world, by, wanted);
  for (const seconds of [0, 60]) await world.look(seconds, ['trunkFailing']);
  const alarm = () => world.db.selectFrom('alarms').selectAll().executeTakeFirstOrThrow();
  const { rev } = await alarm();
  await world.look(90, ['trunkFailing']);
  expect((await alarm()).rev).toBe(rev);
  let looking: Promise<void> | undefined;
  await world.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('alarms')
      .set({ acknowledged_at: at(100), acknowledged_by: by.userId })
      .execute();
    looking = world.look(120, ['trunkFailing', 'accountFailing']);
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
      expect(rows).not.toEqual([]);
    });
  });
  await looking;
  const acknowledged = world.db.selectFrom('alarms').selectAll().where('code', '=', 'trunkFailing');
  expect(await acknowledged.executeTakeFirst()).toMatchObject({ acknowledged_at: at(100), acknowledged_by: 'wanna' });
});

test('a disk that is full, then low, then full again is reported once as worse', async () => {
  const world = await opened({ works: false });
  await saveAlarmSettings(world, by, wanted);
  for (const [look, code] of (['diskFull', 'diskLow', 'diskLow', 'diskFull', 'diskLow', 'diskFull'] as const).entries())
    await world.look(look * 30, [code]);
  expect((await notices()).map(({ kind }) => kind)).toEqual(['begin', 'worse']);
});

test('alarms that the limit of an hour holds back are reported as soon as there is room', async () => {
  const world = await opened({ works: false });
  await saveAlarmSettings(world, by, wanted);
  await sql`insert into notices (id, account_id, once, kind, way, target, language, about, state)
    select 'n' || n, 's1', 'n' || n, 'begin', 'mail', 'a@company.example', 'en', '{}', 'sent' from generate_series(1, 200) n`.execute(
    world.db,
  );
  const written = async () => (await notices()).filter(({ state }) => state === 'waiting').map(({ kind }) => kind);
  const alarm = () => world.db.selectFrom('alarms').select(['began_at', 'told_at', 'ended_at']).executeTakeFirst();
  for (const seconds of [0, 60, 90]) await world.look(seconds, ['trunkFailing']);
  expect(await written()).toEqual([]);
  expect(await alarm()).toEqual({ began_at: at(0), told_at: null, ended_at: null });
  await sql`update notices set created_at = created_at - interval '1 hour'`.execute(world.db);
  await world.look(120, ['trunkFailing']);
  expect(await written()).toEqual(['begin']);
  await sql`update notices set created_at = now()`.execute(world.db);
  for (const seconds of [150, 300]) await world.look(seconds, []);
  expect(await alarm()).toMatchObject({ told_at: at(120), ended_at: null });
  await sql`update notices set created_at = created_at - interval '1 hour'`.execute(world.db);
  await world.look(330, []);
  expect(await written()).toEqual(['begin', 'end']);
});

test('nothing is reported of a suspended company, and another address loses no report', async () => {
  const world = await opened({ works: false });
  const { db } = world;
  await saveAlarmSettings(world, by, wanted);
  const daily = { rhythm: 'daily' as const, emails: ['old@company.example'], language: 'de' as const };
  const first = await saveReportSettings(db, by, { ...daily, rev: 0 });
  await sql`update report_settings set since = '2026-10-24T12:00:00Z'`.execute(db);
  const since = async () => (await db.selectFrom('report_settings').select('since').executeTakeFirst())?.since;
  const { rev } = await readReportSettings(db, by);
  expect(rev).not.toBe(first.rev);
  const other = await saveReportSettings(db, by, { ...daily, emails: ['new@company.example'], rev });
  expect(await since()).toEqual(new Date('2026-10-24T12:00:00Z'));
  const fail = (error: unknown) => {
    throw error;
  };
  const none = { incoming: 0, answered: 0, missed: 0, outgoing: 0, talkedSeconds: 0, measured: 0, inTime: 0 };
  const readTotals = async () => ({ total: none, channels: [], costCentres: [] });
  const readHealth = async () => [finding('trunkFailing')];
  const tellAll = async () => {
    for (const seconds of [0, 60]) await lookAtAll({ ...world, readHealth }, at(seconds), fail);
    await mailReports({ ...world, readTotals }, new Date('2026-10-25T12:00:00Z'), fail);
    return (await notices()).map(({ kind }) => kind);
  };
  await sql`update accounts set suspended_at = now() where id = 's1'`.execute(db);
  expect(await tellAll()).toEqual([]);
  await sql`update accounts set suspended_at = null where id = 's1'`.execute(db);
  expect(await tellAll()).toEqual(['begin', 'report']);
  await saveReportSettings(db, by, { ...other, rhythm: 'monthly' });
  expect(await since()).not.toEqual(new Date('2026-10-24T12:00:00Z'));
});
