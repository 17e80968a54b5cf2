import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const stories = fileURLToPath(new URL('./stories', import.meta.url));

/** Seconds that each story file took: as this repository knows them, and in the last run on this machine, which wins. */
const durations = ['./story-seconds.json', '../.cache/story-seconds.json'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Files of which nothing is known count by their length; the others have some 145 bytes for a second. */
function secondsOf(): (file: string) => number {
  const known = new Map<string, number>();
  for (const path of durations.filter((one) => existsSync(one))) {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>;
    for (const [file, seconds] of Object.entries(kept)) known.set(file, seconds);
  }
  return (file) => known.get(file) ?? statSync(`${stories}/${file}`).size / 145;
}

const seconds = secondsOf();

export default defineConfig({
  testDir: './stories',
  globalSetup: './world/global-setup.ts',
  outputDir: '../test-results/stories',
  reporter: [['list'], ['json', { outputFile: '../test-results/stories.json' }], ['./reporters/times.ts']],
  // One more than the cores of a small machine, as people wait for each other much of the time.
  workers: 3,
  // What passes at its second try is unsteady, and is said to be.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: { trace: 'on-first-retry', screenshot: 'only-on-failure' },
  // A project is a worker and so a company of its own: what the stories of one file leave behind meets no other file,
  // whichever worker is free for it. The longest file goes first, so that none of them is left alone at the end.
  projects: readdirSync(stories)
    .filter((file) => file.endsWith('.spec.ts'))
    .sort((one, other) => seconds(other) - seconds(one))
    .map((file) => ({ name: file.slice(0, -'.spec.ts'.length), testMatch: `**/${file}` })),
});
