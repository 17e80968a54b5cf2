import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { mediaPlaces, mediaSocket } from '../settings/media-places.ts';
import { planPostgres, type RunningPostgres, startPostgres, stopPostgres } from '../storage/postgres/cluster.ts';
import { commandLineOf } from '../storage/postgres/processes.ts';
import { type KeptChild, keepRunning } from './child.ts';
import {
  endOrphan,
  forgetChild,
  lockDataFolder,
  mediaSocketPath,
  prepareDataFolder,
  rememberChild,
  rememberedChildren,
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
  /** Reads again what can be read again, such as certificates; nothing stops. */
  reload(): void;
  /** False once the services have said nothing for long, though they were ready and have not ended. */
  isWell(): boolean;
  stop(): void;
}

const LOOK_AT_POSTGRES_EVERY_MS = 200;
const RETRY_POSTGRES_AFTER_MS = 2_000;
/** Services report every 5 s that they are alive. */
const STUCK_AFTER_MS = 45_000;
/** Services that die this often before they were ever ready will not get ready by trying on. */
const HOPELESS_DEATHS = 5;
/**
 * On a machine with much memory V8 rather takes more than tidies up: after some hundred calls the services held 250 MB
 * of which they used 45. A small young generation, and a collection whenever the rest has grown by 30 %, keep them near
 * what they use: after some hundred calls 219 MB instead of 322, for 6 % more of the services' processor time a call. How much they
 * may hold in all stays as it was.
 */
export const TIDY_HEAP = ['--max-semi-space-size=4', '--heap-growing-percent=30'];

/**
 * Runs the server: PostgreSQL (unless the operator has one), the media process, and the services process. Whatever dies
 * comes back; `stop` ends them in the order in which they need one another. Throws `StartError` when it cannot begin.
 */
export async function supervise(
  config: Config,
  terminal: Terminal,
  onReady: (ready: ServicesReady) => void,
  onWaiting: () => void = () => {},
): Promise<Supervised> {
  prepareDataFolder(config.dataDir);
  const unlock = lockDataFolder(config.dataDir);
  const undo: (() => Promise<unknown> | unknown)[] = [unlock];
  let children: ReturnType<typeof startChildren>;
  const { ended, stop } = inReverse(undo, terminal);

  try {
    for (const name of rememberedChildren(config.dataDir)) {
      if (await endOrphan(config.dataDir, name)) terminal.step(`Ended the ${name} process of a server that was killed`);
    }
    await checkPorts(config);
    writeRunInfo(config);
    // PostgreSQL starts while the children load their code; the services wait for it at its door.
    const database = config.databaseUrl === undefined ? await keepPostgres(config, terminal) : undefined;
    if (database) undo.push(() => database.stop());
    else {
      await checkOwnDatabase(config.databaseUrl ?? '');
      if (config.databaseOwnerUrl !== undefined) await checkOwnDatabase(config.databaseOwnerUrl);
    }

    const urls = () => database?.urls() ?? {};
    children = startChildren(config, terminal, urls, onReady, onWaiting, (message) => {
      terminal.problem(message);
      void stop(1);
    });
    database?.onMoved(() => children.services.restart());
    undo.push(
      () => Promise.all(children.media.map((child) => child.stop())),
      async () => {
        // Media ends with it, and so do calls: in words, and not by silence.
        children.services.tell({ type: 'ending' });
        await children.services.stop();
      },
    );
    await database?.started;
  } catch (error) {
    await stop(1);
    throw error;
  }
  return {
    ended,
    reload() {
      for (const child of [...children.media, children.services]) child.tell({ type: 'reload' });
    },
    isWell: () => children.isWell(),
    stop: () => void stop(0),
  };
}

/** Undoes what was done, the last thing first, once; `ended` fulfils then, with the exit code. */
function inReverse(undo: (() => Promise<unknown> | unknown)[], terminal: Terminal) {
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  let outcome: Promise<number> | undefined;
  const stop = (code: number): Promise<number> => {
    outcome ??= (async () => {
      for (const step of undo.splice(0).reverse()) {
        try {
          await step();
        } catch (error) {
          terminal.problem(`Stopping was not clean: ${error}`);
        }
      }
      resolve(code);
      return code;
    })();
    return outcome;
  };
  return { ended, stop };
}

/** What children are started with. */
const childEnv = (config: Config, databaseUrls: DatabaseUrls): NodeJS.ProcessEnv => ({
  ...process.env,
  // Compiled code is kept, which halves the time until the services are there.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(import.meta.dirname, '../../../../.cache/compiled'),
  DATA_DIR: config.dataDir,
  HOST: config.host,
  EMPTY: config.empty ? 'yes' : 'no',
  ...databaseUrls,
  MEDIA_SOCKET: mediaSocketPath(config.dataDir),
  MEDIA_PROCESSES: String(config.mediaProcesses),
});

interface Child {
  readonly name: string;
  readonly title: string;
  readonly script: string;
  /** What its environment has besides the others'. */
  readonly own?: NodeJS.ProcessEnv;
}

