// How steady a story file was: the words of the command, what its runs found, and the line that is kept of it.
import type { TroubledStory } from './test-reports.ts';

/** What `npm run steady` was asked for. */
export interface SteadyWords {
  readonly names: readonly string[];
  readonly times: number;
}

/** One run of a file. `troubled` are the stories that failed; a run can fail without any. */
export interface SteadyRun {
  readonly isContent: boolean;
  readonly passed: number;
  readonly seconds: number;
  readonly troubled: readonly TroubledStory[];
}

/** What `test-results/steady.json` keeps of a file. */
export interface SteadyLine {
  readonly times: number;
  readonly failedRuns: number;
  /** Stories that passed, over all runs. */
  readonly passed: number;
  readonly failures: readonly { readonly title: string; readonly times: number; readonly reason: string }[];
  readonly seconds: number;
  readonly at: string;
}

/** Takes the words apart; a string is what is wrong with them, in one sentence. */
export function readSteadyWords(words: readonly string[]): SteadyWords | string {
  const names: string[] = [];
  let times = 5;
  const waiting = [...words];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    const [option, value] = word.split('=', 2);
    if (option === '--times') {
      times = Number(value ?? waiting.shift());
      if (!Number.isInteger(times) || times < 1) return '--times wants a whole number from 1 on.';
    } else if (word.startsWith('-')) return `steady has no option ${word}; it knows --times N.`;
    else names.push(word);
  }
  if (names.length === 0) return 'Name a story file: npm run steady -- inbox';
  return { names, times };
}

/** Sums up the runs of one file. */
export function sumRuns(runs: readonly SteadyRun[], at: string): SteadyLine {
  const failures = new Map<string, { title: string; times: number; reason: string }>();
  for (const { title, reason } of runs.flatMap(({ troubled }) => troubled)) {
    const known = failures.get(title) ?? { title, times: 0, reason };
    failures.set(title, { ...known, times: known.times + 1 });
  }
  return {
    times: runs.length,
    failedRuns: runs.filter(({ isContent }) => !isContent).length,
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    failures: [...failures.values()],
    seconds: Math.round(runs.reduce((sum, { seconds }) => sum + seconds, 0)),
    at,
  };
}

/** One line for people: `inbox.spec.ts: 4 of 5 runs passed (30 stories passed, 2 failed, 212 s)`. */
export function describeSteady(file: string, line: SteadyLine): string {
  const failed = line.failures.reduce((sum, { times }) => sum + times, 0);
  const counts = `${line.passed} stories passed, ${failed} failed, ${line.seconds} s`;
  return `${file}: ${line.times - line.failedRuns} of ${line.times} runs passed (${counts})`;
}
