import { inTurn } from '#platform/in-turn.ts';

/** Values that are shown before the server says them, by key. */
export interface Ahead<Value> {
  /** What is shown where the row of this revision says `server`. */
  shown(key: string, server: Value, rev: number): Value;
  /**
   * Shows `value` at once and writes it, one write after the other. Throws what `write` throws; then what was agreed before
   * is shown again.
   */
  attempt(key: string, value: Value, write: () => Promise<Written>): Promise<void>;
}

/** The revision that a row has with what was written. */
interface Written {
  readonly rev: number;
}

/**
 * A value stays ahead until its row has come with it, whatever older rows come meanwhile: nothing flickers, and whatever is
 * changed in between is made of what is shown. `changed` is called whenever something else is shown.
 */
export function aheadOf<Value>(changed: () => void): Ahead<Value> {
  /** The last that was attempted, while nobody knows what becomes of it. */
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
