import type { Logger } from 'pino';
import type { ExchangeClock } from './ports.ts';

/** Rows that are written after the fact, in the order of their changes: the last state of each is what counts. */
export interface WriteBehind<Row> {
  put(id: string, row: Row): void;
  forget(id: string): void;
  /** Somebody else erases this row: it is not written any more, and erased here only where a write of it is under way. */
  leave(id: string): void;
  /** Fulfils once every change so far is written; also when that fails or takes too long. */
  written(): Promise<void>;
}

const retryMs = 1000;
/** Nobody waits for longer than this: two people want to talk. */
const patienceMs = 500;

interface Target<Row> {
  readonly clock: ExchangeClock;
  readonly log: Logger;
  /** What is written, for those who read that it failed. */
  readonly what: string;
  write(rows: readonly Row[]): Promise<void>;
  erase(ids: readonly string[]): Promise<void>;
}

/** What is to be written, and who waits for it. */
interface Behind<Row> extends Target<Row> {
  readonly changed: Map<string, Row>;
  readonly gone: Set<string>;
  /** What is being written. */
  underWay: ReadonlySet<string>;
  waiting: (() => void)[];
  writing: boolean;
}

/** One write at a time, each of all that changed meanwhile; what fails is tried again with what is true then. */
export function writeBehind<Row>(target: Target<Row>): WriteBehind<Row> {
  const behind: Behind<Row> = {
    ...target,
    changed: new Map(),
    gone: new Set(),
    underWay: new Set(),
    waiting: [],
    writing: false,
  };
  const { clock, changed, gone } = behind;
  const wake = () => {
    if (!behind.writing) void run(behind);
  };
  return {
    put(id, row) {
      gone.delete(id);
      changed.set(id, row);
      wake();
    },
    forget(id) {
      changed.delete(id);
      gone.add(id);
      wake();
    },
    leave(id) {
      changed.delete(id);
      if (!behind.underWay.has(id)) return;
      gone.add(id);
      wake();
    },
    written() {
      if (!behind.writing) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = clock.after(patienceMs, resolve);
        behind.waiting.push(() => {
          cancel();
          resolve();
        });
      });
    },
  };
}

async function run<Row>(behind: Behind<Row>): Promise<void> {
  const { clock, log, what, changed, gone } = behind;
  behind.writing = true;
  // What happens in the same moment goes into the same write.
  await Promise.resolve();
  while (changed.size > 0 || gone.size > 0) {
    const [rows, ids] = [new Map(changed), [...gone]];
    const release = takeWaiting(behind);
    changed.clear();
    gone.clear();
    behind.underWay = new Set(rows.keys());
    try {
      await writeAll(rows, behind);
      if (ids.length > 0) await behind.erase(ids);
      behind.underWay = new Set();
      release();
    } catch (error) {
      release();
      takeWaiting(behind)();
      log.warn({ err: error, what }, 'calls: writing failed, trying again');
      for (const [id, row] of rows) if (!changed.has(id) && !gone.has(id)) changed.set(id, row);
      for (const id of ids) if (!changed.has(id)) gone.add(id);
      await new Promise<void>((resolve) => clock.after(retryMs, resolve));
    }
  }
  behind.writing = false;
  takeWaiting(behind)();
}

/** Those who wait now, to be told together. */
function takeWaiting<Row>(behind: Behind<Row>): () => void {
  const all = behind.waiting;
  behind.waiting = [];
  return () => {
    for (const done of all) done();
  };
}

/**
 * Together where that works. Otherwise each on its own, so that one that cannot be written keeps no other back: those that
 * were are gone from `rows` when it rejects.
 */
async function writeAll<Row>(rows: Map<string, Row>, { write }: Target<Row>): Promise<void> {
  if (rows.size === 0) return;
  try {
    await write([...rows.values()]);
    rows.clear();
  } catch (error) {
    if (rows.size === 1) throw error;
    let failure: unknown;
    for (const [id, row] of [...rows]) {
      try {
        await write([row]);
        rows.delete(id);
      } catch (reason) {
        failure = reason;
      }
    }
    if (rows.size > 0) throw failure;
  }
}
