import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A statement gets a name when it is run on a connection for so many times: what is run once would only fill memory. */
const sightings = 5;
/** PostgreSQL keeps a plan for each name on each connection: 20 to 140 kB. */
const mostNames = 120;
const longestText = 20_000;
/** So many texts are counted; beyond these, texts are assumed to be built for one use. */
const mostCounted = 2_000;

/** What one connection has prepared. */
interface Prepared {
  readonly seen: Map<string, number>;
  readonly names: Map<string, string>;
  /** Part of the names: goes up once a table has changed under a plan, after which earlier names are not used. */
  round: number;
  /** Names that were ever given; PostgreSQL keeps those of earlier rounds. */
  given: number;
}

type Query = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

/**
 * Has statements that are repeated on this connection prepared by name, so that PostgreSQL parses and plans them once
 * instead of each time. Everything else goes as it did.
 */
export function nameStatements(client: pg.PoolClient): void {
  const own: Prepared = { seen: new Map(), names: new Map(), round: 0, given: 0 };
  const plain = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const unnamed: Query = (text, values) => plain(text, values) as Promise<pg.QueryResult>;
  const named: Query = async (text, values) => {
    const name = nameOf(text, values, own);
    if (name === undefined) return await unnamed(text, values);
    try {
      return await (plain({ name, text, values }) as Promise<pg.QueryResult>);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      own.round += 1;
      own.names.clear();
      // Within a transaction everything is over anyway.
      if (client.getTransactionStatus() !== 'I') throw error;
      return await unnamed(text, values);
    }
  };
  const query = (...asked: unknown[]) => {
    const [text, values] = asked;
    const isOurs = asked.length === 2 && typeof text === 'string' && Array.isArray(values);
    return isOurs ? named(text, values) : plain(...asked);
  };
  client.query = query as typeof client.query;
}

/** The name under which a statement is prepared, if it is. */
function nameOf(text: string, values: readonly unknown[], own: Prepared): string | undefined {
  const { seen, names, round } = own;
  const known = names.get(text);
  if (known !== undefined) return known;
  if (values.length === 0 || own.given >= mostNames || text.length > longestText) return undefined;
  const count = (seen.get(text) ?? 0) + 1;
  if (count < sightings) {
    if (seen.size < mostCounted || seen.has(text)) seen.set(text, count);
    return undefined;
  }
  seen.delete(text);
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, 24)}-${round}`;
  names.set(text, name);
  own.given += 1;
  return name;
}

/** A table was changed since the statement was prepared, as a migration does. */
const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: string }).code === '0A000' && /cached plan/.test(error.message);
