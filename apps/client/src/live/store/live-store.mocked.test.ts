import { defineLiveQuery } from '@sidetone/contract/documents/live-query.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../line/api-error.ts';
import { liveStore } from './live-store.ts';
import { fakeLiveSource } from './testing/fake-live-source.ts';

const pets = defineLiveQuery({
  name: 'pets',
  params: z.object({ kind: z.string() }),
  row: z.object({ id: z.string(), rev: z.number(), name: z.string() }),
});
const cats = { kind: 'cat' };
const tom = { id: 'tom', rev: 1, name: 'Tom' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('many watchers of one query share one subscription', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  store.watch(pets, cats, () => {});
  store.watch(pets, { kind: 'cat' }, () => {});
  store.watch(pets, { kind: 'dog' }, () => {});
  expect(source.watched.map((each) => each.params)).toEqual([{ kind: 'cat' }, { kind: 'dog' }]);
});

test('rows load, arrive and change', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  const changed = vi.fn();
  store.watch(pets, cats, changed);
  expect(store.read(pets, cats).status).toBe('loading');
  source.say('pets', { type: 'snapshot', rows: [tom] });
  source.say('pets', { type: 'delta', changed: [{ ...tom, rev: 2, name: 'Thomas' }], ids: ['tom'] });
  expect(store.read(pets, cats)).toMatchObject({ status: 'ready', rows: [{ name: 'Thomas' }] });
  expect(changed).toHaveBeenCalledTimes(2);
});

test('a message that cannot be read fails the query and says so', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  store.watch(pets, cats, () => {});
  source.say('pets', { type: 'snapshot' } as never);
  expect(store.read(pets, cats)).toMatchObject({ status: 'failed', error: { code: 'BAD_REPLY' } });
});

test('a row that breaks the schema is left out with one warning, and costs no other row', () => {
  const source = fakeLiveSource();
  const warn = vi.fn();
  const store = liveStore(source, warn);
  store.watch(pets, cats, () => {});
  const rows = [tom, { id: 'bad', rev: 1 }, null, { ...tom, id: 'kim' }];
  source.say('pets', { type: 'snapshot', rows });
  source.say('pets', { type: 'snapshot', rows });
  expect(store.read(pets, cats)).toMatchObject({ status: 'ready', rows: [{ id: 'tom' }, { id: 'kim' }] });
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    '[live] a row of pets was skipped: bad',
    '[live] a row of pets was skipped',
  ]);
  source.say('pets', { type: 'delta', changed: [{ id: 'kim', rev: 2, name: 7 }], ids: ['tom', 'kim'] });
  expect(store.read(pets, cats).rows.map(({ id }) => id)).toEqual(['tom']);
});

test('nothing of one user is left for the next one: rows, unconfirmed changes, and the connection', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  const changed = vi.fn();
  const dogs = { kind: 'dog' };
  store.watch(pets, cats, changed);
  const leave = store.watch(pets, dogs, () => {});
  source.say('pets', { type: 'snapshot', rows: [tom] });
  store.patch(pets, 'tom', { name: 'Mine' });
  leave();
  store.forget(false);
  expect(store.read(pets, cats)).toEqual({ rows: [], status: 'loading', error: null });
  expect(store.read(pets, dogs).rows).toEqual([]);
  expect(source).toMatchObject({ watched: [], renewals: 1 });
  changed.mockClear();
  store.forget(true);
  expect(source.watched.map(({ params }) => params)).toEqual([cats]);
  source.say('pets', { type: 'snapshot', rows: [tom] });
  expect(store.read(pets, cats)).toMatchObject({ status: 'ready', rows: [{ name: 'Tom' }] });
  expect(changed).toHaveBeenCalled();
});

test('a refusal reaches the watcher with its code', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  store.watch(pets, cats, () => {});
  source.watched[0]?.listener.failed(new ApiError('FORBIDDEN', 'not yours'));
  expect(store.read(pets, cats)).toMatchObject({ status: 'failed', error: { code: 'FORBIDDEN' } });
});

test('a query stays warm for a while after its last watcher leaves, then it is closed', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  const leave = store.watch(pets, cats, () => {});
  leave();
  vi.advanceTimersByTime(29_000);
  expect(source.watched).toHaveLength(1);
  vi.advanceTimersByTime(2_000);
  expect(source.watched).toHaveLength(0);
});

test('a change shows immediately, and is gone when it is undone', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  store.watch(pets, cats, () => {});
  source.say('pets', { type: 'snapshot', rows: [tom] });
  const shown = store.patch(pets, 'tom', { name: 'Mine' });
  expect(store.read(pets, cats).rows[0]?.name).toBe('Mine');
  shown.takeBack();
  expect(store.read(pets, cats).rows[0]?.name).toBe('Tom');
});

