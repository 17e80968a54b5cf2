import { beforeEach, describe, expect, test } from 'vitest';

import { at, someBook, someCall } from './testing/some-book.ts';

const world = someBook();
const { bookOf, openRows } = world;
let count = 0;

beforeEach(() => {
  count += 1;
});

describe('a call that is handed over', () => {
  const handOverTo = async (): Promise<{ first: string; second: string }> => {
    const book = bookOf();
    const first = `call-${count}`;
    await book.opened(someCall(count));
    await book.established(first, { legId: `callee-${count}`, userId: 'wben' }, at(3));
    count += 1;
    const second = `call-${count}`;
    // Ben's second line, to the team.
    const call = someCall(count, { called: 'cteam' });
    const [outgoing, incoming] = call.events;
    if (!outgoing || !incoming) throw new Error('no events');
    const events = [{ ...outgoing, channelId: 'cb', ownerUserId: 'wben' }, incoming];
    await book.opened({ ...call, events });
    await book.established(second, { legId: `callee-${count}`, userId: 'wben' }, at(10));
    const target = { accountId: 's1', channelId: 'cteam', docId: `pbx-${count}`, remotePhoneNumber: '20' };
    const origin = { accountId: 's1', channelId: 'cb', docId: `pbx-${count - 1}`, remotePhoneNumber: '11' };
    await book.handedOver(
      {
        from: first,
        into: second,
        legId: `caller-${count - 1}`,
        event: { channelId: 'ca', docId: `pbx-${count - 1}` },
        closes: [
          { channelId: 'cb', docId: `pbx-${count - 1}` },
          { channelId: 'cb', docId: `pbx-${count}` },
        ],
        transferredTo: { event: { channelId: 'cb', docId: `pbx-${count - 1}` }, partner: target },
        transferredFrom: { events: [{ channelId: 'cteam', docId: `pbx-${count}` }], partner: origin },
        reopens: null,
      },
      at(20),
    );
    await book.ended(first, 'HANGUP', at(20));
    return { first, second };
  };
  const eventsOf = async (callId: string) =>
    await world.db
      .selectFrom('inbox_events')
      .select(['channel_id', 'id', 'state', 'terminated_at', 'established_at', 'transferred_to', 'transferred_from'])
      .where('call_id', '=', callId)
      .orderBy('channel_id')
      .execute();

  test('continues for the others, and each side says where it went', async () => {
    const { first, second } = await handOverTo();
    expect(await eventsOf(first)).toMatchObject([
      { channel_id: 'cb', state: 'FINISHED', terminated_at: at(20), transferred_to: { channelId: 'cteam' } },
    ]);
    expect(await eventsOf(second)).toMatchObject([
      { channel_id: 'ca', state: 'Established', terminated_at: null, established_at: at(3) },
      { channel_id: 'cb', state: 'FINISHED', terminated_at: at(20) },
      { channel_id: 'cteam', terminated_at: null, transferred_from: { channelId: 'cb' } },
    ]);
    await bookOf().ended(second, 'HANGUP', at(60));
    expect(await openRows()).toBe(0);
    expect(await eventsOf(second)).toMatchObject([
      { channel_id: 'ca', terminated_at: at(60) },
      { channel_id: 'cb', terminated_at: at(20) },
      { channel_id: 'cteam', terminated_at: at(60) },
    ]);
  });

  test('comes back to the user in the event that they had', async () => {
    const { second } = await handOverTo();
    const book = bookOf();
    const back = `back-${count}`;
    const opened = { callId: back, accountId: 's1', sessionId: `${count - 1}`, at: at(50), legs: [], events: [] };
    await book.opened(opened);
    const event = { channelId: 'ca', docId: `pbx-${count - 1}` };
    const reopens = { channelId: 'cb', docId: `pbx-${count - 1}` };
    const nothing = { closes: [], transferredTo: null, transferredFrom: null };
    await book.handedOver(
      { from: second, into: back, legId: `caller-${count - 1}`, event, reopens, ...nothing },
      at(50),
    );
    await book.ended(second, 'TEMPORARILY_UNAVAILABLE', at(50));
    expect(await eventsOf(back)).toMatchObject([
      { channel_id: 'ca', terminated_at: null },
      { channel_id: 'cb', terminated_at: null, state: 'Established', transferred_to: null },
    ]);
    await book.ended(back, 'HANGUP', at(70));
    expect(await openRows()).toBe(0);
  });

  test('to one that is over by then ends with it', async () => {
    const book = bookOf();
    await book.opened(someCall(count));
    const first = `call-${count}`;
    count += 1;
    await book.opened(someCall(count));
    const second = `call-${count}`;
    await book.ended(second, 'CANCELLED', at(5));
    await book.handedOver(
      {
        from: first,
        into: second,
        legId: `caller-${count - 1}`,
        closes: [],
        reopens: null,
        event: { channelId: 'ca', docId: `pbx-${count - 1}` },
        transferredTo: null,
        transferredFrom: null,
      },
      at(6),
    );
    await book.ended(first, 'HANGUP', at(6));
    expect(await openRows()).toBe(0);
  });
});

test('a restarted server continues the calls whose legs live, with what their users see and what was stored', async () => {
  const seen = (at: string) => [{ id: `${count}:wben`, startedAt: at, establishedAt: null, transfer: null }];
  const [one, other] = [`call-${count}`, `call-${count + 1}`];
  const life = bookOf(11);
  await life.opened(someCall(count));
  await life.snapshots([{ callId: one, snapshot: { version: 1 }, seen: seen('then') }]);
  await life.snapshots([{ callId: one, snapshot: { version: 1, last: true }, seen: seen('later') }]);
  const seenLast = seen('later');
  count += 1;
  await life.opened(someCall(count));
  await life.snapshots([{ callId: other, snapshot: { version: 1 }, seen: seen('then') }]);

  const next = bookOf(12);
  const last = await next.lastLife();
  expect(last.map(({ callId }) => callId).sort()).toEqual([one, other].sort());
  expect(last.find(({ callId }) => callId === one)).toEqual({
    callId: one,
    snapshot: { version: 1, last: true },
    seen: seenLast,
  });
  expect(await next.reap([one])).toBe(1);
  const { db } = world;
  const calls = await db
    .selectFrom('calls')
    .select(['id', 'ended_at', 'epoch'])
    .where('id', 'in', [one, other])
    .execute();
  expect(calls).toEqual(
    expect.arrayContaining([
      { id: one, ended_at: null, epoch: '12' },
      expect.objectContaining({ id: other, ended_at: expect.any(Date), epoch: '11' }),
    ]),
  );
  expect((await bookOf(13).lastLife()).map(({ callId }) => callId)).toEqual([one]);
  expect(await bookOf(13).reap()).toBe(1);
  expect(await openRows()).toBe(0);
  expect(await db.selectFrom('call_snapshots').selectAll().execute()).toEqual([]);
});
