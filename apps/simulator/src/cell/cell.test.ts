import { expect, test } from 'vitest';
import { planOf } from './plan.ts';
import { type Planted, plantedFaults } from './planted.ts';
import { runSeed } from './run-seed.ts';
import { shrunk } from './shrink.ts';
import { storyOf } from './story.ts';

const seeds = 500;
/** A planted fault is found by then. */
const mostSeeds = 1_000;

test(`${seeds} seeds hold every rule`, { timeout: 120_000 }, async () => {
  let talked = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const outcome = await runSeed(seed);
    talked += outcome.talked;
    if (!outcome.violation) continue;
    expect.fail(storyOf(await shrunk({ plan: planOf(seed), outcome }, undefined), undefined));
  }
  // Rules about calls say nothing where nobody talks.
  expect(talked).toBeGreaterThan(seeds);
});

test.for(Object.keys(plantedFaults) as Planted[])(
  'the planted fault %s is found',
  { timeout: 120_000 },
  async (planted) => {
    for (let seed = 1; seed <= mostSeeds; seed += 1) {
      const outcome = await runSeed(seed, planted);
      if (outcome.violation) return;
    }
    expect.fail(`not found by ${mostSeeds} seeds`);
  },
);

test('a seed leads to the same story each time', async () => {
  for (const seed of [3, 17]) expect((await runSeed(seed)).story).toEqual((await runSeed(seed)).story);
});
