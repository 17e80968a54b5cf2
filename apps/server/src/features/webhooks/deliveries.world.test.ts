import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isSigned, openReceiver, type Receiver } from '@sidetone/simulator/webhooks/receiver.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { someJobs } from '../../jobs/testing/some-jobs.ts';
import { someCompany } from '../../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../../storage/testing/test-database.ts';
import { vcon } from '../../vcon/vcon-schema.ts';
import { deliveringWorld, documented, switchWebhook, webhookId } from './testing/delivering-world.ts';

let database: TestDatabase;
let receiver: Receiver;
let docId: string;
let count = 0;
const worlds: Awaited<ReturnType<typeof deliveringWorld>>[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await someCompany(database.db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  count += 1;
  docId = `pbx-${count}`;
  receiver = await openReceiver();
  await switchWebhook(database.db, true);
});
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.stop();
  receiver.close();
  await database.db.deleteFrom('webhooks').execute();
});

const opened = async (given: Parameters<typeof deliveringWorld>[1] = { pausesSeconds: [1, 1] }) => {
  const world = await deliveringWorld(database.db, given);
  worlds.push(world);
  return world;
};
const patience = 15_000;

test('a documented call of a shared channel arrives as JSON, signed, with the headers of the account', async () => {
  const world = await opened();
  const secret = await world.save({
    url: `${receiver.url}/calls?from=sidetone`,
    method: 'PUT',
    headers: [
      { name: 'Authorization', value: 'Bearer very-secret-4f1c' },
      { name: 'X-Source', value: 'sidetone' },
    ],
  });
  await world.call(docId);
  await vi.waitFor(async () => expect((await world.list())[0]?.state).toBe('delivered'), patience);
  expect(receiver.received).toHaveLength(1);
  const [request] = receiver.received;
  if (!request || secret === null) throw new Error('nothing arrived');
  expect(request).toMatchObject({
    method: 'PUT',
    path: '/calls?from=sidetone',
    headers: {
      authorization: 'Bearer very-secret-4f1c',
      'x-source': 'sidetone',
      'content-type': 'application/json',
      'event-type': 'call.documented',
    },
  });
  expect(isSigned(secret, request)).toBe(true);
  expect(isSigned(secret, { ...request, body: `${request.body} ` })).toBe(false);
  expect(Math.abs(Number(request.headers['sidetone-timestamp']) - Date.now() / 1000)).toBeLessThan(30);
  expect(JSON.parse(request.body)).toMatchObject({
    version: '1',
    call: {
      id: docId,
      from: '4940111222',
      to: '4930555020',
      duration: 82_666,
      direction: 'IN',
      users: [{ userId: 'wanna', fullUserId: 's1wanna', fullName: 'Anna Ahorn' }],
      channel: { id: 'cteam', name: 'Team' },
    },
    assist: { callHeadline: { content: 'Forty rolls' } },
  });
  const [delivery] = await world.list();
  expect(delivery).toMatchObject({ id: request.headers['event-id'], webhookId, tries: 1, status: 200, problem: null });
});

test('as a vCon it has the id of its delivery, and is one again at each try', async () => {
  const world = await opened();
  const secret = await world.save({ url: receiver.url, payload: 'VCON' });
  receiver.answersWith(500, 200);
  await world.call(docId);
  await vi.waitFor(async () => expect((await world.list())[0]?.state).toBe('delivered'), patience);
  const [first, second] = receiver.received;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['content-type']).toBe('application/vcon');
  expect(second !== undefined && isSigned(secret ?? '', second)).toBe(true);
  expect(vcon.parse(JSON.parse(second?.body ?? ''))).toMatchObject({
    uuid: second?.headers['event-id'],
    subject: 'Forty rolls',
    parties: [expect.objectContaining({ name: 'Anna Ahorn' }), expect.anything()],
  });
});

