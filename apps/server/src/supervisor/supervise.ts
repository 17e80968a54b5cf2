import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type RunningPostgres, startPostgres, stopPostgres } from '../storage/postgres/cluster.ts';
import { commandLineOf } from '../storage/postgres/processes.ts';
import { type KeptChild, keepRunning } from './child.ts';
import {
  endOrphan,
  forgetChild,
  lockDataFolder,
  mediaSocketPath,
  prepareDataFolder,
  rememberChild,
} from './data-folder.ts';
import { checkOwnDatabase } from './own-database.ts';
import { checkPorts } from './ports.ts';
import { writeRunInfo } from './run-info.ts';
import type { ServicesMessage, ServicesReady } from './services-message.ts';
import { StartError } from './start-error.ts';
import type { Terminal } from './terminal.ts';

export interface Supervised {
  /** Fulfils when everything has stopped, with the exit code. */
  readonly ended: Promise<number>;
  stop(): void;
}

const LOOK_AT_POSTGRES_EVERY_MS = 200;
/** Services that die this often before they were ever ready will not get ready by trying on. */
const HOPELESS_DEATHS = 5;

/**
 * Runs the server: PostgreSQL (unless the operator has one), the media process, and the services process. Whatever dies
 * comes back; `stop` ends them in the order in which they need one another. Throws `StartError` when it cannot begin.
 */
export async function supervise(
  config: Config,
  terminal: Terminal,
  onReady: (ready: ServicesReady) => void,
): Promise<Supervised> {
  prepareDataFolder(config.dataDir);
  const unlock = lockDataFolder(config.dataDir);
  const undo: (() => Promise<unknown> | unknown)[] = [unlock];
  let outcome: Promise<number> | undefined;
  let finish: (code: number) => void = () => {};
  const ended = new Promise<number>((resolve) => {
    finish = resolve;
  });
  const stop = (code: number): Promise<number> => {
    outcome ??= (async () => {
      for (const step of undo.splice(0).reverse()) {
        try {
          await step();
        } catch (error) {
          terminal.problem(`Stopping was not clean: ${error}`);
        }
      }
      finish(code);
      return code;
    })();
    return outcome;
  };

  try {
    for (const name of ['services', 'media']) {
      if (await endOrphan(config.dataDir, name)) terminal.step(`Ended the ${name} process of a server that was killed`);
    }
    await checkPorts(config);
    writeRunInfo(config);
    const database = config.databaseUrl === undefined ? await keepPostgres(config, terminal) : undefined;
    if (database) undo.push(() => database.stop());
    else await checkOwnDatabase(config.databaseUrl ?? '');

    const url = () => database?.current().url ?? config.databaseUrl ?? '';
    const children = startChildren(config, terminal, url, onReady, (message) => {
      terminal.problem(message);
      void stop(1);
    });
    database?.onMoved(() => children.services.restart());
    undo.push(
      () => children.media.stop(),
      () => children.services.stop(),
    );
  } catch (error) {
    await stop(1);
    throw error;
  }
  return { ended, stop: () => void stop(0) };
}

const startChildren = (
  config: Config,
  terminal: Terminal,
  databaseUrl: () => string,
  onReady: (ready: ServicesReady) => void,
  onHopeless: (message: string) => void,
): { media: KeptChild; services: KeptChild } => {
  const env = (): NodeJS.ProcessEnv => ({
    ...process.env,
    DATA_DIR: config.dataDir,
    HOST: config.host,
    EMPTY: config.empty ? 'yes' : 'no',
    DATABASE_URL: databaseUrl(),
    MEDIA_SOCKET: mediaSocketPath(config.dataDir),
  });
  let wasReady = false;
  let deaths = 0;
  const keep = (name: string, title: string, script: string, onMessage: (message: unknown) => void): KeptChild => {
    const logFile = terminal.isForPeople ? join(config.dataDir, 'logs', `${name}.log`) : undefined;
    const child = keepRunning({
      name,
      script: join(import.meta.dirname, '..', script),
      env,
      logFile,
      onStarted: (pid) => rememberChild(config.dataDir, name, pid),
      onMessage,
      onDied(how, delayMs) {
        const where = logFile === undefined ? '' : ` Its log: ${logFile}`;
        terminal.problem(`The ${title} ended unexpectedly (${how}); starting it again in ${delayMs} ms.${where}`);
        if (name === 'services' && !wasReady && ++deaths === HOPELESS_DEATHS) {
          onHopeless(`The ${title} cannot start.${where}`);
        }
      },
    });
    return {
      restart: () => child.restart(),
      async stop() {
        await child.stop();
        forgetChild(config.dataDir, name);
      },
    };
  };
  const media = keep('media', 'media process', 'pbx/media/process/main.ts', () => {});
  const services = keep('services', 'services process', 'services.ts', (message) => {
    const said = message as ServicesMessage;
    // Once it ran it will again, such as when the database comes back; before, only the operator can help.
    if (said.type === 'refused') wasReady ? terminal.problem(said.message) : onHopeless(said.message);
    if (said.type === 'step') terminal.step(said.text);
    if (said.type !== 'ready') return;
    if (wasReady) terminal.step('The services run again');
    else onReady(said);
    wasReady = true;
  });
  return { media, services };
};

interface KeptPostgres {
  current(): RunningPostgres;
  /** Called when it came back under another address. */
  onMoved(listener: () => void): void;
  stop(): Promise<void>;
}

const keepPostgres = async (config: Config, terminal: Terminal): Promise<KeptPostgres> => {
  const folder = config.dataDir;
  const log = (line: string) => terminal.step(line);
  let running = await startPostgres({ folder, log }).catch((error: Error) => {
    throw new StartError(error.message, error);
  });
  let moved: () => void = () => {};
  let restarting: Promise<void> | undefined;
  terminal.step('The database runs');

  const bringBack = async () => {
    terminal.problem('The database ended unexpectedly; starting it again.');
    const { port, url } = running;
    try {
      running = await startPostgres({ folder, log, port });
      terminal.step('The database runs again');
      if (running.url !== url) moved();
    } catch (error) {
      terminal.problem(error instanceof Error ? error.message : String(error));
    }
  };
  const timer = setInterval(() => {
    if (restarting || commandLineOf(running.pid) !== undefined) return;
    restarting = bringBack().finally(() => {
      restarting = undefined;
    });
  }, LOOK_AT_POSTGRES_EVERY_MS);

  return {
    current: () => running,
    onMoved(listener) {
      moved = listener;
    },
    async stop() {
      clearInterval(timer);
      await restarting;
      await stopPostgres(running);
    },
  };
};
