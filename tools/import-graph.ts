// Which source file names which: by imports, and by paths in quotes, such as those of programs that are started.
import { targetOf } from './source-imports.ts';
import type { SourceText } from './trace-rows.ts';

/** File → the files that it names. Paths are below the project, with slashes. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const quoted = /(['"`])([^'"`\n]+\.[a-z]\w{0,4})\1/g;
const roots = ['apps/', 'packages/', 'e2e/', 'tools/', 'bench/', 'eval/'];

/** Reads the graph off the files. What is named need not be there: a file may just have been removed. */
export function readImportGraph(sources: readonly SourceText[]): ImportGraph {
  return new Map(sources.map(({ path, text }) => [path, namedIn(path, text)]));
}

/** All files that name one of these, or name a file that does, these included. */
export function findUsers(graph: ImportGraph, files: readonly string[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const [file, named] of graph) for (const one of named) users.set(one, [...(users.get(one) ?? []), file]);
  const found = new Set(files);
  for (const file of found) for (const user of users.get(file) ?? []) found.add(user);
  return found;
}

function namedIn(path: string, text: string): string[] {
  const named = [...text.matchAll(quoted)].flatMap(([, , specifier = '']) => resolveIn(path, specifier) ?? []);
  return [...new Set(named)];
}

/** What an import means, or a path below the project that stands there as it is. */
const resolveIn = (path: string, specifier: string): string | undefined =>
  targetOf(path, specifier) ?? (roots.some((root) => specifier.startsWith(root)) ? specifier : undefined);