test('500, then 200: tried again with the same event-id, and delivered once', async () => {
  const world = await opened();
  const secret = await world.save({ url: receiver.url });
  receiver.answersWith(500, 200);
  await world.call(docId);
  await vi.waitFor(
    async () => expect((await world.list())[0]).toMatchObject({ state: 'waiting', status: 500, problem: 'failing' }),
    patience,
  );
  await vi.waitFor(async () => expect((await world.list())[0]?.state).toBe('delivered'), patience);
  await world.deliveries.offer({ channelId: 'cteam', docId });
  await world.deliveries.idle();
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ headers }) => headers['event-id'])).size).toBe(1);
  for (const request of receiver.received) expect(isSigned(secret ?? '', request)).toBe(true);
  expect(await world.list()).toMatchObject([{ tries: 2, status: 200, problem: null, nextAt: null }]);
});

test('a receiver says when to come back, and twelve tries are the last', async () => {
  const world = await opened({ pausesSeconds: Array.from({ length: 11 }, () => 0) });
  await world.save({ url: receiver.url });
  receiver.answers((_request, response) => response.writeHead(429, { 'retry-after': '120' }).end());
  await world.call(docId);
  await vi.waitFor(async () => expect((await world.list())[0]?.tries).toBe(1), patience);
  const [delivery] = await world.list();
  expect(delivery).toMatchObject({ state: 'waiting', problem: 'busy' });
  expect(Math.round((Date.parse(delivery?.nextAt ?? '') - Date.now()) / 1000)).toBeGreaterThan(100);

  receiver.answersWith(500);
  await world.call(`${docId}-more`);
  await vi.waitFor(async () => {
    const failed = (await world.list()).find(({ state }) => state === 'failed');
    expect(failed).toMatchObject({ tries: 12, problem: 'failing', nextAt: null });
  }, 30_000);
  expect(receiver.received).toHaveLength(13);
});

test('a day is the longest that anything is tried', async () => {
  const world = await opened();
  await world.save({ url: receiver.url });
  receiver.answers((_request, response) => response.writeHead(503, { 'retry-after': '90000' }).end());
  await world.call(docId);
  await vi.waitFor(async () => expect((await world.list())[0]?.state).toBe('failed'), patience);
});

test('what waited while the server was down for longer than a day is not sent', async () => {
  const world = await opened({ pausesSeconds: [1, 1] });
  await world.save({ url: receiver.url });
  receiver.answersWith(500);
  await world.call(docId);
  await vi.waitFor(async () => expect((await world.list())[0]?.tries).toBe(1), patience);
  await database.db.updateTable('webhook_deliveries').set({ created_at: sql`now() - interval '25 hours'` }).execute();
  await vi.waitFor(async () => expect((await world.list())[0]?.state).toBe('failed'), patience);
  expect((await world.list())[0]).toMatchObject({ tries: 1, problem: 'failing' });
  expect(receiver.received).toHaveLength(1);
});

test('a receiver that hangs holds nobody else up', async () => {
  const world = await opened({ pausesSeconds: [60], limits: { withinMs: 8_000 } });
  await world.save({ url: receiver.url });
  receiver.answers(() => undefined);
  for (let at = 0; at < 8; at += 1) await world.call(`${docId}-${at}`);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patience);
  const other = await openReceiver();
  try {
    const { db } = database;
    await db.insertInto('accounts').values({ id: 's2', name: 'Other', plan: '{}', country: 'DE' }).execute();
    await db
      .insertInto('channels')
      .values({ id: 'cother', account_id: 's2', type: 'acd', name: 'Other', follow_up_time: 0 })
      .execute();
    await switchWebhook(db, true, {}, 's2');
    await world.save({ url: other.url }, 's2');
    await world.call(`${docId}-other`, 'cother', documented, 's2');
    await vi.waitFor(() => expect(other.received).toHaveLength(1), 4_000);
    expect(receiver.received).toHaveLength(2);
  } finally {
    other.close();
  }
});

