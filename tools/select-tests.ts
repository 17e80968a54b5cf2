// What a change can touch: unit test files by imports, story files by imports and by room.
import { findUsers, type ImportGraph } from './import-graph.ts';
import { storiesOfPath } from './room-stories.ts';

/** Files to run, or all of them, for the reason that is given. */
export type Selection = { readonly all: string } | { readonly files: readonly string[] };

export interface SelectedTests {
  readonly unit: Selection;
  /** Files below `e2e/stories`, such as `inbox.spec.ts`. */
  readonly stories: Selection;
}

interface Project {
  readonly graph: ImportGraph;
  /** Every unit test file. */
  readonly unitTests: readonly string[];
  /** Every story file. */
  readonly stories: readonly string[];
}

/** What everything is on: packages, compiler, how the product is built and started. */
const central =
  /^(package(-lock)?\.json|\.npmrc|tsconfig\.base\.json|[\w/-]+\/package\.json|tools\/prepare(-steps)?\.js)$/;
const unitCentral = /^(vitest\.config\.ts|tools\/vitest-setup\.ts|tools\/unit\/[\w-]+\.ts)$/;
const storyCentral =
  /^(packages\/contract\/src\/|apps\/client\/(?!src\/)|e2e\/playwright\.config\.ts$|tools\/test-programs\.js$)/;
/** What no story can notice. */
const noStory =
  /(^|\/)testing\/|\.test\.tsx?$|\.stories\.tsx$|^(?!CHANGELOG).*\.md$|^(docs|bench|tools|\.ci)\/|^(LICENSE|\.gitignore|[\w.]+\.json|tsconfig\.json|vitest\.config\.ts)$/;

/** The tests that a change of these files can touch. Tests of the tools always run: they read the whole project. */
export function selectTests(changed: readonly string[], project: Project): SelectedTests {
  const { graph, unitTests, stories } = project;
  const users = findUsers(graph, changed);
  const all = changed.find((path) => central.test(path));
  if (all !== undefined) return { unit: { all }, stories: { all } };

  const allUnit = changed.find((path) => unitCentral.test(path) || isReadByTests(path));
  const unit = unitTests.filter((file) => users.has(file) || file.startsWith('tools/'));
  const chosen = new Set(stories.filter((file) => users.has(`e2e/stories/${file}`)));
  let allStories: string | undefined;
  for (const path of changed) {
    if (storyCentral.test(path) && !noStory.test(path)) allStories ??= path;
    // The stories' own files, the simulator and the signals are no part of the product: what they touch imports them.
    if (/^(e2e|apps\/simulator|packages\/signals)\//.test(path) || noStory.test(path)) continue;
    const found = storiesOfPath(path);
    if (found === 'all') allStories ??= path;
    else for (const name of found) if (stories.includes(`${name}.spec.ts`)) chosen.add(`${name}.spec.ts`);
  }
  return {
    unit: allUnit === undefined ? { files: unit } : { all: allUnit },
    stories: allStories === undefined ? { files: stories.filter((file) => chosen.has(file)) } : { all: allStories },
  };
}

/** What tests read without importing it, such as a sound, a style sheet or a kept data folder. */
function isReadByTests(path: string): boolean {
  return /^(apps|packages)\//.test(path) && !/\.(tsx?|md)$/.test(path);
}

/** Says in a few lines what is run and what is left out. */
export function describeSelection(
  { unit, stories }: SelectedTests,
  { unitTests, stories: allStories }: Pick<Project, 'unitTests' | 'stories'>,
  changed: readonly string[],
): string[] {
  const lines = [`${changed.length === 1 ? '1 file' : `${changed.length} files`} changed: checks run whole`];
  if ('all' in unit) lines.push(`  unit tests: all, because of ${unit.all}`);
  else lines.push(`  unit tests: ${unit.files.length} of ${unitTests.length} files`);
  if ('all' in stories) return [...lines, `  stories: all, because of ${stories.all}`];
  const left = allStories.filter((file) => !stories.files.includes(file));
  lines.push(`  stories: ${stories.files.length} of ${allStories.length} files: ${namesOf(stories.files)}`);
  return left.length === 0 ? lines : [...lines, `  left out: ${namesOf(left)}`];
}

const namesOf = (files: readonly string[]): string =>
  files.length === 0 ? 'none' : files.map((file) => file.replace(/\.spec\.ts$/, '')).join(', ');
