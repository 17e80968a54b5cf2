import { everybodyReads, test } from './story.ts';

type Generation = 'newer' | 'classic';

/** The stories of this file, or of this group, play in a company of one generation whose people read English. */
export function playsIn(generation: Generation): void {
  test.beforeAll(async ({ sidetone, people }) => {
    await sidetone.isOfGeneration(generation, people[0]);
    await everybodyReads(sidetone, 'en');
  });
  test.afterAll(({ sidetone, people }) => sidetone.isOfGeneration('newer', people[0]));
}

/** The same stories in both generations, in groups of their own. */
export function inBothGenerations(tell: (generation: Generation) => void): void {
  for (const generation of ['newer', 'classic'] as const) {
    test.describe(`${generation} generation`, () => {
      playsIn(generation);
      tell(generation);
    });
  }
}