test('410 switches the webhook off, and nothing more is sent before it is saved again', async () => {
  const world = await opened();
  await world.save({ url: receiver.url });
  receiver.answersWith(410, 200);
  await world.call(docId);
  await vi.waitFor(
    async () => expect((await world.list())[0]).toMatchObject({ state: 'failed', problem: 'gone' }),
    patience,
  );
  const rows = await database.db.selectFrom('webhooks').select('state').execute();
  expect(rows).toEqual([{ state: 'off' }]);
  const lines = await database.db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'target'])
    .where('action', '=', 'webhook.switchedOff')
    .execute();
  expect(lines).toEqual([{ actor_user_id: null, target: webhookId }]);
  await world.call(`${docId}-more`);
  await world.deliveries.idle();
  expect(receiver.received).toHaveLength(1);
  await world.save({ url: receiver.url });
  await world.call(`${docId}-again`);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patience);
});

test('a receiver that never answers costs ten seconds, not the day', async () => {
  const world = await opened({ pausesSeconds: [60], limits: { withinMs: 300 } });
  await world.save({ url: receiver.url });
  receiver.answers(() => undefined);
  await world.call(docId);
  await vi.waitFor(
    async () => expect((await world.list())[0]).toMatchObject({ tries: 1, status: null, problem: 'timedOut' }),
    patience,
  );
});

