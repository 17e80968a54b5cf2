import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../calls/testing/fake-clock.ts';
import { FakeFloor, type Handset, music } from './testing/fake-floor.ts';

let floor: FakeFloor;
let anna: Handset;
let ben: Handset;

beforeEach(async () => {
  floor = await FakeFloor.open();
  [anna, ben] = await floor.talk('anna', 'ben', 'first');
});

const sounds = () => [...floor.media.endpoints.values()].map(({ sound }) => sound).filter((sound) => sound !== null);
const startTransfer = async (): Promise<string> => {
  const target = { number: '13', ownNumber: null, sessionId: null };
  const { transferId } = await floor.exchange.startTransfer('wben', { id: ben.callId }, target);
  await settle();
  return transferId;
};

describe('after kill -9 of signalling', () => {
  test('two who talk go on, are commanded, and hang up', async () => {
    const { startedAt, establishedAt } = floor.row('ben')?.body ?? {};
    expect(establishedAt).toEqual(expect.any(String));
    await floor.clock.pass(5000);
    floor = await floor.reborn();
    expect(floor.exchange.activeCalls()).toBe(1);
    expect(floor.book.goingOn).toHaveLength(1);
    expect(floor.legs.orders).toEqual([]);
    expect(floor.heard()).toHaveLength(1);
    expect(floor.row('ben')?.body).toMatchObject({ state: 'talking', callId: ben.callId, startedAt, establishedAt });
    await floor.exchange.hold('wben', { id: ben.callId }, true);
    expect(sounds()).toEqual([music]);
    await floor.hangUp(anna);
    expect(floor.told(ben)).toEqual(['bye']);
    expect(floor.book.lines.at(-1)).toBe('ended HANGUP');
    expect(await floor.isQuiet()).toBe(true);
    expect(floor.book.stored.size).toBe(0);
  });

  test('both lines of a transfer go on, and it can be completed', async () => {
    const transferId = await startTransfer();
    await floor.ring('cleo');
    const cleo = await floor.pickUp('cleo');
    floor = await floor.reborn();
    expect(floor.exchange.activeCalls()).toBe(2);
    await floor.exchange.setLines('wben', { id: ben.callId }, transferId, ['INITIAL', 'TARGET']);
    await settle();
    expect(floor.heard().map((group) => group.length)).toEqual([3]);
    await floor.hangUp(ben);
    expect(floor.heard().map((group) => group.length)).toEqual([2]);
    await floor.hangUp(cleo);
    expect(floor.told(anna)).toEqual(['bye']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('a target that only rang is gone, and the first call goes on', async () => {
    await startTransfer();
    await floor.ring('cleo');
    floor = await floor.reborn();
    await settle();
    expect(floor.exchange.activeCalls()).toBe(1);
    expect(floor.heard().map((group) => group.length)).toEqual([2]);
    expect(floor.media.endpoints.size).toBe(2);
    expect(sounds()).toEqual([]);
  });

  test('a leg that was replaced goes on at its new dialog', async () => {
    const fresh = await floor.replace('ben', ben);
    floor = await floor.reborn();
    await floor.exchange.hold('wben', { id: ben.callId }, true);
    await floor.hangUp(fresh);
    expect(floor.told(anna)).toEqual(['bye']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('a call of which one side is gone ends at the other', async () => {
    floor = await floor.reborn((legs) => {
      legs.adopt = async (legIds) => legIds.filter((legId) => legId !== anna.legId);
    });
    expect(floor.told(ben)).toEqual(['bye']);
    expect([floor.exchange.activeCalls(), floor.media.endpoints.size, floor.book.goingOn.length]).toEqual([0, 0, 0]);
  });

  test('a call whose audio is gone ends on both sides', async () => {
    floor.media.endpoints.clear();
    const asked: (readonly string[])[] = [];
    floor = await floor.reborn((legs) => {
      legs.adopt = async (legIds) => {
        asked.push(legIds);
        return legIds;
      };
    });
    expect(asked).toEqual([[]]);
    expect(floor.exchange.activeCalls()).toBe(0);
  });

  test('a call that rang is over', async () => {
    await floor.hangUp(anna);
    await floor.dial('cleo', 'dora');
    floor = await floor.reborn();
    expect([floor.exchange.activeCalls(), floor.book.goingOn.length]).toEqual([0, 0]);
    expect(floor.media.endpoints.size).toBe(0);
  });
});

describe('killed milliseconds after an answer, with nothing stored but what the answer brought', () => {
  const storesNothingMore = () => {
    floor.book.snapshots = async () => {};
  };
  /** The book as it was when each of these orders was given. */
  const storedAt = (...orders: readonly string[]): Map<string, number> => {
    const seen = new Map<string, number>();
    const { legs, book } = floor;
    const order = legs.order.bind(legs);
    legs.order = (given) => {
      if (orders.includes(given.do)) seen.set(given.do, book.stored.size);
      order(given);
    };
    return seen;
  };

  test('two who talk go on, and hear each other although they were not joined yet', async () => {
    floor = await FakeFloor.open();
    storesNothingMore();
    const seen = storedAt('answer', 'acknowledge');
    [anna, ben] = await floor.talk('anna', 'ben');
    expect(Object.fromEntries(seen)).toEqual({ answer: 1, acknowledge: 1 });
    for (const endpoint of floor.media.endpoints.values()) endpoint.bridgedWith = null;
    floor = await floor.reborn();
    await settle();
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(anna);
    expect(floor.told(ben)).toEqual(['bye']);
  });

  test('the second line goes on, and the user hears its target', async () => {
    const transferId = await startTransfer();
    await floor.ring('cleo');
    storesNothingMore();
    const seen = storedAt('acknowledge');
    await floor.pickUp('cleo');
    expect(seen.get('acknowledge')).toBe(2);
    floor = await floor.reborn();
    await settle();
    expect(floor.exchange.activeCalls()).toBe(2);
    expect(floor.heard().map((group) => group.length)).toEqual([2]);
    await floor.exchange.setLines('wben', { id: ben.callId }, transferId, ['INITIAL', 'TARGET']);
    await settle();
    expect(floor.heard().map((group) => group.length)).toEqual([3]);
  });
});

test('a call is stored with its answer and when something happens in it, and goes with its end', async () => {
  floor = await FakeFloor.open();
  const said: string[] = [];
  const { book } = floor;
  const snapshots = book.snapshots.bind(book);
  book.snapshots = async (calls) => {
    said.push('stored');
    await snapshots(calls);
  };
  book.forgetSnapshots = async () => void said.push('erased');
  [anna, ben] = await floor.talk('anna', 'ben');
  await floor.clock.pass(5000);
  expect([said, book.stored.size]).toEqual([[], 1]);
  await floor.exchange.hold('wben', { id: ben.callId }, true);
  await settle();
  expect(said).toEqual(['stored']);
  await floor.hangUp(anna);
  expect([said, book.stored.size]).toEqual([['stored'], 0]);
});
