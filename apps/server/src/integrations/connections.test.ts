import { expect, test } from 'vitest';
import { connections } from './connections.ts';
import { IntegrationError } from './connector.ts';
import { paperBook } from './testing/paper-book.ts';

const kept = { id: 'i1', name: 'PAPER', url: null, key_sealed: null, key_origins: [] };
const signal = new AbortController().signal;

const opened = () => {
  const paper = paperBook();
  const all = connections({ connectorOf: () => paper.connector }, { unseal: () => '' });
  const tried: number[] = [];
  /** Finds nothing with the connections opened first. */
  const findsNothingUntil = (last: number) => async () => {
    tried.push(paper.opened);
    if (paper.opened < last) throw new IntegrationError('not_found', 'There is no such address book');
    return 'found';
  };
  return { all, tried, findsNothingUntil };
};

test('a host that is no longer found is looked up again with a new connection, which stays open', async () => {
  const { all, tried, findsNothingUntil } = opened();
  await all.open(kept, signal);
  expect(await all.use(kept, signal, findsNothingUntil(2))).toBe('found');
  expect(await all.use(kept, signal, findsNothingUntil(2))).toBe('found');
  expect(tried).toEqual([1, 2, 2]);
});

test('what is done once is not done again, and the next one has a new connection', async () => {
  const { all, tried, findsNothingUntil } = opened();
  await all.open(kept, signal);
  const asked = all.use(kept, signal, findsNothingUntil(2), { once: true });
  await expect(asked).rejects.toMatchObject({ type: 'not_found' });
  expect(tried).toEqual([1]);
  expect(await all.use(kept, signal, findsNothingUntil(2), { once: true })).toBe('found');
  expect(tried).toEqual([1, 2]);
});
