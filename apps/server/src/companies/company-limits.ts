import { withoutPunctuation } from '@sidetone/contract/rules/numbers/dialable.ts';
import { emergencyNumbers } from '@sidetone/contract/rules/numbers/emergency-numbers.ts';
import { sql } from 'kysely';
import type { ChangeFeed } from '../documents/change-feed.ts';
import { followed } from '../documents/followed.ts';
import { topic } from '../documents/live-source.ts';
import type { Database } from '../storage/database.ts';
import { storageMeasure } from './measure-storage.ts';

/** What companies may have, from memory: calls ask it, and none of them waits for the database. */
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
  /** Measures the files of companies that are at home at this node; without it those of all. */
  readonly node?: string | undefined;
  readonly feed: Pick<ChangeFeed, 'onChange' | 'onGap'>;
  readonly onTrouble: (error: unknown) => void;
  /** Between two looks at the files of companies. */
  readonly measureMs?: number;
}

const fiveMinutes = 5 * 60_000;

/** Reads the limits, follows changes of them, and measures files from time to time. Rejects when they cannot be read. */
export async function openCompanyLimits(parts: Parts): Promise<CompanyLimits> {
  const { db, dataDir, feed, onTrouble, measureMs = fiveMinutes, node } = parts;
  const limits = await followed({
    feed,
    touches: [topic('accounts', 'id', '')],
    read: () => readLimits(db),
    onTrouble,
  });
  const stopMeasuring = measureOften(storageMeasure(db, dataDir, node), {
    measureMs,
    onMeasured: limits.read,
    onTrouble,
  });
  return {
    mostCallsOf: (accountId) => limits.now().get(accountId)?.calls ?? null,
    isForHelp(accountId, called) {
      // However long what comes before is: the way outside, then abroad, then the code of the own country.
      const dialled = withoutPunctuation(called);
      return [...(limits.now().get(accountId)?.emergencyNumbers ?? [])].some((number) => dialled.endsWith(number));
    },
    isStorageFull(accountId) {
      const { storage = null, bytes = 0 } = limits.now().get(accountId) ?? {};
      return storage !== null && bytes >= storage;
    },
    stop() {
      stopMeasuring();
      limits.stop();
    },
  };
}

interface Often {
  readonly measureMs: number;
  readonly onMeasured: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Measures from time to time, and not while the server starts: until then what was measured last holds. Gives the way to stop. */
function measureOften(measure: () => Promise<unknown>, { measureMs, onMeasured, onTrouble }: Often): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const lookLater = (): void => {
    if (!isStopped)
      timer = setTimeout(() => void measure().then(onMeasured, onTrouble).then(lookLater), measureMs).unref();
  };
  lookLater();
  return () => {
    isStopped = true;
    clearTimeout(timer);
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
