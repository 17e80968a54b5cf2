import { randomBytes } from 'node:crypto';
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
  await asAdmin(serverUrl, `create database ${name} ${like}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const db = openDatabase(url.href);
  return {
    db,
    url: url.href,
    async drop() {
      await db.destroy();
      await asAdmin(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
};

const asAdmin = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
