import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../storage/database.ts';
import { type CarrierPlace, claimFreeNode, claimNode, claimVacantNode } from '../storage/node-lease.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { tidyLeftNodes } from './tidy.ts';

const placeOf = (machine: string): CarrierPlace => ({
  sipAddress: `${machine}.example:5060`,
  httpAddress: `http://${machine}.example:8080`,
  release: '1.0.0',
  carrier: `${machine} /data`,
});
const [a, b, c] = [placeOf('a'), placeOf('b'), placeOf('c')];

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

const silentFor = (node: string, seconds: number) =>
  sql`update nodes set lease_until = now() - make_interval(secs => ${seconds}) where node = ${node}`.execute(
    database.db,
  );
const epochOf = async (node: string) =>
  Number(
    (await database.db.selectFrom('nodes').select('epoch').where('node', '=', node).executeTakeFirstOrThrow()).epoch,
  );

test('a name that another carries is waited for; an earlier life of the same carrier is followed without waiting', async () => {
  const { db } = database;
  expect((await claimFreeNode(db, 'node-1', a, false))?.epoch).toBe(1);
  expect(await claimFreeNode(db, 'node-1', b, true)).toBeUndefined();
  expect((await claimFreeNode(db, 'node-1', a, false))?.epoch).toBe(2);

  // Its lease has run out, perhaps because the database was away: only who is sure takes it.
  await silentFor('node-1', 3);
  expect(await claimFreeNode(db, 'node-1', b, false)).toBeUndefined();
  expect(await claimVacantNode(db, b, false)).toBeUndefined();
  expect((await claimFreeNode(db, 'node-1', b, true))?.epoch).toBe(3);
  await silentFor('node-1', 61);
  expect((await claimFreeNode(db, 'node-1', a, false))?.epoch).toBe(4);
});

test('a lease from before the clock was set back holds up nobody who saw that it is not renewed', async () => {
  const { db } = database;
  await claimFreeNode(db, 'node-1', a, false);
  await silentFor('node-1', -3_600);
  expect(await claimFreeNode(db, 'node-1', b, false)).toBeUndefined();
  expect(await claimVacantNode(db, b, false)).toBeUndefined();
  expect((await claimFreeNode(db, 'node-1', b, true))?.epoch).toBe(2);
  // One that was renewed just now is that of a carrier which is well.
  expect(await claimFreeNode(db, 'node-1', a, true)).toBeUndefined();
  expect(await claimVacantNode(db, a, true)).toBeUndefined();
  await silentFor('node-1', -3_600);
  expect((await claimVacantNode(db, a, true))?.epoch).toBe(3);
});

test('a lease that was given back is taken without waiting, and one that was handed over by others first', async () => {
  const { db } = database;
  const lease = await claimFreeNode(db, 'node-1', a, false);
  await lease?.release();
  const second = await claimFreeNode(db, 'node-1', a, false);
  expect(second?.epoch).toBe(2);

  await db.updateTable('nodes').set({ state: 'draining' }).execute();
  await second?.release();
  expect(await claimFreeNode(db, 'node-1', a, false)).toBeUndefined();
  expect((await claimVacantNode(db, b, false))?.epoch).toBe(3);
  expect(await db.selectFrom('nodes').select(['state', 'carrier', 'http_address']).execute()).toEqual([
    { state: 'up', carrier: b.carrier, http_address: b.httpAddress },
  ]);

  // Nobody came: the carrier that handed it over takes it again.
  await db.updateTable('nodes').set({ state: 'draining' }).execute();
  await silentFor('node-1', 20);
  expect((await claimFreeNode(db, 'node-1', b, false))?.epoch).toBe(4);
});

test('of many spares that ask at the same moment one has the seat, in each of its epochs', async () => {
  const { db, url } = database;
  await claimNode(db, 'node-1', c);
  await claimNode(db, 'node-2', c);
  const pools = [a, b].map((place) => ({ place, db: openDatabase(url) }));
  try {
    for (let round = 1; round <= 20; round++) {
      await silentFor('node-1', 1);
      const asked = Array.from({ length: 8 }, (_, at) => pools[at % 2]).flatMap((pool) =>
        pool ? [claimVacantNode(pool.db, pool.place, true)] : [],
      );
      const leases = (await Promise.all(asked)).filter((lease) => lease !== undefined);
      expect(leases.map(({ node, epoch }) => ({ node, epoch }))).toEqual([{ node: 'node-1', epoch: round + 1 }]);
      expect(await leases[0]?.renew()).toBe(true);
    }
    expect(await epochOf('node-2')).toBe(1);
  } finally {
    for (const pool of pools) await pool.db.destroy();
  }
});

