import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AccountDesk, accountDesk, type DeskReading, keysIn } from './account-desk.ts';

let desk: AccountDesk<string>;
let change: (...topics: string[]) => void;
let gap: () => void;
/** What readings were asked for, and how they are answered. */
let readings: (readonly string[] | null)[];
let stored: Map<string, string>;
let answer: (keys: readonly string[] | null) => Promise<DeskReading<string>>;
let troubles: unknown[];

const readStored = async (keys: readonly string[] | null): Promise<DeskReading<string>> => ({
  values: new Map([...stored].filter(([key]) => keys === null || keys.includes(key))),
  until: null,
});

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') });
  [readings, troubles, answer] = [[], [], readStored];
  stored = new Map([
    ['anna', 'ONLINE'],
    ['ben', 'OFFLINE'],
  ]);
  const changes = new Set<(topics: readonly string[]) => void>();
  const gaps = new Set<() => void>();
  change = (...topics) => {
    for (const listener of changes) listener(topics);
  };
  gap = () => {
    for (const listener of gaps) listener();
  };
  const feed = {
    onChange: (listener: (topics: readonly string[]) => void) => {
      changes.add(listener);
      return () => changes.delete(listener);
    },
    onGap: (listener: () => void) => {
      gaps.add(listener);
      return () => gaps.delete(listener);
    },
  };
  desk = accountDesk({
    feed,
    async read(_accountId, keys) {
      readings.push(keys);
      return await answer(keys);
    },
    touched: (topics, isKnown) => [
      ...keysIn(topics, 'legs user_id=')
        .filter(isKnown)
        .map((key) => ({ kind: 'key' as const, key })),
      ...keysIn(topics, 'accounts id=').map((accountId) => ({ kind: 'account' as const, accountId })),
    ],
    onTrouble: (error) => troubles.push(error),
  });
});
afterEach(() => {
  desk.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test('however many watch, an account is read once, and after a change only the keys that it touches', async () => {
  const changed = vi.fn();
  const watches = [1, 2, 3].map(() => desk.watch('s1', changed));
  await pass(1);
  await Promise.all(watches.map(({ ready }) => ready));
  expect([readings, changed.mock.calls.length]).toEqual([[null], 3]);
  stored.set('anna', 'IN_CALL');
  change('legs user_id=anna');
  change('legs user_id=anna', 'legs user_id=stranger');
  await pass(1);
  expect(readings.slice(1)).toEqual([['anna']]);
  expect(Object.fromEntries(desk.valuesOf('s1'))).toEqual({ anna: 'IN_CALL', ben: 'OFFLINE' });
  expect(changed).toHaveBeenCalledTimes(6);
});

test('nobody is told where the values are what they were, or nobody watches', async () => {
  const changed = vi.fn();
  const { stop } = desk.watch('s1', changed);
  await pass(1);
  changed.mockClear();
  change('legs user_id=ben');
  await pass(1);
  expect([readings, changed.mock.calls.length]).toEqual([[null, ['ben']], 0]);
  stop();
  change('legs user_id=ben', 'accounts id=s1');
  await pass(120_000);
  expect([readings.length, desk.valuesOf('s1').size]).toEqual([2, 0]);
});

test('keys that are gone are forgotten, and new ones come with the account', async () => {
  desk.watch('s1', () => {});
  await pass(1);
  stored = new Map([['anna', 'DND']]);
  change('legs user_id=ben');
  await pass(1);
  expect([...desk.valuesOf('s1').keys()]).toEqual(['anna']);
  stored.set('cleo', 'ONLINE');
  change('legs user_id=cleo');
  await pass(1);
  expect(desk.valuesOf('s1').get('cleo')).toBeUndefined();
  change('accounts id=s1');
  await pass(1);
  expect(desk.valuesOf('s1').get('cleo')).toBe('ONLINE');
});

test('a change while it is read is read after it', async () => {
  desk.watch('s1', () => {});
  await pass(1);
  let goOn = () => {};
  answer = async (keys) => {
    const seen = await readStored(keys);
    await new Promise<void>((resolve) => (goOn = resolve));
    return seen;
  };
  change('legs user_id=anna');
  await pass(1);
  stored.set('anna', 'RINGING');
  change('legs user_id=anna');
  answer = readStored;
  goOn();
  await pass(1);
  expect([readings.slice(1), desk.valuesOf('s1').get('anna')]).toEqual([[['anna'], ['anna']], 'RINGING']);
});

test('a change that comes before the keys of an account are known is found soon', async () => {
  let goOn = () => {};
  answer = async (keys) => {
    const seen = await readStored(keys);
    await new Promise<void>((resolve) => (goOn = resolve));
    return seen;
  };
  desk.watch('s1', () => {});
  await pass(1);
  stored.set('anna', 'IN_CALL');
  change('legs user_id=anna');
  answer = readStored;
  goOn();
  await pass(1);
  expect(desk.valuesOf('s1').get('anna')).toBe('ONLINE');
  await pass(1100);
  expect(desk.valuesOf('s1').get('anna')).toBe('IN_CALL');
});

test('what changes as time goes by is read when it does', async () => {
  answer = async (keys) => ({ ...(await readStored(keys)), until: new Date(Date.now() + 5000) });
  const { ready } = desk.watch('s1', () => {});
  await pass(1);
  await ready;
  answer = readStored;
  stored.set('ben', 'ONLINE');
  await pass(4000);
  // Of one key only: what the others wait for stays.
  change('legs user_id=anna');
  await pass(10);
  expect(readings).toEqual([null, ['anna']]);
  await pass(1100);
  expect([readings, desk.valuesOf('s1').get('ben')]).toEqual([[null, ['anna'], null], 'ONLINE']);
});

test('a reading that fails is tried again, and who waits gets values then', async () => {
  answer = () => Promise.reject(new Error('away'));
  let isReady = false;
  const { ready } = desk.watch('s1', () => {});
  void ready.then(() => (isReady = true));
  await pass(10);
  expect([isReady, troubles.length]).toEqual([false, 1]);
  answer = readStored;
  await pass(1100);
  expect([isReady, desk.valuesOf('s1').size]).toEqual([true, 2]);
});

test('after a gap all is read again, and otherwise once a minute', async () => {
  desk.watch('s1', () => {});
  await pass(1);
  gap();
  await pass(1);
  expect(readings).toEqual([null, null]);
  await pass(60_000);
  expect(readings).toHaveLength(3);
});
