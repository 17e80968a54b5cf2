// `npm test`: every check, every unit test, every story. The last line says how many tests passed, failed, were skipped.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMissing, missingPrograms } from './test-programs.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const results = join(root, 'test-results');
const unitReport = join(results, 'unit.json');
const storyReport = join(results, 'stories.json');

/** Runs an npm script and shows its output; true when it was content. */
const runScript = (words, env = {}) => {
  const began = Date.now();
  const { status, signal } = spawnSync('npm', ['run', '--silent', ...words], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  if (signal) process.exit(1);
  console.log(
    `  ${words.join(' ')}: ${status === 0 ? 'ok' : 'FAILED'} (${((Date.now() - began) / 1000).toFixed(0)} s)\n`,
  );
  return status === 0;
};

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // The run broke off before it could write one.
  }
};

const unitCounts = (report) =>
  report && {
    passed: report.numPassedTests,
    // A file that cannot even be loaded has no test that could fail.
    failed:
      report.numFailedTests +
      report.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
        .length,
    skipped: report.numPendingTests + report.numTodoTests,
  };

const storyCounts = (report) =>
  report && {
    passed: report.stats.expected,
    failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
    skipped: report.stats.skipped,
  };

/** A part that failed without one failed test, such as a type error, counts as one. */
const withVerdict = (counts = { passed: 0, failed: 0, skipped: 0 }, isContent) =>
  isContent || counts.failed > 0 ? counts : { ...counts, failed: 1 };

rmSync(unitReport, { force: true });
rmSync(storyReport, { force: true });
mkdirSync(results, { recursive: true });

const parts = [];
const isChecked = runScript(['check'], { UNIT_REPORT: unitReport });
const unitOfCheck = readReport(unitReport);
parts.push(withVerdict(unitCounts(unitOfCheck), isChecked));
if (!unitOfCheck) {
  // The checks stop at the first that fails; the unit tests have something to say even so.
  const isContent = runScript(['unit'], { UNIT_REPORT: unitReport });
  parts.push(withVerdict(unitCounts(readReport(unitReport)), isContent));
}
const areStoriesTrue = runScript(['e2e']);
parts.push(withVerdict(storyCounts(readReport(storyReport)), areStoriesTrue));

const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
for (const line of describeMissing(missingPrograms())) console.log(line);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
