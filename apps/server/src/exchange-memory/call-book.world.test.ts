import { beforeEach, describe, expect, test } from 'vitest';

import { at, someBook, someCall } from './testing/some-book.ts';

const world = someBook();
const { bookOf, openRows } = world;
let count = 0;

beforeEach(() => {
  count += 1;
});

const events = async () => {
  const rows = await world.db.selectFrom('inbox_events').selectAll().where('call_id', '=', `call-${count}`).execute();
  return Object.fromEntries(
    rows.map((row) => [row.direction, [row.state, row.terminated_reason, row.unresolved ? 'unresolved' : 'resolved']]),
  );
};
describe('an ended call', () => {
  test('that was taken is finished on both sides, and there is something to do about it', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    expect(await openRows()).toBe(5);
    await book.established(`call-${count}`, { legId: `callee-${count}`, userId: 'wben' }, at(3));
    await book.ended(`call-${count}`, 'HANGUP', at(60));
    expect(await events()).toEqual({
      OUTGOING: ['FINISHED', 'HANGUP', 'unresolved'],
      INCOMING: ['FINISHED', 'HANGUP', 'unresolved'],
    });
    expect(await openRows()).toBe(0);
    const row = await world.db
      .selectFrom('calls')
      .selectAll()
      .where('id', '=', `call-${count}`)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      established_at: at(3),
      ended_at: at(60),
      ended_reason: 'HANGUP',
      node: 'node-1',
      epoch: '2',
    });
  });

  test.each([
    ['CANCELLED', ['MISSED', 'CANCELLED', 'resolved'], ['MISSED', 'CANCELLED', 'unresolved']],
    [
      'TEMPORARILY_UNAVAILABLE',
      ['MISSED', 'TEMPORARILY_UNAVAILABLE', 'resolved'],
      ['MISSED', 'CANCELLED', 'unresolved'],
    ],
    ['BUSY_HERE', ['MISSED', 'BUSY_HERE', 'resolved'], ['MISSED', 'BUSY_HERE', 'unresolved']],
    ['DECLINED', ['REJECTED', 'BUSY_HERE', 'resolved'], ['REJECTED', 'DECLINED', 'unresolved']],
    ['HANGUP', ['MISSED', 'CANCELLED', 'resolved'], ['MISSED', 'CANCELLED', 'unresolved']],
    ['TERMINATED', ['MISSED', 'TERMINATED', 'resolved'], ['MISSED', 'TERMINATED', 'unresolved']],
  ] as const)('that nobody took (%s) reads as each side saw it', async (reason, outgoing, incoming) => {
    const book = bookOf();
    await book.opened(someCall(count));
    await book.ended(`call-${count}`, reason, at(30));
    expect(await events()).toEqual({ OUTGOING: outgoing, INCOMING: incoming });
  });

  test('keeps its first end', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    await book.ended(`call-${count}`, 'CANCELLED', at(5));
    await book.ended(`call-${count}`, 'TERMINATED', at(9));
    await book.established(`call-${count}`, { legId: `callee-${count}`, userId: 'wben' }, at(10));
    expect(await events()).toMatchObject({ INCOMING: ['MISSED', 'CANCELLED', 'unresolved'] });
  });

  test('leaves nothing to do when it was an echo test', async () => {
    const book = bookOf();
    await book.opened(someCall(count, { remote: '*43' }));
    await book.established(`call-${count}`, { legId: `caller-${count}`, userId: 'wanna' }, at(1));
    await book.ended(`call-${count}`, 'HANGUP', at(9));
    expect(await events()).toEqual({ OUTGOING: ['FINISHED', 'HANGUP', 'resolved'] });
  });
});

test("a shared channel's call belongs to who took it", async () => {
  const book = bookOf();
  await book.opened(someCall(count, { called: 'cteam' }));
  await book.established(`call-${count}`, { legId: `callee-${count}`, userId: 'wben' }, at(3));
  const owners = await world.db
    .selectFrom('inbox_events')
    .select(['channel_id', 'owner'])
    .where('call_id', '=', `call-${count}`)
    .execute();
  expect(owners).toEqual(
    expect.arrayContaining([
      { channel_id: 'ca', owner: 'wanna' },
      { channel_id: 'cteam', owner: 'wben' },
    ]),
  );
  await book.ended(`call-${count}`, 'HANGUP', at(9));
});

