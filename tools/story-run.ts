// Runs Playwright, watches that it moves on, and tells which story hung where it does not.

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../apps/server/src/storage/postgres/processes.ts';
import type { RunningStory } from '../e2e/reporters/story-times.ts';
import { root, runProgram, signalPrograms } from './programs-running.ts';
import { patternOf } from './story-names.ts';
import { readRunning } from './test-reports.ts';
import { describeBrokenOff } from './time-table.ts';

export const results = join(root, 'test-results');
export const runLock = join(root, '.cache', 'test-run.lock');
/** Where each story keeps its trace, screenshots and logs. Playwright empties it before a run. */
const storyOutput = join(results, 'stories');
/** The same of the stories that run now. */
let ownOutput = storyOutput;
/** What a run left that was killed. */
const brokenOff = join(results, 'broken-off');
const runningFile = join(results, 'running.json');

/** The longest story moves on more often than this by far. */
const hungAfterMs = 10 * 60_000;
const leastFreeBytes = 1_000_000_000;

/** Names of all story files, such as `inbox.spec.ts`. */
export function storyFiles(): string[] {
  return readdirSync(join(root, 'e2e', 'stories'))
    .filter((file) => file.endsWith('.spec.ts'))
    .sort();
}

/** Why stories cannot run here, in one sentence; nothing where they can. */
export function whyNoStories(): string | undefined {
  if (!existsSync(join(root, 'apps', 'client', 'dist', 'index.html'))) {
    return 'The client is not built yet: node tools/prepare.js test';
  }
  return whyNoRoom();
}

/** One sentence where the disk is too full for what a run leaves. */
export function whyNoRoom(): string | undefined {
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize >= leastFreeBytes) return undefined;
  return `The disk of ${root} has ${((bavail * bsize) / 1e9).toFixed(1)} GB left; a run needs 1 GB.`;
}

interface StoryRun {
  /** None means all. */
  readonly files: readonly string[];
  readonly options: readonly string[];
  readonly printed?: 'shown' | 'kept';
  /** Folder for traces, screenshots and logs instead of the usual one. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs stories; true when all of them passed, at the second try at the latest. */
export async function runStories({ files, options, printed = 'shown', folder = storyOutput, env = {} }: StoryRun) {
  ownOutput = folder;
  mkdirSync(results, { recursive: true });
  rmSync(runningFile, { force: true });
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const words = [playwright, 'test', ...files.map(patternOf), '--output', folder, ...options];
  let isHung = false;
  const watch = watchStories(() => {
    isHung = true;
    tellBrokenOff('Nothing has moved for ten minutes; the run is ended. It hung in');
    signalPrograms('SIGINT');
    setTimeout(() => signalPrograms('SIGKILL'), 10_000).unref();
  });
  const cwd = join(root, 'e2e');
  const { status, seconds, output } = await runProgram(process.execPath, words, { cwd, env, output: printed });
  clearInterval(watch);
  if (status !== 0 && !isHung) tellBrokenOff('The run broke off in the middle of');
  return { isContent: status === 0, seconds, output };
}

/** Calls `onHung` once when no story has begun, ended or taken a step for long. */
function watchStories(onHung: () => void): NodeJS.Timeout {
  const began = Date.now();
  const watch = setInterval(() => {
    const movedAt = existsSync(runningFile) ? Math.max(began, statSync(runningFile).mtimeMs) : began;
    if (Date.now() - movedAt < hungAfterMs) return;
    clearInterval(watch);
    onHung();
  }, 5000);
  return watch;
}

/** Prints the stories that have begun and not ended, what they left and how to repeat them. */
export function tellBrokenOff(sentence: string, folder = ownOutput): void {
  const running = readRunning(runningFile);
  if (!running) return;
  console.error(`\n${sentence}`);
  const keptOf = (story: RunningStory) => keptIn(folder, story);
  for (const line of describeBrokenOff(running.stories, keptOf)) console.error(line);
}

/** Tells of a run that was killed before, and puts aside what it left, because the next stories empty its folder. */
export function tellKilledBefore(): void {
  rmSync(brokenOff, { recursive: true, force: true });
  const running = readRunning(runningFile);
  if (!running || isAlive(running.pid)) return;
  if (existsSync(storyOutput)) renameSync(storyOutput, brokenOff);
  tellBrokenOff('The last run was killed in the middle of', brokenOff);
  rmSync(runningFile);
}

/** Folders that a story has written to since it began: its own, and that of the worker with what is not complete. */
function keptIn(folder: string, { file, startedAt, worker }: RunningStory): string[] {
  if (!existsSync(folder)) return [];
  const stem = file.replace(/\.spec\.ts$/, '').replaceAll('/', '-');
  return readdirSync(folder)
    .filter((name) => name === `.playwright-artifacts-${worker}` || name.startsWith(`${stem}-`))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).mtimeMs >= Date.parse(startedAt) - 1000);
}
