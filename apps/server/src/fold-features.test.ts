import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { foldFeatures } from './fold-features.ts';
import type { Feature } from './requests/feature.ts';

/** Features that note what is done with them, and the log's words. */
function noted(...features: ((done: string[]) => Feature)[]) {
  const done: string[] = [];
  const said: string[] = [];
  const warn = (_about: object, words: string) => void said.push(words);
  const folded = foldFeatures(
    features.map((make) => make(done)),
    { warn } as unknown as Parameters<typeof foldFeatures>[1],
  );
  return { folded, done, said };
}

describe('features folded into one', () => {
  test('hear from the moment they are asked to until all is quiet', () => {
    const { folded, done } = noted(
      (notes) => ({
        hears() {
          notes.push('a hears');
          return () => notes.push('a is deaf');
        },
      }),
      () => ({}),
    );
    expect(done).toEqual([]);
    folded.listen();
    folded.quiet();
    folded.quiet();
    expect(done).toEqual(['a hears', 'a is deaf']);
  });

  test('take up what is unfinished once, and say by name what failed of it', async () => {
    const { folded, done, said } = noted(
      (notes) => ({ jobs: [{ name: 'files: resuming', resume: async () => notes.push('resumed') }] }),
      () => ({ jobs: [{ name: 'books: resuming', resume: () => Promise.reject(new Error('no disk')) }] }),
    );
    folded.work();
    while (said.length === 0) await sleep(1);
    expect([done, said]).toEqual([['resumed'], ['books: resuming failed']]);
  });

  test('name what comes every hour, each once', async () => {
    const { folded, done } = noted((notes) => ({
      sweeps: [{ name: 'old files', run: async () => notes.push('swept') }],
    }));
    await folded.sweeps['old files']?.();
    expect([Object.keys(folded.sweeps), done]).toEqual([['old files'], ['swept']]);
    const twice = () => ({ sweeps: [{ name: 'old files', run: async () => undefined }] });
    expect(() => noted(twice, twice)).toThrow('two sweeps have the same name');
  });

  test('stop in the order of the list, each once the one before has ended', async () => {
    const { folded, done } = noted(
      (notes) => ({
        async stop() {
          await sleep(5);
          notes.push('first');
        },
      }),
      () => ({}),
      (notes) => ({ stop: () => void notes.push('second') }),
    );
    await folded.stop();
    expect(done).toEqual(['first', 'second']);
  });
});
