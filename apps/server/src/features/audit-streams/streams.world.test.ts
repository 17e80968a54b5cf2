import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type AuditStreamTarget, auditStreamChange } from '@sidetone/contract/entities/audit-stream.ts';
import { isSigned, openReceiver } from '@sidetone/simulator/webhooks/receiver.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { postToWebhooks } from '../../post-to-webhooks.ts';
import { audit } from '../../requests/audit.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { makeAuthority, makeServerCertificate } from '../../tls/certificate.ts';
import { postSigned } from '../webhooks/post-signed.ts';
import { readAuditStream, removeAuditStream, saveAuditStream, testAuditStream } from './settings.ts';
import { box, hosts, streamingWorld } from './testing/streaming-world.ts';
import { openSyslog } from './testing/syslog-receiver.ts';

let database: TestDatabase;
const opened: { stop(): Promise<void> }[] = [];
const closing: (() => void)[] = [];
const receivers = postToWebhooks(['127.0.0.1']);
const post: Parameters<typeof streamingWorld>[1] = {
  post: (posting, signal) => postSigned(receivers.post, posting, signal),
};

beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
  await sql`insert into accounts (id, name, plan, country, area_code) values ('s2', 'Another', '{}', 'DE', '30')`.execute(
    database.db,
  );
});
afterAll(async () => {
  receivers.close();
  await database.drop();
});
beforeEach(() => database.db.deleteFrom('audit_streams').execute());
afterEach(async () => {
  for (const world of opened.splice(0)) await world.stop();
  for (const close of closing.splice(0)) close();
});

const by = { userId: 'wanna', accountId: 's1', address: '192.0.2.7' };
const patience = 15_000;

/** A line of a company; gives its id. */
const line = async (target: string, accountId: string | null = 's1'): Promise<string> => {
  await database.db
    .transaction()
    .execute((trx) => audit(trx, { accountId, actorUserId: null, action: 'user.changed', target }));
  const row = await database.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return row.id;
};
const open = async (given?: Parameters<typeof streamingWorld>[1]) => {
  const world = await streamingWorld(database.db, given);
  opened.push(world);
  return world;
};
const save = (target: AuditStreamTarget, more: object = {}, who = by) =>
  saveAuditStream(
    { db: database.db, box, hosts, newSecret: () => 'whsec_of-a-test' },
    who,
    auditStreamChange.parse({ rev: 0, target, ...more }),
  );
const stream = async (accountId = 's1') => {
  const found = await readAuditStream(database.db, accountId);
  if (!found) throw new Error('nothing is sent');
  return found;
};
const receiver = async (tls: Parameters<typeof openSyslog>[0] = null) => {
  const made = await openSyslog(tls);
  closing.push(made.close);
  return made;
};
const webhook = async () => {
  const made = await openReceiver();
  closing.push(made.close);
  return made;
};
const authorityOf = (name: string) => ({ ...makeAuthority(name, new Date()), name });
const linesOf = (body: string): { id: string; target: string }[] => JSON.parse(body).lines;

test('a receiver of RFC 5425 gets every line of the company from then on in its order, and none of others', async () => {
  const authority = authorityOf('Log host');
  const certified = makeServerCertificate(authority, ['127.0.0.1'], new Date());
  const syslog = await receiver(certified);
  await line('before');
  await save({ way: 'syslogTls', host: '127.0.0.1', port: syslog.port, ca: authority.cert });
  await open();
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    ids.push(await line(`line ${at}`));
    await line('theirs', 's2');
    await line('of the server', null);
  }
  await vi.waitFor(() => expect(syslog.messages.filter((one) => one.includes('line '))).toHaveLength(5), patience);
  // The change of the settings is a line as well.
  expect(syslog.ids().slice(1)).toEqual(ids);
  expect(syslog.messages[0]).toContain('auditStream.changed');
  expect(syslog.messages.join()).not.toMatch(/theirs|of the server|target="before"/);
  await vi.waitFor(async () => expect((await stream()).standing.waiting).toBe(0), patience);
  expect((await stream()).standing).toMatchObject({ problem: null, deliveredAt: expect.any(String), nextAt: null });
});

test('a certificate that nobody vouches for is refused, and nothing is lost meanwhile', async () => {
  const [ours, theirs] = [authorityOf('Ours'), authorityOf('Theirs')];
  const syslog = await receiver(makeServerCertificate(theirs, ['127.0.0.1'], new Date()));
  const saved = await save({ way: 'syslogTls', host: '127.0.0.1', port: syslog.port, ca: ours.cert });
  await open();
  const id = await line('important');
  await vi.waitFor(async () => expect((await stream()).standing.problem).toBe('certificate'), patience);
  expect(syslog.messages).toEqual([]);
  const { standing } = await stream();
  expect(standing.waiting).toBeGreaterThan(1);
  const target = { way: 'syslogTls', host: '127.0.0.1', port: syslog.port, ca: theirs.cert } as const;
  await save(target, { rev: saved.stream.rev });
  await vi.waitFor(() => expect(syslog.ids()).toContain(id), patience);
});

