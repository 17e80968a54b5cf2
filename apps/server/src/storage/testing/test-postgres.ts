import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate, migrationsFolder, openDatabase } from '../database.ts';
import { findRunning, type RunningPostgres, startPostgres } from '../postgres/cluster.ts';
import { isAlive, signal } from '../postgres/processes.ts';

/** One PostgreSQL for all test processes of this checkout; whoever leaves last stops it. */
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
    const running = await findRunning(folder);
    const postgres = running ?? (await startPostgres({ folder, throwaway: true }));
    process.once('exit', () => leave(postgres));
    return postgres;
  });
};

/** Runs while the process exits, so nothing here may wait. */
const leave = (postgres: RunningPostgres): void => {
  rmSync(join(users, String(process.pid)), { force: true });
  // Whoever holds the lock is joining, and needs it running.
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
    const { rows } = await admin.query<{ datname: string }>('select datname from pg_database');
    const names = rows.map((row) => row.datname);
    if (names.includes(name)) return name;
    // Databases of test runs that were killed.
    for (const old of names.filter((one) => /^test_\d+_/.test(one) && !isAlive(Number(one.split('_')[1])))) {
      await admin.query(`drop database if exists ${old} with (force)`);
    }
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