test.each([true, false])(
  'a call that a phone sent to a number outside says where; taken there: %s',
  async (isTaken) => {
    const book = bookOf();
    const { legs, ...opened } = someCall(count);
    const [first, second] = legs;
    if (!first || !second) throw new Error('two legs were expected');
    await book.opened({ ...opened, legs: [first] });
    const event = { channelId: 'cb', docId: `pbx-${count}` };
    const leg = { ...second, userId: null, endpointId: null, channelId: null };
    await book.staged(
      `call-${count}`,
      { legs: [leg], events: [], leaves: null, forwardedTo: { event, number: '+4917055555' } },
      at(20),
    );
    if (isTaken) await book.established(`call-${count}`, { legId: leg.legId, userId: null }, at(25));
    await book.ended(`call-${count}`, isTaken ? 'HANGUP' : 'TEMPORARILY_UNAVAILABLE', at(60));
    const kept = await world.db
      .selectFrom('inbox_events')
      .selectAll()
      .where('call_id', '=', `call-${count}`)
      .where('direction', '=', 'INCOMING')
      .execute();
    expect(kept).toMatchObject([
      {
        channel_id: 'cb',
        state: isTaken ? 'FINISHED' : 'MISSED',
        unresolved: true,
        transferred_to: { ...event, remotePhoneNumber: '+4917055555' },
      },
    ]);
  },
);

describe('a call that continues in another channel', () => {
  const goOn = async (docId = `pbx-${count}`, given: { menuPath?: string } = {}) => {
    const { events: opened, legs } = someCall(count, { legs: `second-${count}` });
    const [, event] = opened;
    if (!event) throw new Error('an event was expected');
    await bookOf().staged(
      `call-${count}`,
      {
        legs: legs.slice(1).map((leg) => ({ ...leg, legId: `second-${count}` })),
        events: [{ ...event, ...given, docId, channelId: 'cteam', ownerUserId: null, originalChannelId: 'cb' }],
        leaves: { channelId: 'cb', docId: `pbx-${count}` },
      },
      at(20),
    );
  };
  const incoming = () =>
    world.db
      .selectFrom('inbox_events')
      .selectAll()
      .where('call_id', '=', `call-${count}`)
      .where('direction', '=', 'INCOMING')
      .orderBy('channel_id')
      .execute();

  test('is missed and settled where it came in, and taken where it went, which says where it came from', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    await goOn();
    await goOn();
    await book.established(`call-${count}`, { legId: `second-${count}`, userId: 'wben' }, at(25));
    await book.ended(`call-${count}`, 'HANGUP', at(60));
    expect(await incoming()).toMatchObject([
      {
        channel_id: 'cb',
        state: 'MISSED',
        unresolved: false,
        terminated_at: at(20),
        established_at: null,
        transferred_to: { channelId: 'cteam', docId: `pbx-${count}` },
      },
      { channel_id: 'cteam', state: 'FINISHED', unresolved: true, owner: 'wben', original_channel_id: 'cb' },
    ]);
    expect(await openRows()).toBe(0);
  });

  test('is taken where it came in after all: there it goes on, and where it went it was missed', async () => {
    const book = bookOf();
    const call = someCall(count);
    await book.opened(call);
    await goOn();
    const back = {
      legs: call.legs.slice(1).map((leg) => ({ ...leg, legId: `back-${count}`, sipCallId: `back-${count}` })),
      events: call.events.slice(1).map((event) => ({ ...event, originalChannelId: 'cb' })),
      leaves: { channelId: 'cteam', docId: `pbx-${count}` },
    };
    await book.staged(`call-${count}`, back, at(22));
    await book.staged(`call-${count}`, back, at(23));
    await book.established(`call-${count}`, { legId: `back-${count}`, userId: 'wben' }, at(25));
    await book.ended(`call-${count}`, 'HANGUP', at(60));
    expect(await incoming()).toMatchObject([
      {
        channel_id: 'cb',
        state: 'FINISHED',
        owner: 'wben',
        unresolved: true,
        established_at: at(25),
        terminated_at: at(60),
        transferred_to: null,
      },
      { channel_id: 'cteam', state: 'MISSED', unresolved: false, terminated_at: at(22) },
    ]);
    expect(await openRows()).toBe(0);
  });

  test('leaves the ended event of another call as it is', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    await book.ended(`call-${count}`, 'CANCELLED', at(5));
    const other = someCall(count + 1000);
    await book.opened(other);
    const events = someCall(count).events.slice(1);
    await book.staged(`call-${count + 1000}`, { legs: [], events, leaves: null }, at(20));
    expect(await incoming()).toMatchObject([{ channel_id: 'cb', state: 'MISSED', terminated_at: at(5) }]);
    await book.ended(`call-${count + 1000}`, 'CANCELLED', at(25));
  });

  test('says in both channels what the caller pressed in voice menus', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    await book.menuLed({ channelId: 'cb', docId: `pbx-${count}` }, 'Main 2');
    await goOn(undefined, { menuPath: 'Main 2' });
    expect(await incoming()).toMatchObject([
      { channel_id: 'cb', menu_path: 'Main 2' },
      { channel_id: 'cteam', menu_path: 'Main 2' },
    ]);
    await book.ended(`call-${count}`, 'HANGUP', at(60));
  });

  test('adds nothing to one that is over', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    await book.ended(`call-${count}`, 'CANCELLED', at(10));
    await goOn();
    expect(await incoming()).toMatchObject([{ channel_id: 'cb', state: 'MISSED', unresolved: true }]);
  });
});

