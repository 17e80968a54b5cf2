import { readConfig } from './config.ts';
import { ConfigError } from './config-values.ts';
import { serviceManager } from './supervisor/service-manager.ts';
import type { ServicesReady } from './supervisor/services-message.ts';
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
  let reload: () => void = () => {};
  let isWell: () => boolean = () => true;
  const manager = serviceManager(process.env, {
    isWell: () => isWell(),
    onTrouble: (why) => terminal.problem(why),
  });
  const askToStop = () => {
    if (!wantsStop) {
      terminal.print('\n  Stopping …');
      manager.stopping();
    }
    wantsStop = true;
    stop();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, askToStop);
  process.on('SIGHUP', () => reload());
  const stopWatching = watchStartingNpm(askToStop);
  for (const name of config.openSecretFiles) {
    terminal.problem(`Others on this machine can read the file that ${name} names. Protect it with chmod 600.`);
  }

  const onReady = (ready: ServicesReady) => {
    terminal.print(welcome(config, ready));
    manager.ready();
  };
  // A spare has started as well as it ever will while the others are well.
  const supervised = await supervise(config, terminal, onReady, () => manager.ready());
  ({ stop, isWell } = supervised);
  reload = () => {
    terminal.step('Certificates and log files are opened again');
    supervised.reload();
  };
  if (wantsStop) stop();
  const code = await supervised.ended;
  stopWatching();
  manager.stop();
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
