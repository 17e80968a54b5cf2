// What the reporter of times writes below test-results/, for the tools that read it, and how it counts.
import { existsSync, readFileSync } from 'node:fs';

/** A step of a story, as Playwright tells it. Times are milliseconds, as those of `Date.now()`. */
export interface StepTime {
  readonly category: string;
  readonly startedAt: number;
  readonly ms: number;
}

/** One try of one story. */
export interface StoryTime {
  /** File below `stories`, such as `inbox.spec.ts`. */
  readonly file: string;
  readonly title: string;
  readonly status: string;
  readonly retry: number;
  /** From its first fixture to the end of its last hook. */
  readonly seconds: number;
  /** Its part before the first step: fixtures, and hooks that run before it. */
  readonly setUpSeconds: number;
  /** Documents that its pages loaded, which cost most of its processor time. */
  readonly loads: number;
  /** Addresses that were reached without a load of their own. */
  readonly inPlace: number;
}

/** All tries of one file. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
  /** Before the first step of its first story: what everyone waits for who runs this file. */
  readonly firstStepAfter: number;
  /** Before the first step of each story, together. */
  readonly setUpSeconds: number;
  readonly loads: number;
  readonly inPlace: number;
}

/** The file `test-results/story-times.json`. */
export interface StoryTimes {
  readonly files: readonly FileTime[];
  readonly stories: readonly StoryTime[];
}

/** A story that has begun and not ended. */
export interface RunningStory {
  readonly file: string;
  readonly title: string;
  readonly startedAt: string;
  readonly worker: number;
  /** The step in which it is. */
  readonly step: string;
}

/** The file `test-results/running.json`. */
export interface RunningStories {
  readonly pid: number;
  readonly stories: readonly RunningStory[];
}

/** Seconds of one try and of its part before the first step. Playwright's own duration leaves out fixtures of a worker. */
export function timeOfTry(
  startedAt: number,
  ms: number,
  steps: readonly StepTime[],
): { seconds: number; setUpSeconds: number } {
  const end = Math.max(startedAt + ms, ...steps.map((step) => step.startedAt + step.ms));
  const first = steps.find(({ category }) => category !== 'hook' && category !== 'fixture');
  const setUp = steps.filter(({ category }) => category === 'hook' || category === 'fixture')[0];
  // A story without any step is set-up up to where its hooks before it end.
  const begun = first ? first.startedAt : setUp ? setUp.startedAt + setUp.ms : startedAt;
  return { seconds: (end - startedAt) / 1000, setUpSeconds: Math.max(0, begun - startedAt) / 1000 };
}

/** What a story counted and wrote into its annotations; nothing where it broke off before. */
export function countedIn(
  annotations: readonly { readonly type: string; readonly description?: string }[],
): Pick<StoryTime, 'loads' | 'inPlace'> {
  const count = (kind: string) => Number(annotations.find(({ type }) => type === kind)?.description ?? 0);
  return { loads: count('loads'), inPlace: count('in place') };
}

/** Sums the tries of each file, the longest file first. `stories` are in the order in which they ran. */
export function sumFiles(stories: readonly StoryTime[]): FileTime[] {
  const files = new Map<string, FileTime>();
  for (const { file, seconds, setUpSeconds, loads, inPlace } of stories) {
    const none = { file, seconds: 0, firstStepAfter: setUpSeconds, setUpSeconds: 0, loads: 0, inPlace: 0 };
    const sum = files.get(file) ?? none;
    files.set(file, {
      ...sum,
      seconds: sum.seconds + seconds,
      setUpSeconds: sum.setUpSeconds + setUpSeconds,
      loads: sum.loads + loads,
      inPlace: sum.inPlace + inPlace,
    });
  }
  return [...files.values()].sort((a, b) => b.seconds - a.seconds);
}

/** What the last runs say about how long each file takes: `inbox.spec.ts` → seconds. Nothing where none ran. */
export function readStorySeconds(file: string): Readonly<Record<string, number>> {
  try {
    const found: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter(([, seconds]) => typeof seconds === 'number'));
  } catch {
    return {}; // Cut off by a run that was killed; the next one writes it again.
  }
}
