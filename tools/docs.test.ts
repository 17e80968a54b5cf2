import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const skipped = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'test-results']);

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path) : [path];
  });

const files = filesOf(root);
const names = new Set(files.map((file) => basename(file)));
const pages = files.filter((file) => file.endsWith('.md')).map((file) => relative(root, file));

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');

  test('links to files that are there', () => {
    const targets = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
    const local = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(local.filter((target) => !existsSync(resolve(root, dirname(page), target)))).toEqual([]);
  });

  test('names source files that are there', () => {
    const named = [...text.matchAll(/(?<![\w<>/.*-])(?:[\w.-]+\/)*([\w-]+(?:\.\w+)*\.(?:ts|tsx|js|json))\b/g)];
    const known = (name: string) => names.has(name) || placeholders.has(name);
    expect(named.filter(([, name = '']) => !known(name)).map(([whole]) => whole)).toEqual([]);
  });
});

test('decisions are numbered without a gap, and each heading carries its number', () => {
  const folder = join(root, 'docs/decisions');
  const found = readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .sort();
  for (const [index, name] of found.entries()) {
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(4, '0')}-`));
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(new RegExp(`^# ${index + 1}\\. `));
  }
});

test('every room is in the tree of docs/ARCHITECTURE.md', () => {
  const tree = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8').split('```')[3] ?? '';
  const rooms = [
    'apps',
    'packages',
    'apps/client/src',
    'apps/server/src',
    'apps/server/src/pbx',
    'apps/server/src/features',
  ];
  const missing = rooms.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing' && !tree.includes(`${entry.name}/`))
      .map((entry) => `${folder}/${entry.name}`),
  );
  expect(missing).toEqual([]);
});

/** Made by a running server, or standing for whatever name. */
const placeholders = new Set([
  'demo-sign-ins.json',
  // Entries of an export.
  'sidetone-company.json',
  'end.json',
  // Names of libraries that look like files.
  'ical.js',
  'SIP.js',
  'index.ts',
  '000N-what-it-does.ts',
  // Left by a run of the tests.
  'unit.json',
  'unit-errors.json',
  'stories.json',
  'story-times.json',
  'unsteady.json',
  'running.json',
  'steady.json',
  'story-seconds.json',
]);
