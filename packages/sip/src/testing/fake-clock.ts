/** A clock that stands still until it is moved. */
export interface FakeClock {
  now(): Date;
  after(ms: number, task: () => void): () => void;
  /** Moves time on, running what falls due in its order. */
  advance(ms: number): void;
  /** Like advance, but lets promises settle after every task. */
  advanceAsync(ms: number): Promise<void>;
  /** How many tasks wait. */
  readonly waiting: number;
}

export function fakeClock(start = 1_700_000_000_000): FakeClock {
  let now = start;
  let serial = 0;
  const tasks = new Map<number, { readonly at: number; readonly task: () => void }>();

  const runNext = (until: number): boolean => {
    let next: { id: number; at: number; task: () => void } | undefined;
    for (const [id, entry] of tasks) if (entry.at <= until && (!next || entry.at < next.at)) next = { id, ...entry };
    if (!next) return false;
    tasks.delete(next.id);
    now = Math.max(now, next.at);
    next.task();
    return true;
  };

  return {
    now: () => new Date(now),
    after(ms, task) {
      serial += 1;
      const id = serial;
      tasks.set(id, { at: now + ms, task });
      return () => tasks.delete(id);
    },
    advance(ms) {
      const until = now + ms;
      while (runNext(until));
      now = until;
    },
    async advanceAsync(ms) {
      const until = now + ms;
      do await settle();
      while (runNext(until));
      now = until;
    },
    get waiting() {
      return tasks.size;
    },
  };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
