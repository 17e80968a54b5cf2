// `npm run eval`: documents the planted calls by rules and by models of the simulator, and counts what was found, missed and made
// up. `--all` prints every miss, `--rules` asks no model, `--quick` leaves out the recogniser, which takes minutes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countByModel, moods } from './by-model.ts';
import { chatReport } from './chat.ts';
import type { Count } from './count.ts';
import { countOf } from './documented.ts';
import { hearings } from './hearing.ts';
import { brokenLimits, limitsOf } from './limits.ts';
import { wordsReport } from './own-words.ts';
import { plantedCalls } from './planted-call.ts';
import { modelRow, reportOf, rulesRow } from './report.ts';
import { sphinxHearing } from './sphinx.ts';

const folder = import.meta.dirname;
const has = (option: string): boolean => process.argv.includes(`--${option}`);
const calls = plantedCalls();
const counts = new Map<string, Count>();
const byRules: string[][] = [];
const byModels: string[][] = [];
const english = calls.filter(({ language }) => language === 'en');
const sphinx = has('quick') ? null : await sphinxHearing(english);
for (const language of ['en', 'de'] as const) {
  const own = calls.filter((call) => call.language === language);
  const heardBy = sphinx !== null && language === 'en' ? [...hearings, sphinx] : hearings;
  for (const hearing of heardBy) {
    const { count, dropped } = countOf(own, hearing);
    counts.set(`${language} ${hearing.name}`, count);
    byRules.push(rulesRow(`${language} ${hearing.name}`, count, dropped));
    for (const mood of has('rules') ? [] : moods) {
      const made = await countByModel(own, hearing, mood, 60_000);
      const name = hearing.name === 'script' ? mood : `${mood} ${hearing.name}`;
      counts.set(`${language} ${name}`, made.count);
      byModels.push(modelRow(`${language} ${mood} ${hearing.name}`, made));
    }
  }
}

const heard =
  sphinx === null ? 'The recogniser (`sphinx`) was not asked.' : 'English calls were also heard by `sphinx`.';
const report =
  reportOf({ calls: calls.length, byRules, byModels, heard }) + (await chatReport(calls)) + wordsReport(calls);
if (!has('rules') && !has('quick')) writeFileSync(join(folder, 'report.md'), report);
process.stdout.write(report);
if (has('all')) {
  for (const [name, { misses }] of counts)
    process.stdout.write(`\n${name}\n${misses.map((each) => `  ${each}`).join('\n')}\n`);
}
for (const [name, { inventions, wrongDays }] of counts) {
  for (const each of [...inventions, ...wrongDays]) process.stdout.write(`${name}: ${each}\n`);
}
const broken = brokenLimits(counts, limitsOf(readFileSync(join(folder, 'limits.json'), 'utf8')));
for (const each of broken) process.stderr.write(`${each}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
