import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { targetOf } from '../source-imports.ts';

const root = dirname(dirname(import.meta.dirname));

/**
 * How a file of unit tests is run. Its name says it: `*.test.ts` is pure, the others have their kind before `.test`.
 *
 * - `pure`: shares its modules with other files, so it leaves nothing behind: no mock, no moved clock, no global.
 * - `mocked`: mocks modules, moves the clock or replaces globals, and so has a thread of its own.
 * - `world`: needs PostgreSQL, sockets, processes or Chromium; shares modules like a pure one.
 * - `alone`: measures time or kills processes; runs last, beside one file of its kind.
 */
const testKinds = ['pure', 'mocked', 'world', 'alone'] as const;
export type TestKind = (typeof testKinds)[number];

/** The kind that the name of a file of tests says. */
export const kindOf = (file: string): TestKind =>
  testKinds.find((kind) => new RegExp(`\\.${kind}\\.test\\.tsx?$`).test(file)) ?? 'pure';

/** What leads out of the process, or to the database. */
const worldModules =
  /^(node:)?(child_process|cluster|dgram|http|http2|https|net|tls)$|^(pg|playwright|ws)$|\/postgres\/cluster\.ts$/;

const mocks =
  /\bvi\.(mock|doMock|spyOn|stubGlobal|stubEnv|useFakeTimers|setSystemTime|resetModules)\(|Object\.assign\(globalThis|\bglobalThis(\.\w+|\[[^\]]+\]) = /;

/** What of the world or of mocks a file of tests uses, itself or through its support in `testing/`: reasons in words. */
export function evidenceOf(file: string): { readonly world: readonly string[]; readonly mocked: readonly string[] } {
  const files = supportOf(file);
  return {
    world: files.flatMap((each) =>
      importsOf(each)
        .filter((target) => worldModules.test(target))
        .map((target) => `${relative(root, each)} imports ${target}`),
    ),
    mocked: files.flatMap((each) => {
      const found = mocks.exec(readFileSync(each, 'utf8'))?.[0];
      return found ? [`${relative(root, each)} has ${found}`] : [];
    }),
  };
}

/** What is wrong with the name of a file of tests: a sentence, or nothing. `file` is absolute. */
export function complaintAbout(file: string): string | undefined {
  const kind = kindOf(file);
  const { world, mocked } = evidenceOf(file);
  const name = relative(root, file);
  if (kind === 'pure' || kind === 'mocked') {
    if (world[0]) return `${name} needs the world, so call it *.world.test.ts or *.alone.test.ts: ${world[0]}`;
  }
  if (kind === 'pure' && mocked[0]) return `${name} mocks, so call it *.mocked.test.ts: ${mocked[0]}`;
  if (kind === 'mocked' && !mocked[0]) return `${name} mocks nothing, so call it *.test.ts`;
  return undefined;
}

/** The file and the test support that it imports, directly or not. */
const supportOf = (file: string): string[] => {
  const found = new Set([file]);
  for (const each of found) {
    for (const target of importsOf(each)) {
      const path = pathOf(each, target);
      if (path && /\/testing\//.test(path) && existsSync(path)) found.add(path);
    }
  }
  return [...found];
};

const importPatterns = [
  /^\s*(?:import|export)\s+(?!type\b)[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

const known = new Map<string, readonly string[]>();

/** What a file imports when it runs; types alone do not count. */
const importsOf = (file: string): readonly string[] => {
  const before = known.get(file);
  if (before) return before;
  const text = readFileSync(file, 'utf8');
  const found = importPatterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, target = '']) => target));
  known.set(file, found);
  return found;
};

const pathOf = (from: string, target: string): string | undefined => {
  const path = targetOf(relative(root, from).replaceAll('\\', '/'), target);
  return path && join(root, path);
};
