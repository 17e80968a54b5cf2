import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate, migrationsFolder, openDatabase } from '../database.ts';
import { findRunning, type RunningPostgres, startPostgres } from '../postgres/cluster.ts';
import { placeFor } from '../postgres/place.ts';
import { isAlive, parentOf, signal } from '../postgres/processes.ts';

/** One PostgreSQL for all test processes of this checkout; the last to leave stops it. */
const folder = join(import.meta.dirname, '../../../../../.cache/test-postgres');
const users = join(folder, 'users');

let mine: Promise<RunningPostgres> | undefined;
const templates = new Map<string, Promise<string>>();

/** Starts the PostgreSQL of the tests or joins it, until this process ends. */
export function useTestPostgres(): Promise<RunningPostgres> {
  mine ??= joinOrStart();
  return mine;
}

const joinOrStart = async (): Promise<RunningPostgres> => {
  mkdirSync(users, { recursive: true });
  return await withLock('start.lock', async () => {
    writeFileSync(join(users, String(process.pid)), '');
    const postgres = (await findRunning(folder)) ?? (await startAfresh());
    process.once('exit', () => leave(postgres));
    return postgres;
  });
};

/** Files that cannot be used, of another version or torn when the machine went down, are thrown away: they hold nothing. */
const startAfresh = async (): Promise<RunningPostgres> => {
  const start = () => startPostgres({ folder, throwaway: true });
  try {
    return await start();
  } catch (error) {
    console.warn(`The PostgreSQL of the tests is made again, because it did not start: ${error}`);
    rmSync(placeFor(folder).data, { recursive: true, force: true });
    return await start();
  }
};

/** Runs while the process exits, so nothing here may wait. */
const leave = (postgres: RunningPostgres): void => {
  rmSync(join(users, String(process.pid)), { force: true });
  // The holder of the lock is joining, and needs it running.
  const lock = join(folder, 'start.lock');
  if (!take(lock)) return;
  const others = readdirSync(users);
  if (!others.some((name) => isAlive(Number(name)))) {
    for (const name of others) rmSync(join(users, name), { force: true });
    signal(postgres.pid, 'SIGINT');
  }
  rmSync(lock, { force: true });
};

/** Name of a migrated database to copy from, made once for each state of the migrations. */
export async function templateDatabase(postgres: RunningPostgres): Promise<string> {
  const digest = createHash('sha256');
  for (const file of readdirSync(migrationsFolder).sort()) {
    digest.update(file).update(readFileSync(join(migrationsFolder, file)));
  }
  const name = `template_${digest.digest('hex').slice(0, 12)}`;
  let made = templates.get(name);
  if (!made) {
    made = withLock('template.lock', () => makeTemplate(postgres, name));
    templates.set(name, made);
  }
  return await made;
}

const makeTemplate = async (postgres: RunningPostgres, name: string): Promise<string> => {
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  try {
    const names = await dropLeftBehind(admin, name);
    if (names.includes(name)) return name;
    const building = `building_${name}`;
    await admin.query(`drop database if exists ${building} with (force)`);
    await admin.query(`create database ${building}`);
    const url = new URL(postgres.url);
    url.pathname = `/${building}`;
    const db = openDatabase(url.href, { connections: 2 });
    await migrate(db);
    await db.destroy();
    await admin.query(`alter database ${building} rename to ${name}`);
    return name;
  } finally {
    await admin.end();
  }
};

/** Drops what earlier runs have left: see `isLeftBehind`. Gives the names of all databases there were. */
export async function dropLeftBehind(admin: pg.Client, template: string): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>('select datname from pg_database');
  const names = rows.map((row) => row.datname);
  for (const old of names.filter((one) => isLeftBehind(one, template))) {
    await admin.query(`drop database if exists ${old} with (force)`);
  }
  return names;
}

/** Databases of runs that were killed, and templates of other migrations unless another run can want them. */
const isLeftBehind = (database: string, template: string): boolean => {
  if (/^test_\d+_/.test(database)) return !isAlive(Number(database.split('_')[1]));
  if (!database.startsWith('template_') || database === template) return false;
  return !readdirSync(users).some((pid) => isAnotherRun(Number(pid)));
};

/** Whether a process of another run uses this PostgreSQL. Processes of one run have one parent. */
const isAnotherRun = (pid: number): boolean =>
  isAlive(pid) && ![process.pid, process.ppid].includes(pid) && parentOf(pid) !== process.ppid;

/** One process at a time. A lock whose owner is gone or that is older than two minutes is broken. */
const withLock = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const file = join(folder, name);
  while (!take(file)) {
    if (isStale(file)) rmSync(file, { force: true });
    else await sleep(30);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
};

const take = (file: string): boolean => {
  try {
    const fd = openSync(file, 'wx');
    writeFileSync(fd, String(process.pid));
    closeSync(fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

const isStale = (file: string): boolean => {
  try {
    const owner = readFileSync(file, 'utf8');
    return Date.now() - statSync(file).mtimeMs > 120_000 || (owner !== '' && !isAlive(Number(owner)));
  } catch {
    return false; // Its owner just finished.
  }
};
