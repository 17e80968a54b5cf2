// What git says has changed, and what of the project that touches.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readImportGraph } from './import-graph.ts';
import { root } from './programs-running.ts';
import { describeSelection, type SelectedTests, selectTests } from './select-tests.ts';
import { sourcesBelow } from './source-files.ts';
import { storyFiles } from './story-run.ts';

/** What `npm test` was asked for. */
export type TestWords = { readonly run: 'all' } | { readonly run: 'changed'; readonly since?: string };

/** Takes the words of `npm test` apart; a string is what is wrong with them, in one sentence. */
export function readTestWords(words: readonly string[]): TestWords | string {
  let asked: TestWords = { run: 'all' };
  const waiting = [...words];
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    const [option, value = undefined] = word.split('=', 2);
    if (option === '--changed') asked = { ...asked, run: 'changed' };
    else if (option === '--since') {
      const since = value ?? waiting.shift();
      if (!since) return '--since wants a commit: npm test -- --changed --since main';
      asked = { run: 'changed', since };
    } else return `npm test has no option ${word}; it knows --changed and --since COMMIT. Stories by name: npm run e2e`;
  }
  return asked;
}

/** Files that differ from where this branch began, or from `since`: committed, not committed, new and removed ones. */
export function listChangedFiles(since?: string): string[] {
  const base = since === undefined ? branchPoint() : git('merge-base', 'HEAD', since)[0];
  if (!base) throw new Error(`git knows no common commit with ${since}.`);
  const differing = git('diff', '--name-only', '--no-renames', base);
  return [...new Set([...differing, ...git('ls-files', '--others', '--exclude-standard')])].sort();
}

/** The tests that those changes can touch, with the lines that say so. */
export function selectChanged(changed: readonly string[]): SelectedTests & { readonly lines: readonly string[] } {
  const sources = ['apps', 'packages', 'e2e', 'tools', 'bench', 'eval']
    .flatMap((folder) => sourcesBelow(join(root, folder)))
    .map((file) => ({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
  const unitTests = sources
    .map(({ path }) => path)
    .filter((path) => /^(apps|packages|tools)\/.*\.test\.tsx?$/.test(path))
    .sort();
  const project = { graph: readImportGraph(sources), unitTests, stories: storyFiles() };
  const selected = selectTests(changed, project);
  return { ...selected, lines: describeSelection(selected, project, changed) };
}

/** Where this branch left the one that it goes to; HEAD where there is no other, so that what is not committed counts. */
function branchPoint(): string {
  for (const other of ['origin/HEAD', 'origin/main', 'main', '@{upstream}']) {
    try {
      const [base] = git('merge-base', 'HEAD', other);
      if (base) return base;
    } catch {
      // There is no such branch here; the next one may be.
    }
  }
  return 'HEAD';
}

/** The lines that git prints. Paths are in `-z` form, so that none is put into quotes. */
function git(command: string, ...words: readonly string[]): string[] {
  const form = command === 'merge-base' ? [] : ['-z'];
  try {
    const printed = execFileSync('git', [command, ...form, ...words], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return printed.split(/[\0\n]/).filter((line) => line !== '');
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`git ${command} failed: ${(stderr || message).trim().split('\n')[0]}`, { cause: error });
  }
}
