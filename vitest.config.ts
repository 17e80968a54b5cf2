import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { JsonReporter } from 'vitest/node';
import { ErrorsReporter } from './tools/unit/errors-reporter.ts';

const report = process.env['UNIT_REPORT'];
const strayErrors = process.env['UNIT_ERRORS'];
/** What else than the screen is told of a run. */
const reporters = [
  report ? new JsonReporter({ outputFile: report }) : undefined,
  strayErrors ? new ErrorsReporter(strayErrors) : undefined,
].filter((one) => one !== undefined);
const folders = ['packages', 'apps', 'eval', 'tools'];

/** Files of tests whose name carries one of these kinds before `.test`. What the kinds are: docs/TESTING.md. */
const named = (kinds: string) => folders.map((folder) => `${folder}/**/*.${kinds}.test.{ts,tsx}`);

type Kind = Omit<NonNullable<TestProjectInlineConfiguration['test']>, 'sequence'> & { readonly name: string };

/** Tests of the world get a second try, as stories do; those that need it are named at the end of a run. */
const secondTry = 1;

/** One kind of tests. Kinds of a lower turn are through before the next one begins. */
const project = (turn: number, test: Kind): TestProjectInlineConfiguration => ({
  extends: true,
  test: { ...test, sequence: { groupOrder: turn } },
});

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    reporters: ['default', ...reporters],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5000, interval: 20 } },
    // What a file becomes when it is read is kept: for the next run, and for the other kinds of tests of this one.
    fsModuleCache: true,
    fsModuleCachePath: '.cache/unit-modules',
    // Processes, not threads: programs of the server's audio are not made to be loaded by two threads.
    pool: 'forks',
    // Twice the cores of a small machine: tests of the world wait much of the time.
    maxWorkers: 4,
    projects: [
      project(0, {
        name: 'pure',
        include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
        exclude: ['**/node_modules/**', '**/dist/**', ...named('{mocked,world,alone}')],
        isolate: false,
        setupFiles: ['tools/unit/leave-nothing.ts', 'tools/unit/stay-pure.ts'],
      }),
      project(0, { name: 'mocked', include: named('mocked'), setupFiles: ['tools/unit/stay-pure.ts'] }),
      project(0, {
        name: 'world',
        include: named('world'),
        retry: secondTry,
        isolate: false,
        setupFiles: ['tools/unit/leave-nothing.ts', 'tools/unit/wait-patiently.ts'],
        globalSetup: ['tools/vitest-setup.ts'],
      }),
      project(1, {
        name: 'alone',
        include: named('alone'),
        retry: secondTry,
        maxWorkers: 2,
        setupFiles: ['tools/unit/wait-patiently.ts'],
        globalSetup: ['tools/vitest-setup.ts'],
      }),
    ],
  },
});