test('the outage of a receiver of TCP loses nothing, and what was there before comes where that is wanted', async () => {
  const gone = await openSyslog();
  gone.close();
  const first = await line('first');
  await save({ way: 'syslogTcp', host: '127.0.0.1', port: gone.port }, { withEarlier: true });
  await open();
  await vi.waitFor(async () => expect((await stream()).standing.problem).toBe('unreachable'), patience);
  const second = await line('second');
  const syslog = await receiver();
  await database.db
    .updateTable('audit_streams')
    .set({ target: JSON.stringify({ way: 'syslogTcp', host: '127.0.0.1', port: syslog.port }) })
    .execute();
  await vi.waitFor(() => expect(syslog.ids()).toContain(second), patience);
  const ids = syslog.ids();
  expect(ids.indexOf(first)).toBeGreaterThan(-1);
  expect(ids.indexOf(second)).toBeGreaterThan(ids.indexOf(first));
  expect(new Set(ids).size).toBe(ids.length);
});

test('a webhook gets signed batches, with what its company entered, and a try later the same ids', async () => {
  const hook = await webhook();
  hook.answersWith(503, 200);
  const { secret } = await save({ way: 'webhook', url: `${hook.url}/log` }, { authorization: 'Splunk secret-4711' });
  const id = await line('once');
  await open(post);
  await vi.waitFor(() => expect(hook.received.length).toBeGreaterThan(1), patience);
  const [failed, taken] = hook.received;
  expect(linesOf(taken?.body ?? '').map((one) => one.id)).toEqual(linesOf(failed?.body ?? '').map((one) => one.id));
  expect(linesOf(taken?.body ?? '').at(-1)).toMatchObject({ id, target: 'once' });
  expect(taken?.headers).toMatchObject({ authorization: 'Splunk secret-4711', 'event-type': 'audit.lines' });
  expect(taken !== undefined && isSigned(secret ?? '', taken)).toBe(true);
  const row = await database.db.selectFrom('audit_streams').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toMatch(/4711|whsec/);
  expect(await stream()).toMatchObject({ hasAuthorization: true, standing: { status: 200, problem: null } });
});

test('many lines come in batches, and none twice or out of order', async () => {
  const hook = await webhook();
  await save({ way: 'webhook', url: hook.url });
  await database.db.transaction().execute(async (trx) => {
    for (let at = 0; at < 450; at += 1)
      await audit(trx, { accountId: 's1', actorUserId: null, action: 'user.changed', target: `many ${at}` });
  });
  await open(post);
  const got = () =>
    hook.received.flatMap(({ body }) => linesOf(body)).filter(({ target }) => target.startsWith('many'));
  await vi.waitFor(() => expect(got()).toHaveLength(450), patience);
  expect(got().map(({ target }) => target)).toEqual(Array.from({ length: 450 }, (_, at) => `many ${at}`));
  expect(hook.received.every(({ body }) => linesOf(body).length <= 200)).toBe(true);
  expect(hook.received.length).toBe(3);
});

test('killed between a delivery and the note of it, the next server sends the same lines again and goes on', async () => {
  const hook = await webhook();
  await save({ way: 'webhook', url: hook.url });
  const id = await line('killed');
  const child = fork(
    fileURLToPath(new URL('./testing/streaming-process.ts', import.meta.url)),
    [database.url, hook.url],
    { execArgv: [] },
  );
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  expect(hook.received).toHaveLength(1);
  const next = await line('after');
  await open({ ...post, isServer: true });
  await vi.waitFor(
    () => expect(hook.received.flatMap(({ body }) => linesOf(body)).map((one) => one.id)).toContain(next),
    {
      timeout: 60_000,
    },
  );
  expect(linesOf(hook.received[1]?.body ?? '').map((one) => one.id)).toContain(id);
});

