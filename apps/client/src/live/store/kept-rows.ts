import { z } from 'zod';

/** The rows of live queries that are kept on this device, so that the window works also where no server answers. */
export interface KeptRows {
  /** Whether the server cannot be reached now, so that kept rows are shown. */
  isAway(): boolean;
  /** The rows as they were kept, not yet parsed; null where none are. */
  read(query: string): readonly unknown[] | null;
  /** Keeps these rows if the query is one of those that are kept. */
  write(query: string, rows: readonly unknown[]): void;
}

export const nothingKept: KeptRows = { isAway: () => false, read: () => null, write: () => {} };

const storageKey = 'sidetone.rows';
const stored = z.object({ person: z.string(), rows: z.record(z.string(), z.array(z.unknown())) });

interface Parts {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Names of the queries without parameters that are kept. They are small, since every change is written. */
  readonly queries: readonly string[];
  isAway(): boolean;
}

/** Rows in a storage of the browser, of one user at a time: the next user finds nothing of the previous one. */
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
