import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { readStorySeconds } from './reporters/story-times.ts';

const stories = fileURLToPath(new URL('./stories', import.meta.url));

const readSeconds = (path: string) => readStorySeconds(fileURLToPath(new URL(path, import.meta.url)));

/** Seconds that each story file took: as this repository knows them, and in the last run on this machine, which wins. */
const known = { ...readSeconds('./story-seconds.json'), ...readSeconds('../.cache/story-seconds.json') };

/** Files of which nothing is known count by their length; the others have some 145 bytes for a second. */
const seconds = (file: string): number => known[file] ?? statSync(`${stories}/${file}`).size / 145;

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
  // A step that waits for ever fails here, and not where the story's whole time is over.
  use: { trace: 'on-first-retry', screenshot: 'only-on-failure', navigationTimeout: 60_000, actionTimeout: 60_000 },
  // A project is a worker and so a company of its own: what the stories of one file leave behind meets no other file,
  // whichever worker is free for it. The longest file goes first, so that none of them is left alone at the end.
  projects: readdirSync(stories)
    .filter((file) => file.endsWith('.spec.ts'))
    .sort((one, other) => seconds(other) - seconds(one))
    .map((file) => ({ name: file.slice(0, -'.spec.ts'.length), testMatch: `**/${file}` })),
});
