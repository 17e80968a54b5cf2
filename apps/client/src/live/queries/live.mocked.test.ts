import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeLiveSource } from '../store/testing/fake-live-source.ts';

const here = vi.hoisted(() => ({ person: 'w1' as string | null, changed: (_: string | null) => {} }));
vi.mock('../line/session.ts', () => ({
  accessToken: async () => '',
  renewToken: async () => '',
  personHere: () => here.person,
  onPersonChange(listener: (person: string | null) => void) {
    here.changed = listener;
    return () => {};
  },
}));
const source = vi.hoisted(() => ({ current: null as unknown }));
vi.mock('../line/trpc-source.ts', () => ({ trpcSource: () => source.current }));

const rows = { flags: [{ id: 'w1', rev: 1, flags: { hasNeoPbx: true } }] };
const stored = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  stored.set('sidetone.rows', JSON.stringify({ person: 'w1', rows }));
  source.current = fakeLiveSource();
  vi.stubGlobal('location', { origin: 'http://sidetone.example' });
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

/** What a page shows that is loaded without a network, after the session was read or before. */
async function shown(person: string | null) {
  here.person = person;
  const { watchLive, readLive } = await import('./live.ts');
  if (person === null) here.changed('w1');
  watchLive(phoneQueries.flags, {}, () => {});
  return readLive(phoneQueries.flags, {});
}

test.each([['w1'], [null]])(
  'kept rows are shown without a network; the session, when this is loaded: %s',
  async (person) => {
    expect(await shown(person)).toMatchObject({ status: 'ready', rows: [{ id: 'w1', flags: { hasNeoPbx: true } }] });
  },
);

test('rows of another user are gone', async () => {
  expect(await shown('w2')).toMatchObject({ status: 'loading', rows: [] });
  expect(stored.size).toBe(0);
});
