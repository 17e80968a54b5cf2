import { expect, test } from 'vitest';
import { sharedReading } from './shared-reading.ts';

/** Readings that end when the test says so. */
function readings() {
  const ends: ((value: string) => void)[] = [];
  const fails: ((error: Error) => void)[] = [];
  const read = () =>
    new Promise<string>((resolve, reject) => {
      ends.push(resolve);
      fails.push(reject);
    });
  return { ends, fails, read };
}

test('those who ask while a reading runs share the next one, which begins when it has ended', async () => {
  const shared = sharedReading<string>();
  const { ends, read } = readings();
  const first = shared('a', read);
  const others = [shared('a', read), shared('a', read), shared('a', read)];
  expect(ends).toHaveLength(1);
  ends[0]?.('old');
  expect(await first).toBe('old');
  await Promise.resolve();
  expect(ends).toHaveLength(2);
  ends[1]?.('new');
  expect(await Promise.all(others)).toEqual(['new', 'new', 'new']);
  const later = shared('a', read);
  expect(ends).toHaveLength(3);
  ends[2]?.('newest');
  expect(await later).toBe('newest');
});

test('other keys do not wait, and nobody has what is of another key', async () => {
  const shared = sharedReading<string>();
  const { ends, read } = readings();
  const [one, other] = [shared('a', read), shared('b', read)];
  ends[1]?.('of b');
  expect(await other).toBe('of b');
  ends[0]?.('of a');
  expect(await one).toBe('of a');
});

test('a reading that fails fails for those who share it, and the next one is not hindered', async () => {
  const shared = sharedReading<string>();
  const { ends, fails, read } = readings();
  const first = shared('a', read);
  const second = shared('a', read);
  fails[0]?.(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await Promise.resolve();
  ends[1]?.('there');
  expect(await second).toBe('there');
});
