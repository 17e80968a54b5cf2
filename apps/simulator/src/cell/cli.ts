import { loadOf, readLoad } from './load/load.ts';
import { planOf } from './plan.ts';
import { isPlanted, type Planted, plantedFaults } from './planted.ts';
import { runSeed } from './run-seed.ts';
import { shrunk } from './shrink.ts';
import { storyOf } from './story.ts';

export const cellUsage = `Simulates a cell: carriers, a spare, media, phones and the database, without sockets and by a clock of its own.

  npm run simulator -- cell --seeds 10000 [--from 1]   runs so many seeds, and ends at the first that breaks a rule
  npm run simulator -- cell --seed 42                  tells what one seed leads to
      --plant FAULT                                    with a fault: ${Object.keys(plantedFaults).join(', ')}
  npm run simulator -- cell --load people=1000000      how much of what is busy with so many people; see docs/TESTING.md`;

/** Gives the exit code. */
export async function simulateCell(words: readonly string[], say: (line: string) => void): Promise<number> {
  const wordAfter = (name: string): string | undefined => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words[at + 1];
  };
  const numberOf = (name: string): number | undefined => {
    const word = wordAfter(name);
    return word !== undefined && /^\d{1,9}$/.test(word) ? Number(word) : undefined;
  };
  const [plant, seed, seeds, load] = [
    wordAfter('--plant'),
    numberOf('--seed'),
    numberOf('--seeds'),
    wordAfter('--load'),
  ];
  const isKnown = plant === undefined || isPlanted(plant);
  const planted = plant !== undefined && isPlanted(plant) ? plant : undefined;
  if (isKnown && load !== undefined) return tellLoad(load, say);
  if (isKnown && seed !== undefined) return await tellSeed(seed, planted, say);
  if (isKnown && seeds !== undefined) return await runSeeds({ from: numberOf('--from') ?? 1, seeds, planted, say });
  say(cellUsage);
  return 1;
}

function tellLoad(word: string, say: (line: string) => void): number {
  const load = readLoad(word);
  if (!load) {
    say(cellUsage);
    return 1;
  }
  for (const line of loadOf(load)) say(line);
  return 0;
}

async function tellSeed(seed: number, planted: Planted | undefined, say: (line: string) => void): Promise<number> {
  const first = { plan: planOf(seed), outcome: await runSeed(seed, planted) };
  const isBroken = first.outcome.violation !== undefined;
  say(storyOf(isBroken ? await shrunk(first, planted) : first, planted));
  return isBroken ? 1 : 0;
}

const tellEveryMs = 10_000;

async function runSeeds(given: {
  readonly from: number;
  readonly seeds: number;
  readonly planted: Planted | undefined;
  say(line: string): void;
}): Promise<number> {
  const { from, seeds, planted, say } = given;
  const began = performance.now();
  let [told, talked, steps] = [began, 0, 0];
  const progress = (done: number): string => {
    const seconds = (performance.now() - began) / 1000;
    return `${done} of ${seeds} seeds in ${seconds.toFixed(0)} s, ${(done / seconds).toFixed(1)} a second`;
  };
  for (let seed = from; seed < from + seeds; seed += 1) {
    const outcome = await runSeed(seed, planted);
    talked += outcome.talked;
    steps += outcome.steps;
    if (outcome.violation) {
      say(progress(seed - from + 1));
      say(storyOf(await shrunk({ plan: planOf(seed), outcome }, planted), planted));
      return 1;
    }
    if (performance.now() - told < tellEveryMs) continue;
    told = performance.now();
    say(progress(seed - from + 1));
  }
  say(`${progress(seeds)}: ${talked} calls, ${steps} steps, every rule held.`);
  return 0;
}
