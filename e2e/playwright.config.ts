import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const stories = fileURLToPath(new URL('./stories', import.meta.url));

export default defineConfig({
  testDir: './stories',
  globalSetup: './world/global-setup.ts',
  outputDir: '../test-results',
  reporter: [['list'], ['json', { outputFile: '../test-results/stories.json' }]],
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // A project is a worker and so a Sidetone of its own: what the stories of one file leave behind meets no other file,
  // whichever worker is free for it.
  projects: readdirSync(stories)
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => ({ name: file.slice(0, -'.spec.ts'.length), testMatch: `**/${file}` })),
});
