// What must hold before a commit, as a table, and how its rows are run beside each other.
import { type Finished, runScript } from './programs-running.ts';

interface Job {
  readonly name: string;
  /** Script of package.json. */
  readonly script: string;
}

/** A job that ended. */
export interface Outcome {
  readonly name: string;
  readonly isContent: boolean;
  readonly seconds: number;
}

/** The checks, the longest first, so that none is waited for alone at the end. */
export const checks: readonly Job[] = [
  { name: 'types', script: 'types' },
  { name: 'dead code', script: 'unused' },
  { name: 'style and lint', script: 'lint' },
  { name: 'function lengths', script: 'long-functions' },
  { name: 'words', script: 'words' },
  { name: 'layers', script: 'layers' },
  { name: 'packed spreads', script: 'spreads' },
  { name: 'the lockfile', script: 'lockfile' },
];

/** Runs after the checks, because it wants both cores for itself. */
export const unitTests: Job = { name: 'unit tests', script: 'unit' };

type Run = (job: Job) => Promise<Finished>;
type Tell = (line: string) => void;

const quietly: Run = (job) => runScript([job.script], { output: 'kept' });

/** Runs all jobs, `atOnce` of them at a time. A job that fails is told with all it printed; the others go on. */
export async function runBeside(
  jobs: readonly Job[],
  { atOnce = 2, run = quietly, tell = console.log as Tell } = {},
): Promise<Outcome[]> {
  const waiting = [...jobs];
  const outcomes = new Map<Job, Outcome>();
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const { status, output, seconds } = await run(job);
      const isContent = status === 0;
      tell(`  ${isContent ? '✓' : '✗'} ${job.name} (${seconds.toFixed(1)} s)`);
      if (!isContent) tell(output.trimEnd());
      outcomes.set(job, { name: job.name, isContent, seconds });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return jobs.flatMap((job) => outcomes.get(job) ?? []);
}

/** Runs one job and shows what it prints; `words` go to its program, after `--`. */
export async function runShown(
  { name, script }: Job,
  { env = {}, words = [] }: { env?: Readonly<Record<string, string>>; words?: readonly string[] } = {},
): Promise<Outcome> {
  console.log(`— ${name}`);
  const passed = words.length > 0 ? ['--', ...words] : [];
  const { status, seconds } = await runScript([script, ...passed], { env, output: 'shown' });
  console.log(`  ${status === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
  return { name, isContent: status === 0, seconds };
}
