import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { findRunning, planPostgres, startPostgres, stopPostgres } from './cluster.ts';
import { placeFor } from './place.ts';

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
  const postgres = await startPostgres({ folder, port, throwaway: true });
  try {
    expect([postgres.url, (await findRunning(folder))?.url]).toEqual([planned, planned]);
    expect(await seenAt(postgres.url)).toBeNull();
    const byLoopback = new URL(postgres.url);
    byLoopback.search = '';
    expect(await seenAt(byLoopback.href)).toBe('127.0.0.1');
  } finally {
    await stopPostgres(postgres);
  }
}, 60_000);
