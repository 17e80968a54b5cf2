// `npm run words`: looks for wrong words and worn phrases in everything that people read, and for log messages that do not
// name their part.
import { findPartlessLogs, findPhrases } from './phrases.ts';
import { readTexts } from './texts.ts';
import { wornExceptions, wornPhrases } from './worn-phrases.ts';
import { wrongWords } from './wrong-words.ts';

const texts = readTexts();
const { found, needless } = findPhrases(texts, [...wrongWords, ...wornPhrases], wornExceptions);
const partless = findPartlessLogs(texts);
for (const line of [...found, ...partless]) console.error(line);
for (const { at, text } of needless) console.error(`No text needs the exception of “${text}” in ${at}`);
console.log(
  `${texts.length} texts, ${found.length} phrases that are not ours, ${partless.length} log messages without a part`,
);
process.exitCode = found.length + partless.length + needless.length > 0 ? 1 : 0;
