import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountDocuments } from '../features/account/documents.ts';
import { channelDocuments } from '../features/channels/documents.ts';
import { unresolvedDesk } from '../features/channels/unresolved-desk.ts';
import { presenceDesk } from '../identity/presence-desk.ts';
import { type BusyBoard, busyBoard } from '../pbx/busy-board.ts';
import { someCompany } from '../storage/testing/some-company.ts';
import { type TestDatabase, testDatabase } from '../storage/testing/test-database.ts';
import { type ChangeFeed, notifyFeed } from './change-feed.ts';
import type { Row } from './delta.ts';
import { type LiveHub, liveHub } from './live-hub.ts';

let database: TestDatabase;
let feed: ChangeFeed;
let hub: LiveHub;
let stop: AbortController;
let busy: BusyBoard;
let desks: { presence: ReturnType<typeof presenceDesk>; unresolved: ReturnType<typeof unresolvedDesk> };

/** Of all connections. */
let statements: number;

beforeEach(async () => {
  statements = 0;
  // Before any connection is open, since each keeps the function that it found.
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...args: unknown[]) {
    statements += 1;
    return query.apply(this, args) as never;
  });
  database = await testDatabase();
  const { db } = database;
  await someCompany(db);
  const fail = (error: unknown) => expect.fail(String(error));
  feed = await notifyFeed(database.url, fail);
  const ground = { db, feed, onTrouble: fail };
  busy = busyBoard();
  desks = { presence: presenceDesk(ground, busy), unresolved: unresolvedDesk(ground) };
  hub = liveHub(feed, [...accountDocuments(db, desks.presence), ...channelDocuments(db, desks)], fail);
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  hub.stop();
  for (const desk of Object.values(desks)) desk.stop();
  await feed.stop();
  await database.drop();
  vi.restoreAllMocks();
});

/** Watches as a client does; gives the rows it has by now. */
function watching(name: string, userId: string) {
  let rows: readonly Row[] = [];
  void (async () => {
    for await (const message of hub.watch(name, { userId, accountId: 's1' }, {}, stop.signal)) {
      if (message.type === 'snapshot') rows = message.rows;
      else if (message.type === 'delta') {
        const known = new Map([...rows, ...message.changed].map((row) => [row.id, row]));
        rows = (message.ids ?? rows.map(({ id }) => id)).flatMap((id) => known.get(id) ?? []);
      }
    }
  })();
  return <R>(id: string) => rows.find((row) => row.id === id) as R | undefined;
}

/** Who of the shared channel is in which state, as one member sees it. */
type Channel = { members: { id: string; status: string }[]; unresolvedCalls: number };
const statusIn = (channel: Channel | undefined, userId: string) =>
  channel?.members.find(({ id }) => id === userId)?.status;

/** Waits until nothing more is asked of the database. */
const quiet = async () => {
  for (let before = -1; before !== statements; await sleep(150)) before = statements;
};

