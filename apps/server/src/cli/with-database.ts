import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../storage/database.ts';
import { findRunning, startPostgres, stopPostgres } from '../storage/postgres/cluster.ts';
import { lockDataFolder, prepareDataFolder } from '../supervisor/data-folder.ts';
import { checkOwnDatabase } from '../supervisor/own-database.ts';

/** Works with the database of the running server, or with one that is started for the moment while no server runs. */
export async function withDatabase<Result>(config: Config, work: (db: Database) => Promise<Result>): Promise<Result> {
  const url = config.databaseOwnerUrl ?? config.databaseUrl ?? (await findRunning(config.dataDir))?.url;
  return url === undefined ? await withStopped(config, work) : await using(url, work);
}

/** Works with the database while no server runs on the data folder, and lets none begin. Throws `StartError` when one does. */
export async function withStopped<Result>(config: Config, work: (db: Database) => Promise<Result>): Promise<Result> {
  const { dataDir } = config;
  const databaseUrl = config.databaseOwnerUrl ?? config.databaseUrl;
  prepareDataFolder(dataDir);
  const unlock = lockDataFolder(dataDir);
  try {
    if (databaseUrl !== undefined) {
      await checkOwnDatabase(databaseUrl);
      return await using(databaseUrl, work);
    }
    const postgres = await startPostgres({ folder: dataDir });
    try {
      return await using(postgres.url, work);
    } finally {
      await stopPostgres(postgres);
    }
  } finally {
    unlock();
  }
}

const using = async <Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> => {
  const db = openDatabase(url, { connections: 2 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};
