import { emergencyNumbers, mayCallForHelp } from '@sidetone/contract/rules/numbers/emergency-numbers.ts';
import { sql } from 'kysely';
import type { ChangeFeed } from '../documents/change-feed.ts';
import { topic } from '../documents/live-source.ts';
import type { Database } from '../storage/database.ts';
import { storageMeasure } from './measure-storage.ts';

/** What companies may have, from memory: calls ask it, and each asks for nothing of the database. */
export interface CompanyLimits {
  /** Calls at the same time; null: as many as it likes. */
  mostCallsOf(accountId: string): number | null;
  /** Whether a number may call for help, before anybody knows who dials it. */
  isForHelp(accountId: string, called: string): boolean;
  /** Whether the files of a company take as much as they may: then nothing more is recorded. */
  isStorageFull(accountId: string): boolean;
  stop(): void;
}

interface Limits {
  readonly calls: number | null;
  readonly storage: number | null;
  readonly bytes: number;
  /** For help, with those that the company added. */
  readonly emergencyNumbers: ReadonlySet<string>;
}

interface Parts {
  readonly db: Database;
  readonly dataDir: string;
  readonly feed: Pick<ChangeFeed, 'onChange' | 'onGap'>;
  readonly onTrouble: (error: unknown) => void;
  /** Between two looks at the files of companies. */
  readonly measureMs?: number;
}

const fiveMinutes = 5 * 60_000;

/** Reads the limits, follows changes of them, and measures files from time to time. Rejects when they cannot be read. */
export async function openCompanyLimits(parts: Parts): Promise<CompanyLimits> {
  const { db, dataDir, feed, onTrouble, measureMs = fiveMinutes } = parts;
  let known = await readLimits(db);
  const read = inTurn(async () => {
    known = await readLimits(db);
  }, onTrouble);
  const stopHearing = [
    feed.onChange((topics) => {
      if (topics.length === 0 || topics.some((each) => each.startsWith(topic('accounts', 'id', '')))) read();
    }),
    feed.onGap(read),
  ];
  const measure = storageMeasure(db, dataDir);
  const look = inTurn(async () => {
    await measure();
    known = await readLimits(db);
  }, onTrouble);
  look();
  const timer = setInterval(look, measureMs);
  timer.unref();
  return {
    mostCallsOf: (accountId) => known.get(accountId)?.calls ?? null,
    isForHelp: (accountId, called) => mayCallForHelp(called, known.get(accountId)?.emergencyNumbers ?? new Set()),
    isStorageFull(accountId) {
      const { storage = null, bytes = 0 } = known.get(accountId) ?? {};
      return storage !== null && bytes >= storage;
    },
    stop() {
      clearInterval(timer);
      for (const stop of stopHearing) stop();
    },
  };
}

/** Work that was asked for while it ran is done once more, and never beside itself. */
function inTurn(work: () => Promise<void>, onTrouble: (error: unknown) => void): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      await work().catch(onTrouble);
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}

/** Of those companies alone that have limits. */
async function readLimits(db: Database): Promise<ReadonlyMap<string, Limits>> {
  const { rows } = await sql<{
    id: string;
    calls: number | null;
    storage: string | null;
    bytes: string;
    country: string;
    numbers: string[];
  }>`
    select id, max_calls as calls, max_storage as storage, coalesce(bytes, 0) as bytes,
      country, coalesce(number_plan -> 'emergencyNumbers', '[]') as numbers
    from accounts left join account_storage on account_id = id
    where max_calls is not null or max_storage is not null`.execute(db);
  return new Map(
    rows.map(({ id, calls, storage, bytes, country, numbers }) => [
      id,
      {
        calls,
        storage: storage === null ? null : Number(storage),
        bytes: Number(bytes),
        emergencyNumbers: new Set([...emergencyNumbers(country), ...(Array.isArray(numbers) ? numbers : [])]),
      },
    ]),
  );
}