test('a receiver that takes the place of one that is being sent to misses nothing', async () => {
  const posted: string[] = [];
  const first = Promise.withResolvers<void>();
  const replaced = Promise.withResolvers<void>();
  await save({ way: 'webhook', url: 'https://9.9.9.9/one' }, { withEarlier: true });
  await open({
    async post({ url, body }) {
      if (url.endsWith('/one')) {
        first.resolve();
        await replaced.promise;
      } else posted.push(...linesOf(body).map(({ id }) => id));
      return { outcome: 'arrived', status: 200 };
    },
  });
  await first.promise;
  await removeAuditStream(database, by);
  await save({ way: 'webhook', url: 'https://9.9.9.9/two' }, { withEarlier: true });
  replaced.resolve();
  const { rows } = await sql<{ id: string }>`
    select id::text from audit_log join audit_chain on entry_id = id where scope = 's1' order by position`.execute(
    database.db,
  );
  await vi.waitFor(() => expect(posted).toEqual(rows.map(({ id }) => id)), patience);
});

test('what closes the connection by itself, as a balancer without a receiver, has nothing', async () => {
  const balancer = createServer((socket) => void socket.end()).listen(0, '127.0.0.1');
  closing.push(() => void balancer.close());
  await once(balancer, 'listening');
  const { port } = z.object({ port: z.number() }).parse(balancer.address());
  const world = await open();
  await save({ way: 'syslogTcp', host: '127.0.0.1', port });
  expect(await testAuditStream(world.parts, by)).toMatchObject({ problem: 'unreachable' });
  expect((await stream()).standing.deliveredAt).toBeNull();
});

test('a receiver that is gone switches the stream off, with a line in the log', async () => {
  const hook = await webhook();
  hook.answersWith(410);
  const { stream: saved } = await save({ way: 'webhook', url: hook.url });
  await open(post);
  await vi.waitFor(async () => expect((await stream()).state).toBe('off'), patience);
  const noted = await database.db
    .selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'auditStream.switchedOff')
    .execute();
  expect(noted).toHaveLength(1);
  hook.answersWith(200);
  await save({ way: 'webhook', url: hook.url }, { rev: saved.rev });
  await vi.waitFor(async () => expect((await stream()).standing.waiting).toBe(0), patience);
});

test('places of the own network, plain text to elsewhere and what is no certificate are refused at their fields', async () => {
  const refused = async (target: AuditStreamTarget) =>
    await save(target).then(
      () => null,
      ({ issues }: { issues?: unknown }) => issues,
    );
  const at = (path: string, message: string) => [{ path, message }];
  expect(await refused({ way: 'syslogTls', host: '10.0.0.7', port: 6514, ca: '' })).toEqual(
    at('target.host', 'privateHost'),
  );
  expect(await refused({ way: 'syslogTls', host: '169.254.169.254', port: 80, ca: '' })).toEqual(
    at('target.host', 'privateHost'),
  );
  expect(await refused({ way: 'syslogTcp', host: '9.9.9.9', port: 601 })).toEqual(at('target.host', 'insecure'));
  expect(await refused({ way: 'syslogTls', host: '9.9.9.9', port: 6514, ca: 'no pem' })).toEqual(
    at('target.ca', 'notACertificate'),
  );
  expect(await refused({ way: 'webhook', url: 'http://9.9.9.9/' })).toEqual(at('target.url', 'insecure'));
  expect(await refused({ way: 'webhook', url: 'https://10.0.0.7/' })).toEqual(at('target.url', 'privateHost'));
});

test('of two administrators the second to save is told, and a secret header goes to no other server', async () => {
  await save({ way: 'webhook', url: 'https://9.9.9.9/log' }, { authorization: 'Bearer hidden' });
  await expect(save({ way: 'webhook', url: 'https://9.9.9.9/' })).rejects.toMatchObject({ code: 'CONFLICT' });
  const { rev } = await stream();
  const moved = save({ way: 'webhook', url: 'https://9.9.9.8/log' }, { rev });
  await expect(moved).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  const { stream: changed, secret } = await save({ way: 'webhook', url: 'https://9.9.9.9/other' }, { rev });
  expect([changed.hasAuthorization, secret]).toEqual([true, 'whsec_of-a-test']);
  await removeAuditStream(database, by);
  expect(await readAuditStream(database.db, 's1')).toBeNull();
  expect(await readAuditStream(database.db, 's2')).toBeNull();
});

test('a test goes the way that is saved, is no line of the log, and says what is wrong', async () => {
  const syslog = await receiver();
  const world = await open();
  await expect(testAuditStream(world.parts, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await save({ way: 'syslogTcp', host: '127.0.0.1', port: syslog.port });
  expect(await testAuditStream(world.parts, by)).toMatchObject({ problem: null, status: null });
  expect(syslog.messages.filter((one) => one.includes('sidetone - test '))).toHaveLength(1);
  syslog.close();
  expect(await testAuditStream(world.parts, by)).toMatchObject({ problem: 'unreachable' });
});
