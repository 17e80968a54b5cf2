// `npm run eval`: documents the planted calls and counts what was found, missed and made up. `--all` prints every miss.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Count } from './count.ts';
import { countOf } from './documented.ts';
import { hearings } from './hearing.ts';
import { brokenLimits, limitsOf } from './limits.ts';
import { plantedCalls } from './planted-call.ts';
import { reportOf } from './report.ts';

const folder = import.meta.dirname;
const calls = plantedCalls();
const counts = new Map<string, Count>();
for (const language of ['en', 'de'] as const) {
  for (const hearing of hearings) {
    const own = calls.filter((call) => call.language === language);
    counts.set(`${language} ${hearing}`, countOf(own, hearing));
  }
}

const report = reportOf(counts, calls.length);
writeFileSync(join(folder, 'report.md'), report);
process.stdout.write(report);
if (process.argv.includes('--all')) {
  for (const [name, { misses }] of counts)
    process.stdout.write(`\n${name}\n${misses.map((each) => `  ${each}`).join('\n')}\n`);
}
for (const [name, { inventions, wrongDays }] of counts) {
  for (const each of [...inventions, ...wrongDays]) process.stdout.write(`${name}: ${each}\n`);
}
const broken = brokenLimits(counts, limitsOf(readFileSync(join(folder, 'limits.json'), 'utf8')));
for (const each of broken) process.stderr.write(`${each}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
