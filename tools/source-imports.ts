import { posix } from 'node:path';

/** What a file imports, exports again or loads later. */
export interface Import {
  /** As it is written. */
  readonly specifier: string;
  /** The path below the project, for sources of ours. */
  readonly target: string | undefined;
}

const patterns = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

/** The imports of a file, of types as well. `path` is below the project, with slashes. */
export function importsOf(path: string, text: string): Import[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, specifier = '']) => {
      const target = targetOf(path, specifier);
      return { specifier, target: target !== undefined && /\.tsx?$/.test(target) ? target : undefined };
    }),
  );
}

/** The path that a specifier means in a file; nothing for what is no file of ours. */
export function targetOf(path: string, specifier: string): string | undefined {
  if (/^\.\.?\//.test(specifier)) return posix.normalize(posix.join(posix.dirname(path), specifier));
  const own = /^@sidetone\/([\w-]+)\/(.+)$/.exec(specifier);
  if (own) return `${own[1] === 'simulator' ? 'apps' : 'packages'}/${own[1]}/src/${own[2]}`;
  if (specifier.startsWith('#server/')) return `apps/server/src/${specifier.slice('#server/'.length)}`;
  return specifier.startsWith('#') ? `apps/client/src/${specifier.slice(1)}` : undefined;
}
