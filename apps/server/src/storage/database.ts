import { promises as fs, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { primaryPool } from './primary-pool.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;

/**
 * A pool of connections to the database at `url`; end it with `db.destroy()`. Connecting happens with the first query.
 * `url` names the primary, whichever machine that is. `onIdleError` hears of connections that broke while nobody used
 * them, such as when PostgreSQL restarts.
 */
export function openDatabase(
  url: string,
  options: { connections?: number; onIdleError?: (error: Error) => void } = {},
): Database {
  const { connections = 10, onIdleError } = options;
  const pool = primaryPool(url, { connections, onIdleError });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  urls.set(db, url);
  return db;
}

const urls = new WeakMap<Database, string>();

/** Where a database is that `openDatabase` opened: for connections that are no pool's, such as one that listens. */
export function urlOf(db: Database): string {
  const url = urls.get(db);
  if (url === undefined) throw new Error('This database was opened elsewhere.');
  return url;
}

/**
 * SQLSTATE of a server that starts, stops or has not got its database yet; and of a stranger that took the port between
 * the moment it was chosen and the start of our own, which then comes up at another one. Who has a database of their own
 * has had its password tried before this.
 */
const COMING_UP = new Set(['57P03', '57P01', '3D000', '28P01', '28000', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT']);

/** Waits until the database answers, as it soon does while it starts. Throws what it said last after `limitMs`. */
export async function databaseUp(db: Database, limitMs = 60_000): Promise<void> {
  for (const deadline = performance.now() + limitMs; ; await sleep(30)) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!COMING_UP.has(code) || performance.now() > deadline) throw error;
    }
  }
}

export const migrationsFolder = path.join(import.meta.dirname, 'migrations');

/** Any two numbers that nobody else takes an advisory lock on. */
const MIGRATION_LOCK = sql`hashtext('sidetone'), hashtext('migrate')`;

/**
 * Brings the tables to the newest migration; safe when several processes do it at once. Gives the names of the
 * migrations that ran. Throws with the failed migration's name and the cause; nothing of that migration stays then.
 */
export async function migrate(db: Database): Promise<string[]> {
  return await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      const provider = new FileMigrationProvider({ fs, path, migrationFolder: migrationsFolder, import: importFile });
      const { error, results = [] } = await new Migrator({ db: connection, provider }).migrateToLatest();
      if (error) {
        const failed = results.find((result) => result.status === 'Error')?.migrationName ?? 'before the first one';
        throw new Error(`Migrating the database failed (${failed}): ${messageOf(error)}`, { cause: error });
      }
      return results.map((result) => result.migrationName);
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}

/** Names of the migrations that this Sidetone has, the oldest first. */
export function knownMigrations(): string[] {
  return readdirSync(migrationsFolder)
    .map((file) => path.basename(file, '.ts'))
    .sort();
}

/** Runs the migrations up to this one, or all, inside the caller's transaction. Throws what the failed one said. */
export async function migrateTo(db: Kysely<Schema>, migration?: string): Promise<void> {
  const provider = new FileMigrationProvider({ fs, path, migrationFolder: migrationsFolder, import: importFile });
  const migrator = new Migrator({ db, provider });
  const { error } = await (migration === undefined ? migrator.migrateToLatest() : migrator.migrateTo(migration));
  if (error) throw error;
}

const importFile = (file: string) => import(pathToFileURL(file).href);
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
