import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Place, placeFor, socketFolderOf } from './place.ts';
import { commandLineOf, hasEnded, isAlive, signal } from './processes.ts';
import { giveFileTo, giveTo } from './unprivileged.ts';

const run = promisify(execFile);

/** A PostgreSQL that runs. */
export interface RunningPostgres {
  readonly pid: number;
  readonly port: number;
  /** Connection string of the database `sidetone`; other names can replace the path. */
  readonly url: string;
  /** The same for the role that the server works as; it is made when the server starts. */
  readonly serverUrl: string;
  /** True when it ran already, left behind by a server that was killed. */
  readonly adopted: boolean;
}

export interface PostgresOptions {
  /** The folder that holds everything of this installation; PostgreSQL's files go to `pg` in it. */
  readonly folder: string;
  /** Preferred port; another free one is taken when it is in use. */
  readonly port?: number;
  /** Only for tests: give up durability for speed. */
  readonly throwaway?: boolean;
  readonly log?: (line: string) => void;
}

const SUPERUSER = 'sidetone';
/** Whom the server's own statements are, in the PostgreSQL that we start. */
export const SERVER_ROLE = 'sidetone_server';
const START_TIMEOUT_MS = 60_000;

/**
 * Starts PostgreSQL on the loopback interface, making its files first when there are none. One that still runs on
 * these files is taken over. It outlives us on purpose: nothing that kills this process can tear a page apart.
 * Throws an error whose message tells a person what to do.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { folder, log = () => {} } = options;
  const place = placeFor(folder);
  const password = passwordOf(folder);
  const orphan = await findOrphan(place.data);
  if (orphan) {
    log('Taking over the database that still runs');
    return { ...orphan, ...urlsOf(orphan, password), adopted: true };
  }
  if (!existsSync(join(place.data, 'PG_VERSION'))) await initialise(place, password, options);

  let port = options.port ?? (await freePort());
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    removeSockets(place.data);
    const started = await launch(place, folder, port, options.throwaway ?? false);
    const door = { port, socketFolder: socketFolderOf(place.data, port) };
    if (typeof started === 'number') return { pid: started, port, ...urlsOf(door, password), adopted: false };
    // When PostgreSQL was killed, its workers need a moment to notice, and until then the files are theirs; and until
    // the system has cleared its remains away, its number still looks like a running server to the new one.
    const isTransient =
      /Address already in use|could not bind|pre-existing shared memory|postmaster\.pid" already exists/i.test(started);
    if (!isTransient || performance.now() > deadline) {
      throw new Error(`The database could not start.\n${advice(started)}${started}`);
    }
    await sleep(100);
    port = await freePort();
  }
}

/** Stops PostgreSQL in its fast way: open transactions are rolled back, everything committed is on disk. */
export async function stopPostgres(postgres: { pid: number }): Promise<void> {
  if (!signal(postgres.pid, 'SIGINT') || (await hasEnded(postgres.pid, 20_000))) return;
  // SIGQUIT ends it at once; the next start replays the log. Still nothing is lost.
  signal(postgres.pid, 'SIGQUIT');
  if (!(await hasEnded(postgres.pid, 5_000))) signal(postgres.pid, 'SIGKILL');
}

/** The PostgreSQL that runs on the files of `folder` right now, if any. */
export async function findRunning(folder: string): Promise<RunningPostgres | undefined> {
  const orphan = await findOrphan(placeFor(folder).data);
  return orphan && { ...orphan, ...urlsOf(orphan, passwordOf(folder)), adopted: true };
}

/**
 * Where PostgreSQL is going to be: at its old address when it still runs, else on a free port. Lets others start beside
 * it and wait at the right door.
 */
export async function planPostgres(folder: string): Promise<Pick<RunningPostgres, 'port' | 'url' | 'serverUrl'>> {
  const running = await findRunning(folder);
  if (running) return { port: running.port, url: running.url, serverUrl: running.serverUrl };
  const port = await freePort();
  return { port, ...urlsOf({ port, socketFolder: socketFolderOf(placeFor(folder).data, port) }, passwordOf(folder)) };
}

/** Where it can be reached. */
interface Door {
  readonly port: number;
  /** The folder of its Unix socket; undefined where it has none, as one that an earlier release started. */
  readonly socketFolder: string | undefined;
}

const urlsOf = ({ port, socketFolder }: Door, password: string): Pick<RunningPostgres, 'url' | 'serverUrl'> => {
  // Made of the owner's, from which nobody comes back to that: one file keeps both.
  const ofServer = createHmac('sha256', password).update(SERVER_ROLE).digest('base64url');
  const by = socketFolder === undefined ? '' : `?host=${encodeURIComponent(socketFolder)}`;
  const at = `127.0.0.1:${port}/sidetone${by}`;
  return {
    url: `postgres://${SUPERUSER}:${password}@${at}`,
    serverUrl: `postgres://${SERVER_ROLE}:${ofServer}@${at}`,
  };
};

/** Made once per installation; the port is on loopback, but other users of the machine can reach that too. */
const passwordOf = (folder: string): string => {
  const file = join(folder, 'database-password');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
};

