import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { findRunning, planPostgres, startPostgres, stopPostgres } from './cluster.ts';
import { placeFor } from './place.ts';
import { commandLineOf } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'own-postgres-'));
afterAll(() => {
  const { data, elsewhere } = placeFor(folder);
  for (const each of [folder, ...(elsewhere ? [dirname(data)] : [])]) rmSync(each, { recursive: true, force: true });
});

/** The address that PostgreSQL sees a client at; null where it came by the Unix socket. */
async function seenAt(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ address: string | null }>('select host(inet_client_addr()) as address');
  await client.end();
  return rows[0]?.address ?? null;
}

test('our own PostgreSQL is reached by its Unix socket, which is where it was said to be before it ran; loopback is there as well', async () => {
  const { port, url: planned } = await planPostgres(folder);
  let postgres = await startPostgres({ folder, port, throwaway: true });
  try {
    expect([postgres.url, (await findRunning(folder))?.url]).toEqual([planned, planned]);
    expect(await seenAt(postgres.url)).toBeNull();
    const byLoopback = new URL(postgres.url);
    byLoopback.search = '';
    expect(await seenAt(byLoopback.href)).toBe('127.0.0.1');

    // One that is killed leaves its socket, with a lock that names a process.
    process.kill(postgres.pid, 'SIGKILL');
    await vi.waitFor(() => expect(commandLineOf(postgres.pid)).toBeUndefined());
    const { data } = placeFor(folder);
    writeFileSync(join(data, `.s.PGSQL.${port}.lock`), `${process.pid}\n`);
    postgres = await startPostgres({ folder, port, throwaway: true });
    expect([postgres.port, await seenAt(postgres.url)]).toEqual([port, null]);
    expect(readdirSync(data).filter((name) => name.startsWith('.s.PGSQL.'))).toHaveLength(2);
  } finally {
    await stopPostgres(postgres);
  }
}, 60_000);
