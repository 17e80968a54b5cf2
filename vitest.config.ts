import { defineConfig } from 'vitest/config';

const report = process.env['UNIT_REPORT'];

export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'apps/**/*.test.tsx', 'tools/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    globalSetup: ['tools/vitest-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