test('a leg keeps the reason it ended for', async () => {
  const book = bookOf();
  await book.opened(someCall(count));
  await book.legEnded(`callee-${count}`, 'ACCEPTED_ELSEWHERE', at(2));
  await book.ended(`call-${count}`, 'CANCELLED', at(9));
  const leg = await world.db
    .selectFrom('legs')
    .selectAll()
    .where('id', '=', `callee-${count}`)
    .executeTakeFirstOrThrow();
  expect(leg).toMatchObject({ ended_reason: 'ACCEPTED_ELSEWHERE', ended_at: at(2) });
});

test('a call that cannot be written as a whole is not written at all', async () => {
  const book = bookOf();
  const call = someCall(count);
  const broken = { ...call, events: call.events.map((event) => ({ ...event, channelId: 'cnowhere' })) };
  await expect(book.opened(broken)).rejects.toThrow();
  expect(await openRows()).toBe(0);
  expect(await world.db.selectFrom('calls').select('id').where('id', '=', `call-${count}`).execute()).toEqual([]);
});

test('a device that uses a Call-ID again after its restart can still call', async () => {
  const book = bookOf();
  await book.opened(someCall(count, { legs: 'again' }));
  await book.ended(`call-${count}`, 'HANGUP', at(9));
  count += 1;
  await book.opened(someCall(count, { legs: 'again' }));
  await book.ended(`call-${count}`, 'HANGUP', at(9));
});

test('a new life ends what the earlier one left open, when it gave its last sign, and leaves other nodes alone', async () => {
  await bookOf(2).opened(someCall(count));
  await bookOf(2).established(`call-${count}`, { legId: `callee-${count}`, userId: 'wben' }, at(3));
  const lastSign = new Date(at(60));
  await world.db
    .updateTable('calls')
    .set({ lease_until: new Date(lastSign.getTime() + 10_000) })
    .where('id', '=', `call-${count}`)
    .execute();
  const established = count;
  count += 1;
  await bookOf(2, 'node-2').opened(someCall(count));
  expect(await bookOf(2).reap()).toBe(0);
  expect(await bookOf(3).reap()).toBe(1);
  expect(await openRows()).toBe(5);
  await bookOf(2, 'node-2').ended(`call-${count}`, 'HANGUP', at(9));
  const rows = await world.db
    .selectFrom('inbox_events')
    .selectAll()
    .where('call_id', '=', `call-${established}`)
    .execute();
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(row).toMatchObject({ state: 'FINISHED', terminated_reason: 'TERMINATED', terminated_at: lastSign });
});

