// `npm test`: every check, every unit test, every story. At its end stands where the time went; the last line says how
// many tests passed, failed, were skipped. `npm test -- --changed` runs what a change can touch, and says what not.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listChangedFiles, readTestWords, selectChanged } from './changed-files.ts';
import { checks, runBeside, runShown, unitTests } from './jobs.ts';
import { runAlone } from './own-run.ts';
import { endTogether, root } from './programs-running.ts';
import { results, runLock, runStories, tellBrokenOff, tellKilledBefore, whyNoRoom } from './story-run.ts';
import { describeMissing, missingPrograms } from './test-programs.js';
import { readStoryReport, readStoryTimes, readStrayErrors, readUnitReport } from './test-reports.ts';
import { describeFailed, describeTimes, describeUnit, describeUnsteady, lastLine } from './time-table.ts';

const reports = {
  unit: join(results, 'unit.json'),
  stray: join(results, 'unit-errors.json'),
  stories: join(results, 'stories.json'),
  times: join(results, 'story-times.json'),
  unsteady: join(results, 'unsteady.json'),
};
const nothing = { passed: 0, failed: 0, skipped: 0 };

/** A part that failed without one failed test, such as a type error, counts as one. */
const withVerdict = (counts, isContent) =>
  isContent || counts.failed > 0 ? counts : { ...counts, failed: counts.failed + 1 };

async function runChecks() {
  console.log('— checks');
  const began = Date.now();
  const outcomes = await runBeside(checks);
  console.log('');
  return { outcomes, seconds: (Date.now() - began) / 1000 };
}

function tellTimes(checked, unit, unitReport, stories) {
  const parts = [
    { name: 'checks', seconds: checked.seconds },
    ...checked.outcomes.map(({ name, seconds }) => ({ name, seconds, partOf: 'checks' })),
    { name: 'unit tests', seconds: unit.seconds },
    { name: 'stories', seconds: stories.seconds },
  ];
  const storyFiles = readStoryTimes(reports.times)?.files ?? [];
  for (const line of describeTimes(parts, unitReport?.files ?? [], storyFiles)) console.log(line);
}

/** Names what failed, and what passed only at its second try, which is kept for tools as well. */
function tellTroubled(unit, stories) {
  const unsteady = [...(unit?.unsteady ?? []), ...(stories?.unsteady ?? [])];
  writeFileSync(reports.unsteady, `${JSON.stringify(unsteady, null, 2)}\n`);
  const lines = [
    ...describeUnit('Unsteady unit tests, passed at the second try', unit?.unsteady ?? []),
    ...describeUnsteady(stories?.unsteady ?? []),
    ...describeUnit('Failed unit tests', unit?.failed ?? []),
    ...describeFailed(stories?.failed ?? []),
    ...(stories?.errors ?? []),
  ];
  for (const line of lines) console.log(line);
}

/** Runs all of a part, or its chosen files, or nothing where none was chosen. */
async function runSelected(name, selection, run) {
  if ('files' in selection && selection.files.length === 0) {
    console.log(`— ${name}: none is touched\n`);
    return { isContent: true, seconds: 0 };
  }
  return run(selection.files ?? []);
}

/** What to run: everything, or what the changes can touch. */
function select(asked) {
  if (asked.run === 'all') return { unit: { all: '' }, stories: { all: '' }, lines: [] };
  return selectChanged(listChangedFiles(asked.since));
}

async function main(asked) {
  const obstacle = whyNoRoom();
  if (obstacle) throw new Error(obstacle);
  mkdirSync(results, { recursive: true });
  tellKilledBefore();
  const selected = select(asked);
  for (const line of selected.lines) console.log(line);
  // What an earlier run found must not be taken for what this one finds.
  for (const file of Object.values(reports)) rmSync(file, { force: true });

  const checked = await runChecks();
  const unit = await runSelected('unit tests', selected.unit, (words) =>
    runShown(unitTests, { env: { UNIT_REPORT: reports.unit, UNIT_ERRORS: reports.stray }, words }),
  );
  const unitReport = readUnitReport(reports.unit, root);
  const stories = await runSelected('stories', selected.stories, (files) => {
    console.log('— stories');
    return runStories({ files, options: [] });
  });
  const storyReport = readStoryReport(reports.stories);

  console.log('');
  tellTimes(checked, unit, unitReport, stories);
  tellTroubled(unitReport, storyReport);
  if (!unit.isContent && unitReport?.counts.failed === 0) {
    console.log('Something went wrong outside of any unit test');
    for (const line of readStrayErrors(reports.stray)) console.log(`  ${line}`);
  }
  const fallen = checked.outcomes.filter(({ isContent }) => !isContent).map(({ name }) => name);
  if (fallen.length > 0) console.log(`Failed checks: ${fallen.join(', ')}`);
  for (const line of selected.lines) console.log(line);
  for (const line of describeMissing(missingPrograms())) console.log(line);
  const counts = [
    { ...nothing, failed: fallen.length },
    withVerdict(unitReport?.counts ?? nothing, unit.isContent),
    withVerdict(storyReport?.counts ?? nothing, stories.isContent),
  ];
  console.log(lastLine(counts));
  process.exitCode = counts.some(({ failed }) => failed > 0) ? 1 : 0;
}

const asked = readTestWords(process.argv.slice(2));
if (typeof asked === 'string') {
  console.error(asked);
  process.exit(1);
}
runAlone(runLock, 'npm test');
endTogether(() => tellBrokenOff('The run was ended in the middle of'));
try {
  await main(asked);
} catch (error) {
  console.error(error.message);
  console.log(lastLine([{ ...nothing, failed: 1 }]));
  process.exitCode = 1;
}
