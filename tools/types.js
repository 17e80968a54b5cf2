// Type-checks every project of the repository, two at a time, and prints only what failed.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const skipped = new Set(['node_modules', 'dist', '.git', '.cache', 'data']);

/** Folders with a tsconfig.json (and the extra configs beside it), the root first. */
function* projects(folder) {
  for (const name of readdirSync(folder).sort()) {
    if (/^tsconfig(\.(?!base)\w+)?\.json$/.test(name)) yield join(folder, name);
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* projects(join(folder, entry.name));
  }
}

const compile = (project) =>
  new Promise((resolve) => {
    const tsc = spawn(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--pretty', 'false'], { cwd: root });
    let output = '';
    tsc.stdout.on('data', (chunk) => {
      output += chunk;
    });
    tsc.stderr.on('data', (chunk) => {
      output += chunk;
    });
    tsc.on('close', (code) => resolve({ project, code, output }));
  });

if (!existsSync(join(root, 'node_modules/.bin/tsc'))) throw new Error('tsc is missing: npm ci');
const waiting = [...projects(root)];
let failed = 0;
await Promise.all(
  [1, 2].map(async () => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      const { code, output } = await compile(project);
      if (code === 0) continue;
      failed += 1;
      console.error(output.trim());
    }
  }),
);
process.exitCode = failed > 0 ? 1 : 0;
