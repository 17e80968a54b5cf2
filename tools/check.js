// `npm run check`: everything that must hold before a commit. The checks run beside each other, then the unit tests; at
// the end every part that failed is named.
import { checks, runBeside, runShown, unitTests } from './jobs.ts';
import { endTogether } from './programs-running.ts';

endTogether();
console.log('— checks');
const outcomes = await runBeside(checks);
outcomes.push(await runShown(unitTests));

const failed = outcomes.filter(({ isContent }) => !isContent).map(({ name }) => name);
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