test('a huge answer is read by nobody: the call is delivered, and not a word of the answer is kept', async () => {
  const world = await opened();
  await world.save({ url: receiver.url });
  receiver.answers((_request, response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write('marmalade '.repeat(10_000)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  await world.call(docId);
  await vi.waitFor(
    async () => expect((await world.list())[0]).toMatchObject({ state: 'delivered', status: 200 }),
    patience,
  );
  const kept = await sql<{ kept: string }>`select row_to_json(d)::text as kept from webhook_deliveries d
    union all select row_to_json(j)::text from pgboss.job j where name like 'webhook-delivery%'`.execute(database.db);
  for (const { kept: row } of kept.rows) {
    expect(row).not.toContain('marmalade');
    expect(row).not.toContain('forty rolls');
  }
});

test('a redirect to another host is not followed, nor one into the server’s own network', async () => {
  const world = await opened({ pausesSeconds: [60] });
  const other = await openReceiver();
  await world.save({ url: receiver.url, headers: [{ name: 'X-Token', value: 'a-long-secret-value' }] });
  receiver.answers((_request, response) => response.writeHead(307, { location: `${other.url}/elsewhere` }).end());
  await world.call(docId);
  await vi.waitFor(
    async () => expect((await world.list())[0]).toMatchObject({ tries: 1, problem: 'movedAway' }),
    patience,
  );
  receiver.answers((_request, response) => response.writeHead(307, { location: 'http://10.0.0.7/' }).end());
  await world.call(`${docId}-more`);
  await vi.waitFor(
    async () => expect((await world.list())[0]).toMatchObject({ tries: 1, problem: 'movedAway' }),
    patience,
  );
  expect(other.received).toEqual([]);
  other.close();
});

test('SPERM-002: a call of a private channel is never sent, and of shared ones only those that were chosen', async () => {
  const world = await opened();
  await world.save({ url: receiver.url });
  await world.call(docId, 'ca');
  expect(await world.list()).toEqual([]);
  await database.db
    .insertInto('channels')
    .values({ id: 'csales', account_id: 's1', type: 'acd', name: 'Sales', follow_up_time: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await world.save({ url: receiver.url, channels: ['csales'] });
  await world.call(`${docId}-team`, 'cteam');
  await world.call(`${docId}-sales`, 'csales');
  await vi.waitFor(async () => expect((await world.list())[0]?.state).toBe('delivered'), patience);
  // What was chosen is gone: that is no choice of all of them.
  await database.db.deleteFrom('channels').where('id', '=', 'csales').execute();
  await world.call(`${docId}-later`, 'cteam');
  await world.deliveries.idle();
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { call: { id: string } }).call.id)).toEqual([
    `${docId}-sales`,
  ]);
});

test('nothing is sent of a call of which nothing was made, and while the webhook or AI is switched off', async () => {
  const world = await opened();
  await world.save({ url: receiver.url });
  await world.call(docId, 'cteam', {});
  await switchWebhook(database.db, false);
  await world.call(`${docId}-off`);
  await switchWebhook(database.db, true, { hasAiDisabled: true });
  await world.call(`${docId}-no-ai`);
  expect(await world.list()).toEqual([]);
  expect(receiver.received).toEqual([]);
});

test('what is made private or switched off while a call waits ends its delivery', async () => {
  const world = await opened();
  await world.save({ url: receiver.url });
  receiver.answersWith(500, 200);
  await world.call(docId);
  await vi.waitFor(async () => expect((await world.list())[0]?.tries).toBe(1), patience);
  await switchWebhook(database.db, false);
  await vi.waitFor(
    async () => expect((await world.list())[0]).toMatchObject({ state: 'failed', problem: 'switchedOff' }),
    patience,
  );
  expect(receiver.received).toHaveLength(1);
});

test('a call that is deleted stops its deliveries, one that is being sent too', async () => {
  const world = await opened({ limits: { withinMs: 60_000 } });
  await world.save({ url: receiver.url });
  const closed = new Promise<void>((resolve) => {
    receiver.answers((request) => void request.socket.once('close', resolve));
  });
  await world.call(docId);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patience);
  await database.db.transaction().execute(async (trx) => {
    await world.deliveries.endOf(trx, { channelId: 'cteam', docId });
    await trx.deleteFrom('inbox_events').where('id', '=', docId).execute();
  });
  await closed;
  await world.deliveries.resume();
  await world.deliveries.idle();
  expect(await world.list()).toEqual([]);
  expect(receiver.received).toHaveLength(1);
});

test('killed between the delivery and its line: the next life sends it again, with the same event-id', async () => {
  // Asks for it and does none of it.
  const asking = await opened();
  const secret = await asking.save({ url: receiver.url });
  await asking.deliveries.stop();
  const arrived = new Promise<void>((resolve) => {
    receiver.answers(() => resolve());
  });
  await asking.call(docId);
  const process = new URL('./testing/delivering-process.ts', import.meta.url);
  const child = fork(fileURLToPath(process), [database.url], { execArgv: [] });
  await arrived;
  child.kill('SIGKILL');
  await once(child, 'exit');
  receiver.answersWith(200);
  const next = await opened({ isServer: true });
  await vi.waitFor(async () => expect((await next.list())[0]?.state).toBe('delivered'), patience);
  expect(receiver.received).toHaveLength(2);
  const [first, second] = receiver.received;
  expect(second?.headers['event-id']).toBe(first?.headers['event-id']);
  expect(second?.body).toBe(first?.body);
  expect(second !== undefined && isSigned(secret ?? '', second)).toBe(true);
});

test('a restored backup has no jobs: what waits is asked for at the start', async () => {
  const world = await opened();
  await world.save({ url: receiver.url });
  await world.deliveries.stop();
  await world.call(docId);
  const bare = await someJobs(database.db);
  await sql`delete from pgboss.job where name like 'webhook-delivery%'`.execute(database.db);
  await bare.stop();
  const next = await opened();
  await next.deliveries.resume();
  await vi.waitFor(async () => expect((await next.list())[0]?.state).toBe('delivered'), patience);
});

test('deliveries are forgotten after 30 days', async () => {
  const world = await opened();
  await world.save({ url: receiver.url });
  await world.call(docId, 'cteam', documented);
  await vi.waitFor(async () => expect((await world.list())[0]?.state).toBe('delivered'), patience);
  await sql`update webhook_deliveries set created_at = now() - interval '31 days'`.execute(database.db);
  expect(await world.list()).toEqual([]);
  expect(await world.deliveries.forget()).toBe(1);
});
