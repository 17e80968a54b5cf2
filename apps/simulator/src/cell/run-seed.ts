import { planOf } from './plan.ts';
import type { Planted } from './planted.ts';
import { type Outcome, World } from './world.ts';

/** Runs what a seed leads to. */
export const runSeed = (seed: number, planted?: Planted): Promise<Outcome> => new World(planOf(seed), planted).run();
