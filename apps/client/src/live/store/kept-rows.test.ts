import { defineLiveQuery } from '@sidetone/contract/documents/live-query.ts';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { keptRows } from './kept-rows.ts';
import { liveStore } from './live-store.ts';
import { fakeLiveSource } from './testing/fake-live-source.ts';

const row = z.object({ id: z.string(), rev: z.number(), name: z.string() });
const me = defineLiveQuery({ name: 'me', params: z.object({}), row });
const pets = defineLiveQuery({ name: 'pets', params: z.object({ kind: z.string().optional() }), row });
const anna = { id: 'anna', rev: 1, name: 'Anna' };

function device() {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  return {
    stored,
    /** A page that is loaded on this device. */
    page({ away = false, person = 'anna' as string | null } = {}) {
      const now = { away };
      const kept = keptRows({ storage, queries: ['me'], isAway: () => now.away });
      kept.belongTo(person);
      const source = fakeLiveSource();
      const warn = vi.fn();
      return { kept, source, warn, now, store: liveStore(source, warn, kept) };
    },
  };
}

test('without a connection the page shows the rows from before, until the server answers', () => {
  const { page } = device();
  const before = page();
  before.store.watch(me, {}, () => {});
  before.source.say('me', { type: 'snapshot', rows: [anna] });
  before.source.say('me', { type: 'delta', changed: [{ ...anna, rev: 2, name: 'Anna B.' }], ids: ['anna'] });

  const after = page({ away: true });
  after.store.watch(me, {}, () => {});
  expect(after.store.read(me, {})).toMatchObject({ status: 'ready', rows: [{ name: 'Anna B.' }] });
  after.source.say('me', { type: 'snapshot', rows: [{ ...anna, rev: 3, name: 'Anna C.' }] });
  expect(after.store.read(me, {}).rows).toMatchObject([{ name: 'Anna C.' }]);
});

test('where the server can be reached nothing old is shown; a query that has not loaded shows its kept rows once it cannot', () => {
  const { page } = device();
  const before = page();
  before.store.watch(me, {}, () => {});
  before.source.say('me', { type: 'snapshot', rows: [anna] });

  const { store, source } = page();
  const changed = vi.fn();
  store.watch(me, {}, changed);
  expect(store.read(me, {}).status).toBe('loading');
  store.showKept();
  expect(store.read(me, {})).toMatchObject({ status: 'ready', rows: [anna] });
  expect(changed).toHaveBeenCalledTimes(1);
  source.say('me', { type: 'snapshot', rows: [{ ...anna, rev: 2, name: 'New' }] });
  store.showKept();
  expect(store.read(me, {}).rows).toMatchObject([{ name: 'New' }]);
});

test('the next user finds nothing of the previous one, and signing out leaves nothing', () => {
  const { page, stored } = device();
  const before = page();
  before.store.watch(me, {}, () => {});
  before.source.say('me', { type: 'snapshot', rows: [anna] });
  const next = page({ away: true, person: 'ben' });
  next.store.watch(me, {}, () => {});
  expect(next.store.read(me, {}).status).toBe('loading');
  expect(stored.size).toBe(0);
  next.source.say('me', { type: 'snapshot', rows: [{ ...anna, id: 'ben' }] });
  expect(stored.size).toBe(1);
  next.kept.belongTo(null);
  expect(stored.size).toBe(0);
});

test('other queries, and those with parameters, are not kept', () => {
  const { page, stored } = device();
  const { store, source } = page();
  store.watch(pets, {}, () => {});
  store.watch(pets, { kind: 'cat' }, () => {});
  source.say('pets', { type: 'snapshot', rows: [anna] });
  expect(stored.size).toBe(0);
});

test('rows of an older version are parsed like any others', () => {
  const { page, stored } = device();
  stored.set('sidetone.rows', JSON.stringify({ person: 'anna', rows: { me: [{ id: 'anna', rev: 1 }, anna] } }));
  const { store, warn } = page({ away: true });
  store.watch(me, {}, () => {});
  expect(store.read(me, {}).rows).toEqual([anna]);
  expect(warn).toHaveBeenCalledTimes(1);
  stored.set('sidetone.rows', 'not json');
  const damaged = page({ away: true });
  damaged.store.watch(me, {}, () => {});
  expect(damaged.store.read(me, {}).status).toBe('loading');
});
