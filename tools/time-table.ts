// The last lines of `npm test`: where the time went, what was unsteady, what failed and how to repeat it.
import type { FileTime, RunningStory } from '../e2e/reporters/story-times.ts';
import type { Counts, TroubledStory, TroubledUnitTest, UnitFile } from './test-reports.ts';

/** A part of the run, such as a check or the stories. `partOf` names the one that it ran within. */
export interface Part {
  readonly name: string;
  readonly seconds: number;
  readonly partOf?: string;
}

const minutes = (seconds: number): string =>
  seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

const aligned = (rows: readonly (readonly [number, string])[]): string[] =>
  rows.map(([seconds, name]) => `  ${minutes(seconds).padStart(12)}  ${name}`);

/** Where the time went: parts, the slowest files, and what each story file waits for before its first step. */
export function describeTimes(
  parts: readonly Part[],
  unitFiles: readonly UnitFile[],
  storyFiles: readonly FileTime[],
  most = 20,
): string[] {
  const lines = ['Where the time went', ...aligned(parts.map((part) => [part.seconds, nameOf(part)] as const))];
  const files = [
    ...unitFiles,
    ...storyFiles.map(({ file, seconds }) => ({ file: `e2e/stories/${file}`, seconds })),
  ].sort((a, b) => b.seconds - a.seconds);
  if (files.length > 0) {
    const slowest = files.slice(0, most).map(({ file, seconds }) => [seconds, file] as const);
    lines.push('', `The ${slowest.length} slowest files`, ...aligned(slowest));
  }
  if (storyFiles.length > 0) {
    lines.push('', 'Story files: all of it, before the first step, in set-up altogether', ...storyLines(storyFiles));
  }
  return lines;
}

const nameOf = ({ name, partOf }: Part): string => (partOf === undefined ? name : `  ${name}`);

const storyLines = (files: readonly FileTime[]): string[] =>
  files.map(({ file, seconds, firstStepAfter, setUpSeconds }) => {
    const figures = [seconds, firstStepAfter, setUpSeconds].map((figure) => `${figure.toFixed(1)} s`.padStart(9));
    return `  ${figures.join('')}  ${file}`;
  });

/** Stories that passed only at their second try, by name. */
export function describeUnsteady(stories: readonly TroubledStory[]): string[] {
  if (stories.length === 0) return [];
  return ['Unsteady, passed at the second try', ...stories.flatMap(describeTrouble)];
}

/** Stories that failed twice, with what was kept of them and the command that repeats each. */
export function describeFailed(stories: readonly TroubledStory[]): string[] {
  if (stories.length === 0) return [];
  return ['Failed', ...stories.flatMap(describeTrouble)];
}

/** Unit tests under a heading such as `Failed unit tests`, each with the command that repeats its file. */
export function describeUnit(heading: string, tests: readonly TroubledUnitTest[]): string[] {
  if (tests.length === 0) return [];
  const lines = tests.flatMap(({ file, title, reason }) => [
    `  ${file}: ${title === '' ? 'could not be loaded' : title}`,
    ...(reason === '' ? [] : [`    ${reason}`]),
    `    npm run unit -- ${file}`,
  ]);
  return [heading, ...lines];
}

const describeTrouble = ({ file, title, reason, kept }: TroubledStory): string[] => [
  `  ${file}: ${title}`,
  ...(reason === '' ? [] : [`    ${reason}`]),
  ...kept.map((path) => `    ${path}`),
  `    ${commandFor(file, title)}`,
];

/** Stories in the middle of which a run broke off; `keptOf` finds what it left of one. */
export function describeBrokenOff(
  stories: readonly RunningStory[],
  keptOf: (story: RunningStory) => readonly string[],
): string[] {
  return stories.flatMap((story) => {
    const step = story.step === '' ? 'before its first step' : `at "${story.step}"`;
    const head = `  ${story.file}: ${story.title}, since ${story.startedAt}, ${step}`;
    const kept = keptOf(story).map((path) => `    ${path}`);
    return [head, ...kept, `    ${commandFor(story.file, story.title)}`];
  });
}

/** The one command that repeats a story. What a shell or a pattern would read otherwise becomes a dot. */
export function commandFor(file: string, title: string): string {
  return `npm run e2e -- ${file.replace(/\.spec\.ts$/, '')} -g "${title.replace(/[\\^$*+?()[\]{}|"'`!]/g, '.')}"`;
}

/** The very last line, which build machines read. */
export function lastLine(counts: readonly Counts[]): string {
  const sum = (key: keyof Counts) => counts.reduce((total, part) => total + part[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}
