import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: './stories',
  outputDir: '../test-results',
  reporter: [['list'], ['json', { outputFile: '../test-results/stories.json' }]],
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
});
