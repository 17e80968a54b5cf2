import pg from 'pg';
import { z } from 'zod';
import { topic } from './live-source.ts';

/** Tells what changed in the database, no matter who changed it. */
export interface ChangeFeed {
  /** Hears the topics of each change; gives the way to stop. */
  onChange(listener: (topics: readonly string[]) => void): () => void;
  /** The connection was lost and is back: anything may have changed in the meantime. */
  onGap(listener: () => void): () => void;
  stop(): Promise<void>;
}

const notice = z.object({ table: z.string(), keys: z.record(z.string(), z.string().nullable()) });

const firstRetryMs = 50;
const longestRetryMs = 2000;
const probeMs = 15_000;
const connectWithinMs = 5000;

/**
 * The change feed of PostgreSQL's LISTEN and NOTIFY, on a connection of its own that reconnects for as long as it takes.
 * Fulfils once it listens. `onTrouble` hears of lost connections and notices that cannot be read.
 */
export async function notifyFeed(url: string, onTrouble: (error: unknown) => void): Promise<ChangeFeed> {
  const changeListeners = new Set<(topics: readonly string[]) => void>();
  const gapListeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let probe: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  const heard = (payload: string | undefined) => {
    let topics: string[];
    try {
      const { table, keys } = notice.parse(JSON.parse(payload ?? ''));
      topics = Object.entries(keys).flatMap(([key, value]) => (value === null ? [] : topic(table, key, value)));
    } catch (error) {
      onTrouble(error);
      return;
    }
    for (const listener of changeListeners) listener(topics);
  };

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs, keepAlive: true });
    let lost = false;
    const lose = (error: unknown) => {
      if (lost) return;
      lost = true;
      clearInterval(probe);
      // Ending a broken connection can fail as well; there is nothing left to do about it then.
      fresh.end().catch(() => {});
      if (stopped || client !== fresh) return;
      client = undefined;
      onTrouble(error);
      reconnect(firstRetryMs);
    };
    fresh.on('error', lose);
    fresh.on('end', () => lose(new Error('The change feed lost its connection.')));
    fresh.on('notification', ({ payload }) => heard(payload));
    try {
      await fresh.connect();
      await fresh.query('listen changes');
    } catch (error) {
      lost = true;
      fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    // A connection whose other end vanished stays silent for ever; a query finds out.
    probe = setInterval(() => {
      fresh.query('select 1').catch(lose);
    }, probeMs);
    probe.unref();
  };

  const reconnect = (delayMs: number) => {
    retry = setTimeout(() => {
      connect().then(
        () => {
          if (stopped) client?.end().catch(onTrouble);
          else for (const listener of gapListeners) listener();
        },
        (error) => {
          onTrouble(error);
          if (!stopped) reconnect(Math.min(delayMs * 2, longestRetryMs));
        },
      );
    }, delayMs);
  };

  await connect();
  return {
    onChange: (listener) => listening(changeListeners, listener),
    onGap: (listener) => listening(gapListeners, listener),
    async stop() {
      stopped = true;
      clearTimeout(retry);
      clearInterval(probe);
      await client?.end();
    },
  };
}

const listening = <T>(listeners: Set<T>, listener: T): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
