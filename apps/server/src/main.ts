import { readConfig } from './config.ts';
import { ConfigError } from './config-values.ts';
import { StartError } from './supervisor/start-error.ts';
import { watchStartingNpm } from './supervisor/starting-npm.ts';
import { supervise } from './supervisor/supervise.ts';
import { processTerminal } from './supervisor/terminal.ts';
import { welcome } from './supervisor/welcome.ts';

const USAGE = `npm start                  run Sidetone for this machine
npm start -- --lan         run it for the other machines in the room as well, with HTTPS
npm start -- --empty       on a new data folder: no demo company, you make the first administrator

Settings are environment variables; docs/OPERATIONS.md lists them.`;

const terminal = processTerminal();

async function main(words: readonly string[]): Promise<number> {
  const unknown = words.find((word) => !['--lan', '--empty', '--help'].includes(word));
  if (unknown !== undefined || words.includes('--help')) {
    terminal.print(unknown === undefined ? USAGE : `There is no option ${unknown}.\n\n${USAGE}`);
    return unknown === undefined ? 0 : 2;
  }
  const env = { ...process.env };
  if (words.includes('--lan')) env['HOST'] ||= '0.0.0.0';
  if (words.includes('--empty')) env['EMPTY'] = 'yes';

  const config = readConfig(env);
  // A request to stop before everything runs: remembered, and done as soon as there is something to stop.
  let stop: () => void = () => {};
  let wantsStop = false;
  const askToStop = () => {
    if (!wantsStop) terminal.print('\n  Stopping …');
    wantsStop = true;
    stop();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, askToStop);
  const stopWatching = watchStartingNpm(askToStop);

  const supervised = await supervise(config, terminal, (ready) => terminal.print(welcome(config, ready)));
  stop = supervised.stop;
  if (wantsStop) stop();
  const code = await supervised.ended;
  stopWatching();
  if (code === 0) terminal.print('  Stopped.');
  return code;
}

// Ended in so many words: what still waits for something then, such as the look-out for npm, must not keep us.
try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) console.error(error);
  else terminal.problem(error.message);
  process.exit(1);
}
