import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Database, openDatabase } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { BackupError } from '../format.ts';

/**
 * Works with a new, empty database beside the one of `url`, on the same PostgreSQL, and drops it afterwards. A process that is
 * killed leaves it to the next one, which knows it by its name. One at a time for each database.
 */
export async function withThrowAway<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  return await asOwner(url, async (connection, prefix) => {
    await dropAll(connection, prefix);
    const name = `${prefix}${randomBytes(6).toString('hex')}`;
    await created(connection, name);
    const itsUrl = new URL(url);
    itsUrl.pathname = `/${name}`;
    const db = openDatabase(itsUrl.href, { connections: 1, onIdleError: () => {} });
    try {
      return await work(db);
    } finally {
      // Before its connections end: a statement that runs on would be waited for.
      await dropAll(connection, prefix).finally(() => db.destroy());
    }
  });
}

/** Drops what a process that was killed has left; nothing while another one works with it. */
export async function dropThrowAways(url: string): Promise<void> {
  await asOwner(url, dropAll).catch((error: unknown) => {
    if (!(error instanceof BackupError)) throw error;
  });
}

/** Whether somebody tries a backup beside this database now, in whatever process. */
export async function isTried(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = hashtext('sidetone')::oid and objid = hashtext('try backup')::oid) as is`.execute(db);
  return rows[0]?.is === true;
}

async function asOwner<Result>(
  url: string,
  work: (connection: Kysely<Schema>, prefix: string) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(url, { connections: 1, onIdleError: () => {} });
  try {
    return await db.connection().execute(async (connection) => {
      // With the number of the database: several installations may have theirs on one PostgreSQL.
      const { rows } = await sql<{ taken: boolean; oid: string }>`
        select pg_try_advisory_lock(hashtext('sidetone'), hashtext('try backup')) as taken,
          (select oid::text from pg_database where datname = current_database()) as oid`.execute(connection);
      const [state] = rows;
      if (!state?.taken) throw new BackupError('BUSY', 'another backup is being tried');
      // The lock goes with the connection.
      return await work(connection, `sidetone_try_${state.oid}_`);
    });
  } finally {
    await db.destroy();
  }
}

async function dropAll(connection: Kysely<Schema>, prefix: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, ${prefix})`.execute(connection);
  for (const { name } of rows) await sql`drop database if exists ${sql.id(name)} with (force)`.execute(connection);
}

const insufficientPrivilege = '42501';

async function created(connection: Kysely<Schema>, name: string): Promise<void> {
  try {
    await sql`create database ${sql.id(name)} template template0`.execute(connection);
  } catch (error) {
    if ((error as { code?: string }).code === insufficientPrivilege) throw new BackupError('MAY_NOT_CREATE', error);
    throw error;
  }
}
