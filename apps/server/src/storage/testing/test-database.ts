import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Database, openDatabase } from '../database.ts';
import { templateDatabase, useTestPostgres } from './test-postgres.ts';

export interface TestDatabase {
  readonly db: Database;
  readonly url: string;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/**
 * A new, migrated, empty database in a real PostgreSQL, made from a template in some 40 ms. The first caller on a
 * machine waits for the PostgreSQL to start. Call `drop()` after the tests.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const postgres = await useTestPostgres();
  return await newDatabase(postgres.url, `template ${await templateDatabase(postgres)}`);
}

/** A new database without any table, for what has to do with migrations themselves. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const { url } = await useTestPostgres();
  return await newDatabase(url, '');
}

const newDatabase = async (serverUrl: string, like: string): Promise<TestDatabase> => {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asAdmin(serverUrl, (client) => client.query(`create database ${name} ${like}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const db = openDatabase(url.href);
  return {
    db,
    url: url.href,
    async drop() {
      await db.destroy();
      await asAdmin(serverUrl, async (client) => {
        await isLeft(client, name);
        await client.query(`drop database if exists ${name} with (force)`);
      });
    },
  };
};

/** A pool has ended before its connections have: one that is cut off in that moment has nobody to tell. */
const isLeft = async (client: pg.Client, name: string): Promise<void> => {
  for (let looks = 0; looks < 20; looks += 1) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) return;
    await pause(10);
  }
};

const asAdmin = async (url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};
