import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { InboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#live/line/api-error.ts';
import type { LiveListener, LiveSource } from '#live/line/live-source.ts';
import { liveStore } from '#live/store/live-store.ts';
import { comparePlaces, placeOf } from './places.ts';
import { inboxRanges, inboxSource } from './ranges.ts';
import { sampleRow } from './testing/sample-row.ts';

interface Asked {
  limit: number;
  after?: InboxPlace;
  until?: InboxPlace;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A call that began in this minute; the id says the minute. */
const call = (minute: number, more: Partial<InboxRow> = {}): InboxRow =>
  sampleRow({ id: `${minute}`, ...more, call: { startedAt: new Date(minute * 60_000).toISOString() } });

/** A server with the calls of so many minutes, which answers as the real one does, or waits while it is `late`. */
function server(minutes: number) {
  let rows = Array.from({ length: minutes }, (_, minute) => call(minute)).reverse();
  let late = false;
  const open = new Set<{ asked: Asked; listener: LiveListener }>();
  const answer = ({ limit, after, until }: Asked) =>
    rows
      .filter((row) => !after || comparePlaces(placeOf(row), after) > 0)
      .filter((row) => !until || comparePlaces(placeOf(row), until) <= 0)
      .slice(0, limit);
  const tell = (each: { asked: Asked; listener: LiveListener }) =>
    each.listener.message({ type: 'snapshot', rows: answer(each.asked) });
  const source: LiveSource = {
    subscribe(_name, params, listener) {
      const each = { asked: params as Asked, listener };
      open.add(each);
      queueMicrotask(() => !late && open.has(each) && tell(each));
      return () => open.delete(each);
    },
    renew() {},
  };
  return {
    store: liveStore(source),
    asked: () => [...open].map(({ asked }) => asked),
    change(next: (rows: readonly InboxRow[]) => InboxRow[]) {
      rows = next(rows).sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
      if (!late) for (const each of [...open]) tell(each);
    },
    beLate(yes: boolean) {
      late = yes;
      if (!yes) for (const each of [...open]) tell(each);
    },
    refuse() {
      for (const { listener } of open) listener.failed(new ApiError('FORBIDDEN', 'not yours'));
    },
  };
}

function listOver(of: ReturnType<typeof server>) {
  const list = inboxRanges(inboxSource(of.store, { channelId: 'c1' }), 'drops rows');
  const leave = list.subscribe(() => {});
  const ids = () => list.snapshot().ranges.flatMap(({ rows, shape }) => (rows ?? shape).map(({ id }) => Number(id)));
  const settled = () => vi.advanceTimersByTimeAsync(1);
  const shown = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);
  return { ...list, leave, ids, settled, shown };
}

test('the first hundred are there immediately, and the rest only when asked for', async () => {
  const { snapshot, ids, settled, shown, more } = listOver(server(250));
  expect(snapshot()).toMatchObject({ status: 'loading', complete: false });
  await settled();
  expect(snapshot()).toMatchObject({ status: 'ready', complete: false });
  expect(ids()).toEqual(shown(249, 150));
  more();
  more();
  await settled();
  expect(ids()).toEqual(shown(249, 50));
  more();
  await settled();
  expect(ids()).toEqual(shown(249, 0));
  expect(snapshot().complete).toBe(true);
});

test('a list of exactly a hundred is complete once nothing more comes', async () => {
  const { snapshot, ids, settled, more } = listOver(server(100));
  await settled();
  expect(snapshot().complete).toBe(false);
  more();
  await settled();
  expect(snapshot().complete).toBe(true);
  expect(ids()).toHaveLength(100);
});

test('ranges meet without a gap or a duplicate while calls come in at the top', async () => {
  const there = server(300);
  const { ids, settled, shown, more } = listOver(there);
  await settled();
  more();
  await settled();
  for (let minute = 300; minute < 330; minute += 1) {
    there.change((rows) => [...rows, call(minute)]);
    // Before the server was asked again as well as afterwards.
    expect(ids()).toEqual(shown(minute, 100));
    await settled();
    expect(ids()).toEqual(shown(minute, 100));
  }
});

test('nothing is lost where the answer to a new question takes a while', async () => {
  const there = server(300);
  const { ids, settled, shown, more } = listOver(there);
  await settled();
  more();
  await settled();
  there.change((rows) => [...rows, call(300), call(301)]);
  there.beLate(true);
  await settled();
  expect(ids()).toEqual(shown(301, 100));
  there.beLate(false);
  await settled();
  expect(ids()).toEqual(shown(301, 100));
});

test('a call that leaves its range does not duplicate another one', async () => {
  const there = server(300);
  const { ids, settled, shown, more } = listOver(there);
  await settled();
  more();
  await settled();
  there.change((rows) => rows.filter(({ id }) => id !== '250' && id !== '200'));
  await settled();
  expect(ids()).toEqual(shown(299, 100).filter((minute) => minute !== 250 && minute !== 200));
  // The call that two ranges meet at may itself leave.
  there.change((rows) => [...rows, call(250), call(200)]);
  await settled();
  expect(ids()).toEqual(shown(299, 100));
});

test('a range that grows is cut, so that every question stays small', async () => {
  const there = server(300);
  const { ids, settled, shown, more, snapshot } = listOver(there);
  await settled();
  more();
  await settled();
  there.change((rows) => [...rows, ...shown(549, 300).map((minute) => call(minute))]);
  await settled();
  await settled();
  expect(ids()).toEqual(shown(549, 100));
  for (const { rows, shape } of snapshot().ranges) expect((rows ?? shape).length).toBeLessThanOrEqual(200);
  there.change((rows) => [...rows, call(550)]);
  await settled();
  expect(ids()).toEqual(shown(550, 100));
});

test('calls that came while the client was not connected are asked for in turn, also more than one answer holds', async () => {
  const there = server(300);
  const { ids, settled, shown, more, look } = listOver(there);
  await settled();
  more();
  await settled();
  there.change((rows) => [...rows, ...shown(2499, 300).map((minute) => call(minute))]);
  for (let turn = 0; turn < 6; turn += 1) await settled();
  look(0, 30);
  for (let turn = 0; turn < 6; turn += 1) await settled();
  expect(ids()).toEqual(shown(2499, 100));
});

test('ranges far from the window are no longer live, keep their shape, and come back', async () => {
  const there = server(2000);
  const { ids, settled, shown, more, look, snapshot } = listOver(there);
  await settled();
  for (let range = 1; range < 10; range += 1) {
    more();
    look(range, range);
    await settled();
  }
  expect(ids()).toEqual(shown(1999, 1000));
  // The first one always, and those around the window.
  expect(snapshot().ranges.map(({ rows }) => rows !== null)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(there.asked()).toHaveLength(4);
  there.change((rows) => rows.filter(({ id }) => id !== '1850'));
  look(1, 1);
  await settled();
  expect(ids()).toEqual(shown(1999, 1000).filter((minute) => minute !== 1850));
  expect(snapshot().ranges[1]?.rows).toHaveLength(99);
});

test('a new call is added to the first range, wherever the window is', async () => {
  const there = server(1000);
  const { ids, settled, more, look } = listOver(there);
  await settled();
  for (let range = 1; range < 8; range += 1) {
    more();
    look(range, range);
    await settled();
  }
  there.change((rows) => [...rows, call(1000)]);
  await settled();
  expect(ids()[0]).toBe(1000);
  expect(new Set(ids()).size).toBe(801);
});

test('a list out of view asks for nothing, and continues where it was', async () => {
  const there = server(300);
  const { ids, settled, shown, more, leave, subscribe } = listOver(there);
  await settled();
  more();
  await settled();
  leave();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(there.asked()).toEqual([]);
  there.change((rows) => [...rows, call(300)]);
  subscribe(() => {});
  await settled();
  expect(ids()).toEqual(shown(300, 100));
});

test('a refusal is shown', async () => {
  const there = server(10);
  const { settled, snapshot } = listOver(there);
  await settled();
  there.refuse();
  expect(snapshot().status).toBe('failed');
});

test('after a refusal the calls are asked for again on request', async () => {
  const there = server(10);
  const { retry, settled, snapshot, ids, shown } = listOver(there);
  await settled();
  there.refuse();
  retry();
  expect(snapshot().status).toBe('loading');
  await settled();
  expect(snapshot().status).toBe('ready');
  expect(ids()).toEqual(shown(9, 0));
});

test('a list keeps loading while its window stays at the top, also past rows that are no longer kept', async () => {
  const list = listOver(server(1000));
  await list.settled();
  for (let more = 0; more < 7; more += 1) {
    list.more();
    await list.settled();
    await list.settled();
  }
  expect(list.ids()).toEqual(list.shown(999, 200));
});

test('a list that keeps its rows has all of them, however far the window is, and watches those near it', async () => {
  const calls = server(1200);
  const list = inboxRanges(inboxSource(calls.store, { channelId: 'c1' }), 'keeps rows');
  list.subscribe(() => {});
  const settled = () => vi.advanceTimersByTimeAsync(1);
  await settled();
  for (let at = 0; at < 12; at += 1) {
    list.more();
    await settled();
    list.look(at, at);
    await settled();
  }
  const { ranges, complete } = list.snapshot();
  expect(complete).toBe(true);
  expect(ranges.flatMap(({ rows }) => rows ?? [])).toHaveLength(1200);
  expect(calls.asked().length).toBeLessThan(6);
});
