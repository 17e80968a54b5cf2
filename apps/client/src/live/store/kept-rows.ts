import { z } from 'zod';

/** What is kept of live queries on this device, so that the window stands also where no server answers. */
export interface KeptRows {
  /** Whether there is no way to the server now, so that what is kept is shown. */
  isAway(): boolean;
  /** The rows as they were kept, not yet parsed; null where none are. */
  read(query: string): readonly unknown[] | null;
  /** Keeps these rows, where this query is one that is kept. */
  write(query: string, rows: readonly unknown[]): void;
}

export const nothingKept: KeptRows = { isAway: () => false, read: () => null, write: () => {} };

const storageKey = 'sidetone.rows';
const stored = z.object({ person: z.string(), rows: z.record(z.string(), z.array(z.unknown())) });

interface Parts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Names of the queries without parameters that are kept; small ones, since every change is written. */
  readonly queries: readonly string[];
  isAway(): boolean;
}

/** Rows in a storage of the browser, of one person at a time: the next user finds nothing of the previous one. */
export function keptRows({ storage, queries, isAway }: Parts): KeptRows & { belongTo(person: string | null): void } {
  let owner: string | null = null;
  let rows: Record<string, readonly unknown[]> = {};

  /** Without storage nothing is kept. */
  const attempt = (task: () => void) => {
    try {
      task();
    } catch {
      rows = {};
    }
  };

  return {
    isAway,
    read: (query) => rows[query] ?? null,
    write(query, next) {
      if (owner === null || !queries.includes(query)) return;
      rows = { ...rows, [query]: next };
      attempt(() => storage.setItem(storageKey, JSON.stringify({ person: owner, rows })));
    },
    belongTo(person) {
      owner = person;
      rows = {};
      attempt(() => {
        const found = stored.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null'));
        if (found.success && found.data.person === person) rows = found.data.rows;
        else storage.removeItem(storageKey);
      });
    },
  };
}
