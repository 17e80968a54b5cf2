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

/** The feed and the connection that it listens on. */
interface Feed {
  readonly url: string;
  readonly changeListeners: Set<(topics: readonly string[]) => void>;
  readonly gapListeners: Set<() => void>;
  client: pg.Client | undefined;
  probe: NodeJS.Timeout | undefined;
  retry: NodeJS.Timeout | undefined;
  stopped: boolean;
  onTrouble(error: unknown): void;
}

/**
 * The change feed of PostgreSQL's LISTEN and NOTIFY, on a connection of its own that reconnects for as long as it takes.
 * Fulfils once it listens. `onTrouble` hears of lost connections and notices that cannot be read.
 */
export async function notifyFeed(url: string, onTrouble: (error: unknown) => void): Promise<ChangeFeed> {
  const feed: Feed = {
    url,
    changeListeners: new Set(),
    gapListeners: new Set(),
    client: undefined,
    probe: undefined,
    retry: undefined,
    stopped: false,
    onTrouble,
  };
  await connect(feed);
  return {
    onChange: (listener) => listening(feed.changeListeners, listener),
    onGap: (listener) => listening(feed.gapListeners, listener),
    async stop() {
      feed.stopped = true;
      clearTimeout(feed.retry);
      clearInterval(feed.probe);
      await feed.client?.end();
    },
  };
}

async function connect(feed: Feed): Promise<void> {
  const fresh = new pg.Client({
    connectionString: feed.url,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
  });
  let lost = false;
  const lose = (error: unknown) => {
    if (lost) return;
    lost = true;
    clearInterval(feed.probe);
    // Ending a broken connection can fail as well; there is nothing left to do about it then.
    fresh.end().catch(() => {});
    if (feed.stopped || feed.client !== fresh) return;
    feed.client = undefined;
    feed.onTrouble(error);
    reconnect(feed, firstRetryMs);
  };
  fresh.on('error', lose);
  fresh.on('end', () => lose(new Error('The change feed lost its connection.')));
  fresh.on('notification', ({ payload }) => heard(feed, payload));
  try {
    await fresh.connect();
    await fresh.query('listen changes');
  } catch (error) {
    lost = true;
    fresh.end().catch(() => {});
    throw error;
  }
  feed.client = fresh;
  // A connection whose other end vanished stays silent for ever; a query finds out.
  feed.probe = setInterval(() => {
    fresh.query('select 1').catch(lose);
  }, probeMs);
  feed.probe.unref();
}

function reconnect(feed: Feed, delayMs: number): void {
  feed.retry = setTimeout(() => {
    connect(feed).then(
      () => {
        if (feed.stopped) feed.client?.end().catch(feed.onTrouble);
        else for (const listener of feed.gapListeners) listener();
      },
      (error) => {
        feed.onTrouble(error);
        if (!feed.stopped) reconnect(feed, Math.min(delayMs * 2, longestRetryMs));
      },
    );
  }, delayMs);
}

function heard({ changeListeners, onTrouble }: Feed, payload: string | undefined): void {
  let topics: string[];
  try {
    const { table, keys } = notice.parse(JSON.parse(payload ?? ''));
    topics = Object.entries(keys).flatMap(([key, value]) => (value === null ? [] : topic(table, key, value)));
  } catch (error) {
    onTrouble(error);
    return;
  }
  for (const listener of changeListeners) listener(topics);
}

const listening = <T>(listeners: Set<T>, listener: T): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