test('what a node left that nobody carries is tidied once, at its last sign of life; what may be adopted yet stays', async () => {
  const { db } = database;
  await someCompany(db);
  const frozen = await claimNode(db, 'node-1', a);
  await claimNode(db, 'node-2', b);
  for (const node of ['node-1', 'node-2']) await leave(node);

  await silentFor('node-1', 40);
  expect(await tidyLeftNodes(db)).toEqual([]);
  await silentFor('node-1', 61);
  const twice = await Promise.all([tidyLeftNodes(db), tidyLeftNodes(db)]);
  expect(twice.flat()).toEqual(['node-1']);

  const calls = await sql<{ id: string; reason: string | null; seconds: number | null }>`
    select id, ended_reason as reason, round(extract(epoch from ended_at - started_at))::int as seconds
    from calls order by id`.execute(db);
  // The lease of the call ran out 50 s after it began, and is 10 s long.
  expect(calls.rows).toEqual([
    { id: 'call of node-1', reason: 'TERMINATED', seconds: 40 },
    { id: 'call of node-2', reason: null, seconds: null },
  ]);
  for (const table of ['call_snapshots', 'sip_dialogs', 'client_lines', 'registrations'] as const) {
    expect(await db.selectFrom(table).select('node').execute(), table).toEqual([{ node: 'node-2' }]);
  }
  expect(await db.selectFrom('agent_claims').select('node').execute()).toEqual([{ node: 'node-2' }]);
  const open = await db.selectFrom('inbox_events').select('id').where('terminated_at', 'is', null).execute();
  expect(open).toEqual([{ id: 'event of node-2' }]);

  // It wakes up, and finds that it is over.
  expect(await frozen.renew()).toBe(false);
  expect(await tidyLeftNodes(db)).toEqual([]);
  expect((await claimVacantNode(db, c, false))?.epoch).toBe(3);
});

/** What a carrier has while a call runs. */
async function leave(node: string): Promise<void> {
  const { db } = database;
  const userId = node === 'node-1' ? 'wanna' : 'wben';
  const began = sql<Date>`now() - interval '90 seconds'`;
  const call = { account_id: 's1', session_id: node, node, epoch: 1, established_at: null };
  await db
    .insertInto('calls')
    .values({
      ...call,
      id: `call of ${node}`,
      started_at: began,
      lease_until: sql<Date>`now() - interval '40 seconds'`,
    })
    .execute();
  await db
    .insertInto('inbox_events')
    .values({
      id: `event of ${node}`,
      account_id: 's1',
      channel_id: 'cteam',
      call_id: `call of ${node}`,
      session_id: node,
      unresolved: true,
      direction: 'INCOMING',
      state: 'Established',
      started_at: began,
    })
    .execute();
  const own = { node, epoch: 1 };
  await db
    .insertInto('call_snapshots')
    .values({ ...own, call_id: `call of ${node}`, snapshot: '{}', seen: '[]' })
    .execute();
  await db
    .insertInto('sip_dialogs')
    .values({ ...own, leg_id: `leg of ${node}`, snapshot: '{}' })
    .execute();
  await db
    .insertInto('agent_claims')
    .values({ ...own, user_id: userId, call_id: `call of ${node}`, channel_id: 'cteam' })
    .execute();
  await db.insertInto('client_lines').values({ user_id: userId, node }).execute();
  await sql`insert into endpoints (id, account_id, user_id, kind, alias, sip_username, password_sealed)
    values (${`endpoint of ${node}`}, 's1', ${userId}, 'phone', '', ${`user of ${node}`}, '')`.execute(db);
  await sql`insert into registrations
      (id, endpoint_id, user_id, contact_uri, transport, remote_address, remote_port, call_id, cseq, node, epoch, expires_at)
    values (${`registration of ${node}`}, ${`endpoint of ${node}`}, ${userId}, 'sip:x@192.0.2.1', 'udp', '192.0.2.1', 5060,
      'x', 1, ${node}, 1, now() + interval '1 hour')`.execute(db);
}