/** None where they are on other machines. */
const mediaChildren = (config: Config): Child[] =>
  (config.mediaHosts.length > 0 ? [] : mediaPlaces(config)).map((place) => ({
    name: place.name,
    title: config.mediaProcesses === 1 ? 'media process' : `media process ${place.name}`,
    script: 'pbx/media/process/main.ts',
    own: {
      MEDIA_SOCKET: mediaSocket(mediaSocketPath(config.dataDir), place),
      MEDIA_PORT: String(place.mediaPort),
      RTP_PORTS: `${place.rtpPorts.from}-${place.rtpPorts.to}`,
      // It sees the files of this server.
      MEDIA_FOLDER: '',
    },
  }));

const startChildren = (
  config: Config,
  terminal: Terminal,
  databaseUrls: () => DatabaseUrls,
  onReady: (ready: ServicesReady) => void,
  onWaiting: () => void,
  onHopeless: (message: string) => void,
): { media: readonly KeptChild[]; services: KeptChild; isWell(): boolean } => {
  let wasReady = false;
  let deaths = 0;
  /** Undefined while they are not ready. */
  let heardAt: number | undefined;
  const keep = ({ name, title, script, own }: Child, onMessage = (_: unknown): void => {}): KeptChild => {
    const logFile = terminal.isForPeople ? join(config.dataDir, 'logs', `${name}.log`) : undefined;
    const child = keepRunning({
      name,
      script: join(import.meta.dirname, '..', script),
      nodeFlags: name === 'services' ? TIDY_HEAP : [],
      env: () => ({ ...childEnv(config, databaseUrls()), ...own }),
      logFile,
      onStarted(pid) {
        rememberChild(config.dataDir, name, pid);
        if (name === 'services') heardAt = undefined;
      },
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
      tell: (message) => child.tell(message),
      async stop() {
        await child.stop();
        forgetChild(config.dataDir, name);
      },
    };
  };
  const media = mediaChildren(config).map((child) => keep(child));
  const services = keep({ name: 'services', title: 'services process', script: 'services.ts' }, (message) => {
    const said = message as ServicesMessage;
    // Once it ran it will again, such as when the database comes back; before, only the operator can help.
    if (said.type === 'refused') wasReady ? terminal.problem(said.message) : onHopeless(said.message);
    if (said.type === 'step' || said.type === 'waiting') terminal.step(said.text);
    if (said.type === 'alive' || said.type === 'ready' || said.type === 'waiting') heardAt = performance.now();
    if (said.type === 'waiting') onWaiting();
    if (said.type !== 'ready') return;
    if (wasReady) terminal.step('The services run again');
    else onReady(said);
    wasReady = true;
  });
  const isWell = () => heardAt === undefined || performance.now() - heardAt < STUCK_AFTER_MS;
  return { media, services, isWell };
};

/** How the services process learns of the database that comes with the server; of the operator's it knows as we do. */
interface DatabaseUrls {
  readonly DATABASE_URL?: string;
  readonly DATABASE_OWNER_URL?: string;
}

interface KeptPostgres {
  /** Where it is, or is going to be. */
  urls(): DatabaseUrls;
  /** Fulfils when it runs for the first time; rejects with `StartError` when it cannot. */
  readonly started: Promise<void>;
  /** Called when it came up under another address than it had. */
  onMoved(listener: () => void): void;
  stop(): Promise<void>;
}

const keepPostgres = async (config: Config, terminal: Terminal): Promise<KeptPostgres> => {
  const folder = config.dataDir;
  let place: Pick<RunningPostgres, 'port' | 'url' | 'serverUrl'> = await planPostgres(folder);
  let running: RunningPostgres | undefined;
  let moved: () => void = () => {};
  let starting: Promise<void> | undefined;

  const start = async (done: string) => {
    const started = await startPostgres({ folder, log: (line) => terminal.step(line), port: place.port });
    terminal.step(done);
    const isElsewhere = started.url !== place.url;
    place = started;
    running = started;
    if (isElsewhere) moved();
  };
  const bringBack = async () => {
    running = undefined;
    terminal.problem('The database ended unexpectedly; starting it again.');
    try {
      await start('The database runs again');
    } catch (error) {
      terminal.problem(error instanceof Error ? error.message : String(error));
      await sleep(RETRY_POSTGRES_AFTER_MS);
    }
  };
  const started = start('The database runs').catch((error: Error) => {
    throw new StartError(error.message, error);
  });
  // Awaited by the process that started us, but perhaps only after something else failed.
  started.catch(() => {});
  starting = started.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  void starting.then(() => {
    starting = undefined;
    timer = setInterval(() => {
      if (starting || (running && commandLineOf(running.pid) !== undefined)) return;
      starting = bringBack().finally(() => {
        starting = undefined;
      });
    }, LOOK_AT_POSTGRES_EVERY_MS);
  });

  return {
    urls: () => ({ DATABASE_URL: place.serverUrl, DATABASE_OWNER_URL: place.url }),
    started,
    onMoved(listener) {
      moved = listener;
    },
    async stop() {
      await starting;
      clearInterval(timer);
      await starting;
      if (running) await stopPostgres(running);
    },
  };
};