/** A call of Anna's that rings, is answered and ends, and leaves a missed call in the shared channel. */
async function aCall(number: number, seen: (status: string, unresolved: number) => Promise<void>) {
  const { db } = database;
  const id = `call-${number}`;
  busy.show(id, new Map([['wanna', 'RINGING']]));
  await seen('RINGING', number - 1);
  busy.show(id, new Map([['wanna', 'IN_CALL']]));
  await seen('IN_CALL', number - 1);
  busy.show(id, new Map());
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state, started_at, terminated_at)
    values (${id}, 's1', 'cteam', ${id}, true, 'INCOMING', 'TERMINATED', now(), now())`.execute(db);
  await seen('OFFLINE', number);
}

test('a call is seen by every member, for as many statements as if one had watched', async () => {
  const cost = async (number: number, clients: (<R>(id: string) => R | undefined)[]) => {
    await quiet();
    const before = statements;
    await aCall(number, async (status, unresolved) => {
      for (const client of clients) {
        await vi.waitFor(
          () => {
            const team = client<Channel>('cteam');
            expect([statusIn(team, 'wanna'), team?.unresolvedCalls]).toEqual([status, unresolved]);
          },
          { timeout: 5000, interval: 2 },
        );
      }
    });
    await quiet();
    return statements - before;
  };
  const clients = [watching('channels', 'wben')];
  await vi.waitFor(() => expect(clients[0]?.<Channel>('cteam')).toBeDefined());
  await cost(1, clients);
  const alone = await cost(2, clients);
  clients.push(watching('channels', 'wcleo'), watching('channels', 'wanna'));
  const colleagues = watching('webusers', 'wcleo');
  await vi.waitFor(() =>
    expect([clients.every((each) => each('cteam')), colleagues('wanna')]).toEqual([true, expect.anything()]),
  );
  const together = await cost(3, clients);
  expect(together).toBeLessThanOrEqual(alone);
  // The one that writes, and a reading of the count: who rings and talks is known in memory.
  expect(alone).toBeLessThanOrEqual(2);
});

test('how many calls are unresolved is read again only where that changes', async () => {
  const { db } = database;
  const channels = watching('channels', 'wben');
  const count = () => channels<Channel>('cteam')?.unresolvedCalls;
  await vi.waitFor(() => expect(count()).toBeDefined());
  const before = count() ?? 0;
  const [one, other] = ['counted-one', 'counted-other'];
  const readings = async (write: () => Promise<unknown>) => {
    await quiet();
    const asked = statements;
    await write();
    await quiet();
    return statements - asked - 1;
  };
  const set = (change: RawBuilder<unknown>, id: string) => () =>
    sql`update inbox_events set ${change} where id = ${id}`.execute(db);
  const ring = (id: string) => () =>
    sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state, started_at)
      values (${id}, 's1', 'cteam', ${id}, false, 'INCOMING', 'Ringing', now())`.execute(db);
  expect(await readings(ring(one))).toBe(0);
  expect(await readings(ring(other))).toBe(0);
  expect(await readings(set(sql`established_at = now(), state = 'Established'`, one))).toBe(0);
  expect(await readings(set(sql`terminated_at = now(), state = 'MISSED', unresolved = true`, one))).toBe(1);
  expect(count()).toBe(before + 1);
  expect(await readings(set(sql`terminated_at = now(), state = 'REJECTED'`, other))).toBe(0);
  expect(await readings(set(sql`documentation = '{"note": {"content": "x"}}'`, one))).toBe(0);
  expect(await readings(set(sql`channel_id = 'ca'`, one))).toBe(1);
  expect([count(), channels<Channel>('ca')?.unresolvedCalls]).toEqual([before, undefined]);
  expect(await readings(set(sql`channel_id = 'cteam'`, one))).toBe(1);
  expect(await readings(set(sql`unresolved = false`, one))).toBe(1);
  expect(await readings(set(sql`unresolved = true`, other))).toBe(1);
  expect(count()).toBe(before + 1);
  expect(await readings(() => sql`delete from inbox_events where id in (${one}, ${other})`.execute(db))).toBe(1);
  expect(count()).toBe(before);
});

test('a phone that renews its registration is no news; one that comes, goes or falls silent is', async () => {
  const { db } = database;
  const colleagues = watching('webusers', 'wben');
  const statusOf = () => colleagues<{ neoPbxStatus: string }>('wanna')?.neoPbxStatus;
  await vi.waitFor(() => expect(statusOf()).toBe('OFFLINE'));
  await sql`insert into endpoints (id, account_id, user_id, kind, alias, sip_username, ha1, password_sealed)
    values ('e1', 's1', 'wanna', 'app', 'app', 'e1', '', '')`.execute(db);
  await sql`insert into registrations (id, endpoint_id, user_id, contact_uri, transport, remote_address, remote_port, call_id, cseq, node, epoch, expires_at)
    values ('r1', 'e1', 'wanna', 'sip:e1@127.0.0.1', 'udp', '127.0.0.1', 5060, 'c', 1, 'n', 1, now() + interval '1 minute')`.execute(
    db,
  );
  await vi.waitFor(() => expect(statusOf()).toBe('ONLINE'));
  const topics: string[] = [];
  const unlisten = feed.onChange((more) => topics.push(...more));
  await sql`update registrations set expires_at = now() + interval '2 seconds', cseq = 2`.execute(db);
  await sql`update registrations set suspect = true`.execute(db);
  await vi.waitFor(() => expect(statusOf()).toBe('OFFLINE'));
  expect(topics.filter((each) => each.startsWith('registrations'))).toEqual(['registrations user_id=wanna']);
  unlisten();
  await sql`update registrations set suspect = false`.execute(db);
  await vi.waitFor(() => expect(statusOf()).toBe('ONLINE'));
  // Nobody renews it, and no row says so.
  await vi.waitFor(() => expect(statusOf()).toBe('OFFLINE'), { timeout: 6000 });
});
