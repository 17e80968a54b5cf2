import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { nameStatements } from './named-statements.ts';

/**
 * SQLSTATE of a server that is not the primary (any more): it only reads, it was stopped, or it starts. A server that says so
 * is asked under the same name as the new primary, so every other connection may lead to the wrong one as well.
 */
const LOST_PRIMARY = new Set(['25006', '57P01', '57P02', '57P03']);

/** Connections that say nothing are asked after so long whether the other end is still there. */
const probeAfterMs = 5_000;

/**
 * A pool of connections to whatever server is the primary at the moment. Once one connection shows that the primary was
 * lost, none of the others is given out again: those that are used end when they are given back. `onIdleError` hears of
 * connections that broke while nobody used them.
 */
export function primaryPool(
  url: string,
  options: { readonly connections: number; readonly onIdleError?: ((error: Error) => void) | undefined },
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeAfterMs,
  });
  /** Goes up with each loss; a connection of an earlier one is not used again. */
  let primary = 0;
  const primaryOf = new WeakMap<object, number>();
  const lose = (client: object) => {
    // Told by many connections, one loss counts once.
    if (primaryOf.get(client) === primary) primary += 1;
  };
  pool.on('connect', (client) => {
    primaryOf.set(client, primary);
    nameStatements(client);
    hearOfLoss(client, () => lose(client));
    // A connection that breaks while it is checked out, between two queries: the next query says so, and the pool drops it.
    client.on('error', () => lose(client));
  });
  // Without a listener, Node would end the process when an idle connection breaks. The pool has already dropped it.
  pool.on('error', (error) => options.onIdleError?.(error));
  return {
    Client: pg.Client,
    options: pool.options,
    async connect() {
      for (;;) {
        const client = await pool.connect();
        if (primaryOf.get(client) === primary) return endingWhenOld(client, () => primaryOf.get(client) !== primary);
        client.release(true);
      }
    },
    end: () => pool.end(),
  };
}

/** Calls where a query on this connection fails because its server is no primary. */
function hearOfLoss(client: pg.PoolClient, call: () => void): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  client.query = ((...asked: unknown[]) => {
    const answer = query(...asked);
    if (answer instanceof Promise) {
      answer.catch((error: { code?: string }) => {
        if (LOST_PRIMARY.has(error.code ?? '')) call();
      });
    }
    return answer;
  }) as typeof client.query;
}

/** The pool makes the way back for each loan, so this holds for one of them. */
function endingWhenOld(client: pg.PoolClient, isOld: () => boolean): PostgresPoolClient {
  const release = client.release;
  client.release = (error) => release(error ?? isOld());
  return client as PostgresPoolClient;
}
