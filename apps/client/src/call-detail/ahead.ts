import { inTurn } from '#platform/in-turn.ts';

/**
 * Values that are shown before the server says them, by key. Unlike `patchLive`, for parts of a row that are written
 * one by one and confirmed with a revision: several can be pending beside each other, and older rows override none.
 */
export interface Ahead<Value> {
  /** The value to show where the row of this revision says `server`. */
  shown(key: string, server: Value, rev: number): Value;
  /**
   * Shows `value` immediately and writes it, one write after the other. Throws the error of `write`; then the last
   * agreed value is shown again.
   */
  attempt(key: string, value: Value, write: () => Promise<Written>): Promise<void>;
}

/** The revision of the row that contains the written value. */
interface Written {
  readonly rev: number;
}

/**
 * A value stays ahead until the row that contains it has come, whatever older rows come in the meantime: nothing
 * flickers, and further changes are made to the shown value. `changed` is called whenever another value is shown.
 */
export function aheadOf<Value>(changed: () => void): Ahead<Value> {
  /** The last attempted value, while its outcome is not known. */
  const pending = new Map<string, { readonly value: Value }>();
  const agreed = new Map<string, { readonly value: Value; readonly rev: number }>();
  // Two writes that replace a whole list may not overtake each other.
  const turns = inTurn<Written>();
  return {
    shown(key, server, rev) {
      const mine = pending.get(key);
      if (mine) return mine.value;
      const last = agreed.get(key);
      return last && rev < last.rev ? last.value : server;
    },
    async attempt(key, value, write) {
      const mine = { value };
      pending.set(key, mine);
      changed();
      try {
        const { rev } = await turns.run('all', write);
        agreed.set(key, { value, rev });
      } finally {
        if (pending.get(key) === mine) pending.delete(key);
        changed();
      }
    },
  };
}
