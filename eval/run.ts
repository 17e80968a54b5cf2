// `npm run eval`: documents the planted calls and counts what was found, missed and made up. `--all` prints every miss,
// `--model MOOD` also has them documented by a model of the simulator (honest, inventor, gullible, sloppy, foreign, or all).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countByModel, moods } from './by-model.ts';
import type { Count } from './count.ts';
import { countOf } from './documented.ts';
import { hearings } from './hearing.ts';
import { brokenLimits, limitsOf } from './limits.ts';
import { wordsReport } from './own-words.ts';
import { plantedCalls } from './planted-call.ts';
import { modelRow, modelTable, reportOf } from './report.ts';

const folder = import.meta.dirname;
const calls = plantedCalls();
const counts = new Map<string, Count>();
for (const language of ['en', 'de'] as const) {
  for (const hearing of hearings) {
    const own = calls.filter((call) => call.language === language);
    counts.set(`${language} ${hearing}`, countOf(own, hearing));
  }
}

const report = reportOf(counts, calls.length) + wordsReport(calls);
writeFileSync(join(folder, 'report.md'), report);
process.stdout.write(report);
if (process.argv.includes('--all')) {
  for (const [name, { misses }] of counts)
    process.stdout.write(`\n${name}\n${misses.map((each) => `  ${each}`).join('\n')}\n`);
}
if (process.argv.includes('--model')) {
  const asked = process.argv[process.argv.indexOf('--model') + 1];
  const chosen = moods.filter((mood) => asked === mood || asked === 'all');
  if (chosen.length === 0) throw new Error(`--model takes all or one of ${moods.join(', ')}`);
  const rows: string[][] = [];
  for (const language of ['en', 'de'] as const) {
    const own = calls.filter((call) => call.language === language);
    for (const mood of chosen) {
      for (const hearing of ['script', 'noisy 10 %'] as const) {
        const { count, dropped, failed } = await countByModel(own, hearing, mood, 60_000);
        if (hearing === 'script') counts.set(`${language} ${mood}`, count);
        const causes = Object.entries(dropped).map(([cause, times]) => `${cause} ${times}`);
        rows.push(modelRow(`${language} ${mood} ${hearing}`, count, causes.join(', '), failed));
      }
    }
  }
  process.stdout.write(`\n${modelTable(rows)}\n`);
}
for (const [name, { inventions, wrongDays }] of counts) {
  for (const each of [...inventions, ...wrongDays]) process.stdout.write(`${name}: ${each}\n`);
}
const broken = brokenLimits(counts, limitsOf(readFileSync(join(folder, 'limits.json'), 'utf8')));
for (const each of broken) process.stderr.write(`${each}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
