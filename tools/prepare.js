// Runs before `npm start` and `npm test`, with whatever Node the machine has: so this file keeps to what very old ones
// understand, and says what is wrong with them. The work is in prepare-steps.js.
//   node tools/prepare.js start   install packages, build the client
//   node tools/prepare.js test    the same, and the programs that tests call
var OLDEST_NODE = 20;
var running = process.versions.node;

if (Number(running.split('.')[0]) < OLDEST_NODE) {
  console.error('');
  console.error(`  This is Node ${running}; Sidetone needs Node ${OLDEST_NODE} or newer.`);
  console.error('  Get one from https://nodejs.org or from your system, then run the same command again.');
  console.error('');
  process.exit(1);
}

import('./prepare-steps.js').then(
  (steps) => steps.prepare(process.argv[2]),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
