// `npm run steady -- inbox --times 5`: runs a story file so many times beside a load of 4, each story once only, and
// prints what failed. The line of each file is kept in test-results/steady.json.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAlone } from './own-run.ts';
import { endTogether } from './programs-running.ts';
import { describeSteady, readSteadyWords, type SteadyLine, type SteadyRun, sumRuns } from './steady-report.ts';
import { readStoryWords } from './story-names.ts';
import { results, runLock, runStories, storyFiles, tellBrokenOff, whyNoStories } from './story-run.ts';
import { firstLine, readReport, readStoryReport } from './test-reports.ts';
import { commandFor } from './time-table.ts';

const load = 4;
/** Keeps one core busy; ends when the pipe to whom started it closes, however that one ended. */
const busy = `
  process.stdin.on('end', () => process.exit()).on('error', () => process.exit()).resume();
  const work = () => { const until = Date.now() + 50; while (Date.now() < until); setImmediate(work); };
  work();
`;
const keptLines = join(results, 'steady.json');

/** Starts the load. It runs at the priority of everything else, as another program of the machine would. */
function startLoad(): ChildProcess[] {
  return Array.from({ length: load }, () =>
    spawn(process.execPath, ['-e', busy], { stdio: ['pipe', 'ignore', 'ignore'] }),
  );
}

async function runOnce(file: string, time: number): Promise<SteadyRun> {
  const folder = join(results, 'steady', `${file}-${time}`);
  const report = `${folder}.json`;
  rmSync(report, { force: true });
  const { isContent, seconds, output } = await runStories({
    files: [file],
    options: ['--retries', '0'],
    printed: 'kept',
    folder,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, STORIES_UNDER_LOAD: String(load) },
  });
  const found = readStoryReport(report);
  const troubled = found?.failed ?? [];
  console.log(`  ${isContent ? '✓' : '✗'} ${file} ${time} (${seconds.toFixed(0)} s)`);
  for (const { title, reason, kept } of troubled) {
    for (const line of [title, reason, ...kept, commandFor(file, title)]) console.log(`    ${line}`);
  }
  for (const error of found?.errors ?? []) console.log(`    ${error}`);
  if (!isContent && !found) console.log(`    ${firstLine(output) || 'The run broke off without a word.'}`);
  return { isContent, seconds, troubled, passed: found?.counts.passed ?? 0 };
}

const asked = readSteadyWords(process.argv.slice(2));
const named = typeof asked === 'string' ? { unknown: asked } : readStoryWords(asked.names, storyFiles());
const obstacle = 'unknown' in named ? named.unknown : whyNoStories();
if (obstacle !== undefined || 'unknown' in named || typeof asked === 'string') {
  console.error(obstacle);
  process.exit(1);
}

runAlone(runLock, 'npm run steady');
endTogether(() => tellBrokenOff('The run was ended in the middle of'));
const busyOnes = startLoad();
process.once('exit', () => {
  for (const child of busyOnes) child.kill('SIGKILL');
});
mkdirSync(join(results, 'steady'), { recursive: true });
for (const file of named.files) {
  const runs: SteadyRun[] = [];
  for (let time = 1; time <= asked.times; time += 1) runs.push(await runOnce(file, time));
  const line = sumRuns(runs, new Date().toISOString());
  const known = readReport<Record<string, SteadyLine>>(keptLines) ?? {};
  const lines = Object.entries({ ...known, [file]: line }).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(keptLines, `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`);
  console.log(describeSteady(file, line));
  if (line.failedRuns > 0) process.exitCode = 1;
}
for (const child of busyOnes) child.kill('SIGKILL');
