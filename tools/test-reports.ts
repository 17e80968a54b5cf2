// What the reports below test-results/ say. The programs that write them are ours, of exact versions.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { RunningStories, StoryTimes } from '../e2e/reporters/story-times.ts';
import type { StrayError } from './unit/errors-reporter.ts';

/** What the last line says. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A story that failed at least once. */
export interface TroubledStory {
  readonly file: string;
  readonly title: string;
  /** First line of what went wrong first. */
  readonly reason: string;
  /** What was kept of it: traces, screenshots, logs. */
  readonly kept: readonly string[];
}

/** A unit test that failed at least once, or a file of them that could not be loaded. */
export interface TroubledUnitTest {
  readonly file: string;
  /** Empty for a whole file. */
  readonly title: string;
  /** First line of what went wrong. */
  readonly reason: string;
}

/** A unit test file with its time. */
export interface UnitFile {
  readonly file: string;
  readonly seconds: number;
}

interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    /** Why the file could not be loaded. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface StorySuite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly StorySuite[];
  readonly specs: readonly { readonly title: string; readonly file: string; readonly tests: readonly StoryTest[] }[];
}

interface StoryTest {
  readonly status: 'skipped' | 'expected' | 'unexpected' | 'flaky';
  readonly results: readonly {
    readonly status?: string;
    readonly duration: number;
    readonly errors: readonly { readonly message: string }[];
    readonly attachments: readonly { readonly name: string; readonly path?: string }[];
  }[];
}

interface StoryReport {
  readonly suites: readonly StorySuite[];
  readonly errors: readonly { readonly message?: string }[];
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; skipped: number };
}

/** A report, or nothing where the run broke off before it could write one. */
export function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

/** What `test-results/unit.json` says. */
export interface UnitVerdicts {
  readonly counts: Counts;
  readonly files: readonly UnitFile[];
  readonly failed: readonly TroubledUnitTest[];
  /** Passed at their second try. */
  readonly unsteady: readonly TroubledUnitTest[];
}

/** Reads the report of the unit tests, file names relative to `root`; nothing where there is none. */
export function readUnitReport(file: string, root: string): UnitVerdicts | undefined {
  const report = readReport<UnitReport>(file);
  if (!report) return undefined;
  const nameIn = (path: string) => relative(root, path).replaceAll('\\', '/');
  // A file that cannot even be loaded has no test that could fail.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const troubled = (wanted: string): TroubledUnitTest[] =>
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages = [] }) => status === wanted && failureMessages.length > 0)
        .map(({ fullName, failureMessages = [] }) => ({
          file: nameIn(name),
          title: fullName,
          reason: firstLine(failureMessages[0] ?? ''),
        })),
    );
  return {
    counts: {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: nameIn(name),
      seconds: Math.max(0, endTime - startTime) / 1000,
    })),
    failed: [
      ...troubled('failed'),
      ...unloaded.map(({ name, message = '' }) => ({ file: nameIn(name), title: '', reason: firstLine(message) })),
    ],
    unsteady: troubled('passed'),
  };
}

/** What went wrong outside of any unit test: the error and, indented, where it came from. */
export function readStrayErrors(file: string): string[] {
  const errors = readReport<readonly StrayError[]>(file) ?? [];
  return errors.flatMap(({ message, stack = '' }) => {
    const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
    return [firstLine(message), ...places.slice(0, 6).map((place) => `  ${place.trim()}`)];
  });
}

/** What `test-results/stories.json` says. A story that passed at its second try passed, and is named. */
export interface StoryVerdicts {
  readonly counts: Counts;
  readonly failed: readonly TroubledStory[];
  readonly unsteady: readonly TroubledStory[];
  /** What went wrong outside of any story. */
  readonly errors: readonly string[];
}

/** Reads the report of the stories; nothing where there is none. */
export function readStoryReport(file: string): StoryVerdicts | undefined {
  const report = readReport<StoryReport>(file);
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const stories = report.suites.flatMap((suite) => storiesOf(suite, []));
  const having = (status: StoryTest['status']) =>
    stories.filter(({ test }) => test.status === status).map(({ story }) => story);
  return {
    counts: { passed: expected + flaky, failed: unexpected + report.errors.length, skipped },
    failed: having('unexpected'),
    unsteady: having('flaky'),
    errors: report.errors.map(({ message = 'an error without words' }) => firstLine(message)),
  };
}

/** Playwright's tree of groups as a list; a group's title is before the titles within, as `-g` finds it. */
function storiesOf(suite: StorySuite, groups: readonly string[]): { story: TroubledStory; test: StoryTest }[] {
  const below = (suite.suites ?? []).flatMap((inner) => storiesOf(inner, [...groups, inner.title]));
  const here = suite.specs.flatMap((spec) =>
    spec.tests.map((test) => {
      const troubled = test.results.filter(({ errors }) => errors.length > 0);
      const reason = firstLine(troubled[0]?.errors[0]?.message ?? '');
      const kept = troubled.flatMap(({ attachments }) => attachments.flatMap(({ path }) => path ?? []));
      return { test, story: { file: spec.file, title: [...groups, spec.title].join(' '), reason, kept } };
    }),
  );
  return [...here, ...below];
}

/** The first line that says something, without colours. */
export function firstLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  const plain = text.replace(/\u001b\[[0-9;]*m/g, '');
  return plain.split('\n').find((line) => line.trim() !== '') ?? '';
}

/** Times of the stories; nothing where none ended. */
export function readStoryTimes(file: string): StoryTimes | undefined {
  return readReport<StoryTimes>(file);
}

/** The stories that had begun and not ended; nothing where none ran. */
export function readRunning(file: string): RunningStories | undefined {
  const found = readReport<RunningStories>(file);
  return found && found.stories.length > 0 ? found : undefined;
}
