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

  test('take up what is unfinished once, and sweep again and again until all is quiet', async () => {
    const { folded, done } = noted((notes) => ({
      jobs: [{ name: 'files: resuming', resume: async () => notes.push('resumed') }],
      sweeps: [{ name: 'files: sweeping', every: 2, run: async () => notes.push('swept') }],
    }));
    folded.work();
    while (done.length < 3) await sleep(1);
    folded.quiet();
    const then = [...done];
    await sleep(20);
    expect(done).toEqual(then);
    expect(done.slice(0, 3)).toEqual(['resumed', 'swept', 'swept']);
  });

  test('say by name what failed, and sweep again', async () => {
    const { folded, said } = noted(() => ({
      jobs: [{ name: 'files: resuming', resume: () => Promise.reject(new Error('no disk')) }],
      sweeps: [{ name: 'files: sweeping', every: 2, run: () => Promise.reject(new Error('no disk')) }],
    }));
    folded.work();
    while (said.length < 3) await sleep(1);
    folded.quiet();
    expect(said.slice(0, 3)).toEqual(['files: resuming failed', 'files: sweeping failed', 'files: sweeping failed']);
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