test('a failed dial is noted once for its session', async () => {
  const attempt = {
    accountId: 's1',
    channelId: null,
    ownerUserId: 'wanna',
    target: '999',
    sender: null,
    code: 'NUMBER_NOT_FOUND',
  };
  const book = bookOf();
  await book.failedDial({ ...attempt, sessionId: 'once' });
  await book.failedDial({ ...attempt, sessionId: 'once' });
  await book.failedDial({ ...attempt, sessionId: null });
  await book.failedDial({ ...attempt, sessionId: null });
  expect(await world.db.selectFrom('failed_dials').select('session_id').execute()).toHaveLength(3);
});

describe('an event that was left open', () => {
  test('is closed by force a minute after its call ended, and not before', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    const { db } = world;
    await db
      .updateTable('calls')
      .set({ ended_at: at(0) })
      .where('id', '=', `call-${count}`)
      .execute();
    expect(await book.closeHanging(at(59))).toBe(0);
    expect(await book.closeHanging(at(60))).toBe(2);
    expect(await events()).toMatchObject({
      OUTGOING: ['FINISHED', 'HANGUP', 'resolved'],
      INCOMING: ['FINISHED', 'HANGUP', 'resolved'],
    });
    await db
      .updateTable('legs')
      .set({ ended_at: at(0) })
      .where('call_id', '=', `call-${count}`)
      .execute();
  });

  test('is closed a minute after its owner left, though others still talk', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    await book.established(`call-${count}`, { legId: `callee-${count}`, userId: 'wben' }, at(3));
    await book.legEnded(`callee-${count}`, 'HANGUP', at(10));
    expect(await book.closeHanging(at(69))).toBe(0);
    expect(await book.closeHanging(at(70))).toBe(1);
    expect(await events()).toMatchObject({ INCOMING: ['FINISHED', 'HANGUP', 'resolved'] });
    await book.ended(`call-${count}`, 'HANGUP', at(80));
    expect(await events()).toMatchObject({ OUTGOING: ['FINISHED', 'HANGUP', 'unresolved'] });
  });

  test('is left alone while its call runs, however long', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    await book.established(`call-${count}`, { legId: `callee-${count}`, userId: 'wben' }, at(3));
    expect(await book.closeHanging(at(3600))).toBe(0);
    await book.ended(`call-${count}`, 'HANGUP', at(9));
  });
});

describe('what a restart needs of a call', () => {
  const snapshots = () =>
    world.db.selectFrom('call_snapshots').select(['call_id', 'node', 'epoch', 'snapshot', 'seen']).execute();
  const seen = [{ id: 's:wben', startedAt: at(1).toISOString(), establishedAt: at(3).toISOString(), transfer: null }];
  const goesOn = (n: number) => ({ callId: `call-${count}`, snapshot: { version: n, name: 'Mara – 1' }, seen });
  const answer = (book: ReturnType<typeof bookOf>, n: number) =>
    book.established(`call-${count}`, { legId: `callee-${count}`, userId: 'wben' }, at(3), goesOn(n));

  test('is written with its answer, and gone with its end', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    await answer(book, 2);
    const row = { call_id: `call-${count}`, node: 'node-1', epoch: '2', snapshot: goesOn(2).snapshot, seen };
    expect(await snapshots()).toEqual([row]);
    await book.ended(`call-${count}`, 'HANGUP', at(9));
    expect(await snapshots()).toEqual([]);
  });

  test('is not written over what is newer, nor for a call that is over', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    await book.snapshots([goesOn(3)]);
    await answer(book, 2);
    expect((await snapshots())[0]?.snapshot).toEqual(goesOn(3).snapshot);
    await book.ended(`call-${count}`, 'HANGUP', at(9));
    await answer(book, 2);
    expect(await snapshots()).toEqual([]);
  });

  test('is nothing where the call would end', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    await book.established(`call-${count}`, { legId: `callee-${count}`, userId: 'wben' }, at(3), null);
    expect(await snapshots()).toEqual([]);
    await book.ended(`call-${count}`, 'HANGUP', at(9));
  });
});