test('a change that a newer row has overtaken does not come back with a connection that counts from a lower revision on', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  store.watch(pets, cats, () => {});
  source.say('pets', { type: 'snapshot', rows: [{ ...tom, rev: 5 }] });
  store.patch(pets, 'tom', { name: 'Mine' }).confirm();
  source.say('pets', { type: 'delta', changed: [{ ...tom, rev: 6, name: 'Theirs' }] });
  source.say('pets', { type: 'snapshot', rows: [{ ...tom, rev: 2, name: 'Theirs' }] });
  expect(store.read(pets, cats).rows[0]?.name).toBe('Theirs');
});

test('a change goes where a later connection, which counts from a lower revision on, has it or something else', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  store.watch(pets, cats, () => {});
  const name = () => store.read(pets, cats).rows[0]?.name;
  source.say('pets', { type: 'snapshot', rows: [{ ...tom, rev: 500 }] });
  const asked = store.patch(pets, 'tom', { name: 'Mine' });
  const answered = store.patch(pets, 'tom', { name: 'Mine as well' });
  answered.confirm();
  source.say('pets', { type: 'snapshot', rows: [{ ...tom, rev: 2, name: 'Theirs' }] });
  expect(name()).toBe('Mine as well');
  // Its row would have been here by now.
  vi.advanceTimersByTime(2000);
  expect(name()).toBe('Mine');
  asked.confirm();
  source.say('pets', { type: 'delta', changed: [{ ...tom, rev: 3, name: 'Mine' }] });
  source.say('pets', { type: 'delta', changed: [{ ...tom, rev: 4, name: 'Theirs' }] });
  expect(name()).toBe('Theirs');
});

test('while changes are sent one after another, the row of an earlier one never shows', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  const seen: unknown[] = [];
  const name = () => store.read(pets, cats).rows[0]?.name;
  const arrives = (rev: number, of: string) =>
    source.say('pets', { type: 'delta', changed: [{ ...tom, rev, name: of }] });
  store.watch(pets, cats, () => seen.push(name()));
  source.say('pets', { type: 'snapshot', rows: [tom] });
  const first = store.patch(pets, 'tom', { name: 'First' });
  const second = store.patch(pets, 'tom', { name: 'Second' });
  first.confirm();
  arrives(2, 'First');
  second.confirm();
  arrives(3, 'Second');
  expect(new Set(seen)).toEqual(new Set(['Tom', 'First', 'Second']));
  expect(seen.slice(seen.indexOf('Second'))).not.toContain('First');
  arrives(4, 'Theirs');
  expect(name()).toBe('Theirs');
});

test('a change of which the server made something else gives way two seconds after its answer', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  store.watch(pets, cats, () => {});
  source.say('pets', { type: 'snapshot', rows: [tom] });
  const shown = store.patch(pets, 'tom', { name: ' Mine ' });
  source.say('pets', { type: 'delta', changed: [{ ...tom, rev: 2, name: 'Mine' }] });
  expect(store.read(pets, cats).rows[0]?.name).toBe(' Mine ');
  shown.confirm();
  vi.advanceTimersByTime(2_000);
  expect(store.read(pets, cats).rows[0]?.name).toBe('Mine');
});

test('the result is the same object until something changes, as React needs it', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  store.watch(pets, cats, () => {});
  source.say('pets', { type: 'snapshot', rows: [tom] });
  expect(store.read(pets, cats)).toBe(store.read(pets, cats));
});

test('a query that failed is asked for again on request, and no other one is', () => {
  const source = fakeLiveSource();
  const store = liveStore(source);
  const changed = vi.fn();
  store.watch(pets, cats, changed);
  store.retry(pets, { kind: 'dog' });
  source.say('pets', { type: 'snapshot', rows: [tom] });
  store.retry(pets, cats);
  expect(store.read(pets, cats).status).toBe('ready');
  source.watched[0]?.listener.failed(new ApiError('UNAVAILABLE', 'no'));
  expect(store.read(pets, cats)).toMatchObject({ status: 'failed', error: { code: 'UNAVAILABLE' } });
  store.retry(pets, cats);
  expect(store.read(pets, cats)).toMatchObject({ status: 'loading', error: null });
  expect(source.watched).toHaveLength(1);
  source.say('pets', { type: 'snapshot', rows: [tom] });
  expect(store.read(pets, cats)).toMatchObject({ status: 'ready', rows: [{ id: 'tom' }] });
  expect(changed).toHaveBeenCalledTimes(4);
});
