import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: './stories',
  outputDir: '../test-results',
  reporter: [['list'], ['json', { outputFile: '../test-results/stories.json' }]],
  workers: 1,
  // Stories that take long or are not settled yet run on demand.
  ...(process.env['SOAK'] ? {} : { grepInvert: /@soak/ }),
  timeout: 120_000,
  expect: { timeout: 10_000 },
});