/** Makes the files beside their place and renames them, so that an interrupted first start leaves nothing half made. */
const initialise = async (place: Place, password: string, options: PostgresOptions): Promise<void> => {
  options.log?.('Creating the database files');
  const half = `${place.data}.new`;
  const passwordFile = `${place.data}.password`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  giveTo(place.user, half);
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  giveFileTo(place.user, passwordFile);
  const words = [
    '-D',
    half,
    '-U',
    SUPERUSER,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-instructions',
    ...(options.throwaway ? ['--no-sync'] : []),
  ];
  try {
    await run(join(place.programs, 'bin', 'initdb'), words, { ...place.user, cwd: '/', env: environment() });
    rmSync(place.data, { recursive: true, force: true });
    renameSync(half, place.data);
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    const said = String((error as { stderr?: string }).stderr || error);
    throw new Error(`The database files could not be created in ${place.data}.\n${advice(said)}${said}`, {
      cause: error,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
};

/**
 * Sockets of one that was killed. Each comes with a lock that names its process, which may be another one by now, or the remains
 * of the killed one: PostgreSQL would refuse to start at the same port.
 */
const removeSockets = (data: string): void => {
  for (const name of readdirSync(data)) if (name.startsWith('.s.PGSQL.')) rmSync(join(data, name), { force: true });
};

/** Starts the server; gives its process id, or what it said when it could not. */
const launch = async (place: Place, folder: string, port: number, throwaway: boolean): Promise<number | string> => {
  mkdirSync(join(folder, 'run'), { recursive: true });
  const logFile = join(folder, 'run', 'postgres.log');
  const logFd = openSync(logFile, 'w', 0o600);
  const socketFolder = socketFolderOf(place.data, port);
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFolder ?? '',
    max_connections: 200,
    fsync: throwaway ? 'off' : 'on',
    synchronous_commit: throwaway ? 'off' : 'on',
    full_page_writes: throwaway ? 'off' : 'on',
    wal_level: 'logical',
    // A file of the log that is used again holds what was deleted until it is overwritten.
    wal_recycle: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Otherwise its log repeats values of rows in DETAIL.
    log_error_verbosity: 'terse',
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: Ctrl+C in a terminal reaches the whole process group, and PostgreSQL has to be the last one to go.
  const child = spawn(join(place.programs, 'bin', 'postgres'), ['-D', place.data, ...words], {
    ...place.user,
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', logFd, logFd],
  });
  closeSync(logFd);
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', (code) => {
    // The process that ends it may have removed the folder by now.
    const words = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim() : '';
    failure ??= words || `PostgreSQL ended with code ${code}`;
  });
  child.unref();
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (failure === undefined && performance.now() < deadline) {
    const note = readPidFile(place.data);
    if (note?.pid === child.pid && note?.ready && child.pid !== undefined) {
      await createDatabase(urlsOf({ port, socketFolder }, passwordOf(folder)).url);
      return child.pid;
    }
    await sleep(10);
  }
  if (failure === undefined && child.pid !== undefined) signal(child.pid, 'SIGQUIT');
  return failure ?? `PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} seconds. Its log is in ${logFile}`;
};

const createDatabase = async (url: string): Promise<void> => {
  const { default: pg } = await import('pg');
  const postgresUrl = new URL(url);
  postgresUrl.pathname = '/postgres';
  const client = new pg.Client({ connectionString: postgresUrl.href });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'sidetone'");
    if (rowCount === 0) await client.query('create database sidetone');
  } finally {
    await client.end();
  }
};

const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' });

interface PidFile extends Door {
  readonly pid: number;
  readonly ready: boolean;
}

/** `postmaster.pid`: process id, data folder, start time, port, socket folder, address, shared memory, status. */
const readPidFile = (data: string): PidFile | undefined => {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const socketFolder = lines[4]?.trim() || undefined;
    return { pid: Number(lines[0]), port: Number(lines[3]), socketFolder, ready: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

const findOrphan = async (data: string): Promise<({ pid: number } & Door) | undefined> => {
  const file = join(data, 'postmaster.pid');
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await sleep(50)) {
    const note = readPidFile(data);
    if (!note) return undefined;
    const command = commandLineOf(note.pid);
    const isOurs = command?.includes('postgres') && command.includes(data);
    if (!isOurs) {
      // PostgreSQL cleans up after a dead one itself, and better: it also looks for workers that still hold the files.
      // But it takes any process of that number for a living server, be it a stranger or the remains of a killed one
      // that nobody has waited for. So the file gets a number that is surely free, and is otherwise left to it.
      if (isAlive(note.pid)) writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(unusedPid())));
      return undefined;
    }
    if (note.ready) return note;
  }
  throw new Error(`A database is running on ${dirname(data)} but does not become ready. Stop it, then start again.`);
};

/** The number of a process that has just ended and was waited for. */
const unusedPid = (): number => spawnSync(process.execPath, ['--version'], { stdio: 'ignore' }).pid;

const advice = (words: string): string => {
  if (/No space left on device/i.test(words)) return 'The disk is full: make room and start again.\n';
  if (/Permission denied|Read-only file system/i.test(words))
    return 'The data folder cannot be written by this user.\n';
  if (/error while loading shared libraries/i.test(words)) return 'The database programs are damaged: run npm ci.\n';
  if (/initialized by PostgreSQL version/i.test(words)) return 'The data are from another PostgreSQL version.\n';
  return '';
};

/** A TCP port on loopback that nobody uses at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
