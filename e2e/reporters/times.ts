// Tells where the time of the stories goes, and which of them are running, so that a run that was killed can be told too.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';
import { countedIn, type RunningStory, readStorySeconds, type StoryTime, sumFiles, timeOfTry } from './story-times.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const timesFile = join(root, 'test-results', 'story-times.json');
const runningFile = join(root, 'test-results', 'running.json');
const secondsFile = join(root, '.cache', 'story-seconds.json');

/** Steps come by the hundred in a second; the file follows them this often. */
const betweenWritesMs = 1000;

export default class TimesReporter implements Reporter {
  readonly #tries: { startedAt: number; time: StoryTime }[] = [];
  readonly #running = new Map<TestResult, RunningStory>();
  #isWhole = true;
  #writing: NodeJS.Timeout | undefined;

  printsToStdio(): boolean {
    return false;
  }

  onBegin(config: FullConfig): void {
    // Some stories of a file say nothing about how long the whole of it takes, and those beside a load too much.
    this.#isWhole = String(config.grep) === '/.*/' && config.grepInvert === null && !process.env['STORIES_UNDER_LOAD'];
    rmSync(timesFile, { force: true });
    this.#writeRunning();
  }

  onTestBegin(test: TestCase, result: TestResult): void {
    const startedAt = result.startTime.toISOString();
    const story = { file: fileOf(test), title: titleOf(test), startedAt, worker: result.workerIndex, step: '' };
    this.#running.set(result, story);
    this.#writeRunning();
  }

  onStepBegin(_test: TestCase, result: TestResult, step: TestStep): void {
    const story = this.#running.get(result);
    if (!story) return;
    this.#running.set(result, { ...story, step: step.title });
    // The last step before a story hangs is the one that matters: it is written too, only later.
    this.#writing ??= setTimeout(() => this.#writeRunning(), betweenWritesMs).unref();
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#running.delete(result);
    this.#writeRunning();
    if (result.status === 'skipped') return;
    const startedAt = result.startTime.getTime();
    const steps = result.steps.map(({ category, startTime, duration }) => ({
      category,
      startedAt: startTime.getTime(),
      ms: duration,
    }));
    const { status, retry } = result;
    const time = timeOfTry(startedAt, result.duration, steps);
    this.#tries.push({
      startedAt,
      time: { file: fileOf(test), title: titleOf(test), status, retry, ...time, ...countedIn(result.annotations) },
    });
  }

  onEnd({ status }: FullResult): void {
    // Written also when the run was broken off: what it then holds is what hung.
    this.#writeRunning();
    if (this.#tries.length === 0) return;
    const stories = this.#tries.sort((a, b) => a.startedAt - b.startedAt).map(({ time }) => time);
    const files = sumFiles(stories);
    write(timesFile, { files, stories });
    if (!this.#isWhole || status === 'interrupted') return;
    const seconds = Object.fromEntries(files.map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10]));
    write(secondsFile, { ...readStorySeconds(secondsFile), ...seconds });
  }

  #writeRunning(): void {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    write(runningFile, { pid: process.pid, stories: [...this.#running.values()] });
  }
}

/** The file of a story below `stories`; a story may be written by a function of another file. */
function fileOf(test: TestCase): string {
  let suite: Suite | undefined = test.parent;
  while (suite && suite.type !== 'file') suite = suite.parent;
  return suite?.title.replaceAll('\\', '/') ?? '';
}

/** Its title after those of the groups around it, as the list shows it and as `-g` finds it. */
function titleOf(test: TestCase): string {
  const [, , , ...titles] = test.titlePath();
  return titles.join(' ');
}

/** Writes the file as a whole, so that nobody ever reads half of it. */
function write(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}
