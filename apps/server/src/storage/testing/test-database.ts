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
  const template = await templateDatabase(postgres);
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asAdmin(postgres.url, `create database ${name} template ${template}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  const db = openDatabase(url.href);
  return {
    db,
    url: url.href,
    async drop() {
      await db.destroy();
      await asAdmin(postgres.url, `drop database if exists ${name} with (force)`);
    },
  };
}

const asAdmin = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
