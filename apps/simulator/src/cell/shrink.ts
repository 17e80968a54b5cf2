import { fineWeather } from './network.ts';
import type { Act, Plan } from './plan.ts';
import type { Planted } from './planted.ts';
import { type Outcome, World } from './world.ts';

export interface Failure {
  readonly plan: Plan;
  readonly outcome: Outcome;
}

/** The same failure with as little happening as possible: without each act and in fine weather, where it fails all the same. */
export async function shrunk(given: Failure, planted: Planted | undefined): Promise<Failure> {
  const rule = given.outcome.violation?.rule;
  let least = given;
  const tries = async (plan: Plan): Promise<boolean> => {
    const outcome = await new World(plan, planted).run();
    if (outcome.violation?.rule !== rule) return false;
    least = { plan, outcome };
    return true;
  };
  if (least.plan.weather !== fineWeather) await tries({ ...least.plan, weather: fineWeather });
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const act of least.plan.acts) {
      if (await tries({ ...least.plan, acts: without(least.plan.acts, act) })) isSmaller = true;
    }
  }
  return least;
}

const without = (acts: readonly Act[], left: Act): readonly Act[] => acts.filter((act) => act !== left);
