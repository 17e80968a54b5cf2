// `npm run check`: everything that must hold before a commit. Stops at the first step that fails.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const steps = [
  ['the lockfile', 'lockfile'],
  ['types', 'types'],
  ['style and lint', 'lint'],
  ['layers', 'layers'],
  ['dead code', 'unused'],
  ['unit tests', 'unit'],
];

for (const [what, script] of steps) {
  const started = Date.now();
  console.log(`— ${what}`);
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`${what}: failed`);
    process.exit(status ?? 1);
  }
  console.log(`  ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
