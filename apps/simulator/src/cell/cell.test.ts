import { expect, test } from 'vitest';
import { planOf } from './plan.ts';
import { type Planted, plantedFaults } from './planted.ts';
import { runSeed } from './run-seed.ts';
import { shrunk } from './shrink.ts';
import { storyOf } from './story.ts';

const seeds = 500;
/** A planted fault is found by then. */
const mostSeeds = 1_000;

test(`${seeds} seeds hold every rule`, { timeout: 180_000 }, async () => {
  let talked = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const outcome = await runSeed(seed);
    talked += outcome.talked;
    if (outcome.violation) {
      expect.fail(storyOf(await shrunk({ plan: planOf(seed), outcome }, undefined), undefined));
    }
  }
  // Rules about calls say nothing where nobody talks.
  expect(talked).toBeGreaterThan(seeds);
});

/** Where each was found last: asked first, so that a search costs something only after the product has changed. */
const foundAt: Readonly<Record<Planted, number>> = {
  mediaObeysEverybody: 145,
  wakesUpBlind: 48,
  renewsWhatIsLost: 24,
  bookAsksNobody: 24,
  tidiesWithoutEpoch: 45,
  forgetsWhatRings: 12,
  sparesAreAlwaysSure: 133,
  claimsWithoutEpoch: 1,
  answersWithoutSnapshot: 12,
};

test.for(Object.keys(plantedFaults) as Planted[])(
  'the planted fault %s is found, which holds where it is not planted',
  { timeout: 180_000 },
  async (planted) => {
    const all = [foundAt[planted], ...Array.from({ length: mostSeeds }, (_, at) => at + 1)];
    for (const seed of all) {
      if ((await runSeed(seed, planted)).violation === undefined) continue;
      expect((await runSeed(seed)).violation).toBeUndefined();
      return;
    }
    expect.fail(`not found by ${mostSeeds} seeds`);
  },
);

test('a seed leads to the same story each time, and a shrunk one still says what was broken', async () => {
  const planted = 'forgetsWhatRings';
  const seed = foundAt[planted];
  const [once, again] = [await runSeed(seed, planted), await runSeed(seed, planted)];
  expect(once.story).toEqual(again.story);
  const plan = planOf(seed);
  const least = await shrunk({ plan, outcome: once }, planted);
  expect(least.plan.acts.length).toBeLessThan(plan.acts.length);
  const told = storyOf(least, planted);
  expect(told).toContain('BROKEN: a hand-over lost a call that rang');
  expect(told).toContain(`Again: npm run simulator -- cell --seed ${seed} --plant ${planted}`);
});
