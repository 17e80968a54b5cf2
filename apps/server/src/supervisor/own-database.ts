import pg from 'pg';
import { StartError } from './start-error.ts';

const OLDEST_MAJOR = 15;

/** Tries the operator's own database. Throws `StartError` when it cannot be reached or is too old. */
export async function checkOwnDatabase(url: string): Promise<void> {
  const where = withoutPassword(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // The query below fails with the same reason.
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
      "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
    );
    const version = rows[0];
    if (Number(version?.server_version_num) < OLDEST_MAJOR * 10_000) {
      throw new StartError(
        `DATABASE_URL names a PostgreSQL ${version?.server_version}; Sidetone needs ${OLDEST_MAJOR} or newer.\n` +
          'Leave DATABASE_URL unset to use the one that comes with Sidetone.',
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = (error as Error).message || (error as { code?: string }).code;
    throw new StartError(`The database of DATABASE_URL (${where}) cannot be used: ${reason}`, error);
  } finally {
    await client.end().catch(() => {});
  }
}

const withoutPassword = (url: string): string => {
  try {
    const parsed = new URL(url);
    return `${parsed.hostname}:${parsed.port || 5432}${parsed.pathname}`;
  } catch {
    throw new StartError('DATABASE_URL is not an address such as postgres://user:password@host:5432/name.');
  }
};
