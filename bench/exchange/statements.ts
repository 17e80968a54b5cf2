import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** What was asked of PostgreSQL in a while. */
interface Asked {
  readonly statements: number;
  readonly transactions: number;
  /** Notices that a listener heard. */
  readonly notices: number;
  /** Statements that read, and others, by the table that each names first. */
  readonly byTable: ReadonlyMap<string, number>;
}

/**
 * Counts what our own PostgreSQL is asked while `work` runs: statements by its log, transactions by its statistics and
 * notices by a listener. What a server at rest asks in the same time is left out.
 */
export async function countAsked(
  dataFolder: string,
  url: string,
  work: () => Promise<unknown>,
  afterMs: number,
): Promise<Asked> {
  const client = new Client({ connectionString: url });
  await client.connect();
  let notices = 0;
  client.on('notification', () => {
    notices += 1;
  });
  const logged = async (on: boolean) => {
    await client.query(`alter system set log_min_duration_statement = ${on ? 0 : -1}`);
    await client.query('select pg_reload_conf()');
    await pause(500);
  };
  const log = join(dataFolder, 'run', 'postgres.log');
  const count = async (task: () => Promise<unknown>) => {
    const [size, begun] = [statSync(log).size, await committed(client)];
    const before = notices;
    await task();
    await pause(afterMs);
    const transactions = (await committed(client)) - begun;
    const text = readFileSync(log).subarray(size).toString();
    return { ...statementsIn(text), transactions, notices: notices - before };
  };
  try {
    await client.query('listen changes');
    await logged(true);
    const begun = performance.now();
    const working = await count(work);
    const lasted = performance.now() - begun;
    const resting = await count(() => pause(Math.max(lasted - afterMs, 0)));
    const byTable = new Map(
      [...working.byTable].map(([table, often]) => [table, often - (resting.byTable.get(table) ?? 0)]),
    );
    return {
      statements: working.statements - resting.statements,
      transactions: working.transactions - resting.transactions,
      notices: working.notices - resting.notices,
      byTable,
    };
  } finally {
    await logged(false);
    await client.query('alter system reset log_min_duration_statement');
    await client.end();
  }
}

/** Transactions of this database that were committed so far, those that ask for it included. */
async function committed(client: Client): Promise<number> {
  await client.query('select pg_stat_force_next_flush()');
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ committed: string }>(
    'select xact_commit as committed from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.committed ?? 0);
}

/** Statements of a log: parsing and binding are logged alone as well, and do not count. */
function statementsIn(text: string): { readonly statements: number; readonly byTable: Map<string, number> } {
  const byTable = new Map<string, number>();
  let statements = 0;
  for (const [, sql = ''] of text.matchAll(/duration: [\d.]+ ms {2}(?:execute [^:]*|statement): \s*(.*)/g)) {
    if (/^(begin|commit|rollback|listen)/i.test(sql)) continue;
    statements += 1;
    const [, table = sql.slice(0, 40)] = /\b(?:into|update|delete from|from)\s+"?(?!select\b)(\w+)"?/i.exec(sql) ?? [];
    const [verb = ''] = /^\s*\w+/.exec(sql) ?? [];
    const key = `${verb.trim()} ${table}`;
    byTable.set(key, (byTable.get(key) ?? 0) + 1);
  }
  return { statements, byTable };
}
