import type { PgBoss } from 'pg-boss';

/** Lets workers of this process look for work before it is their time. */
export function waker(boss: Pick<PgBoss, 'notifyWorker'>) {
  const ids = new Map<string, string[]>();
  const timers = new Set<NodeJS.Timeout>();
  /** Later than any job of ours is; and what timers can hold. */
  const longestSeconds = 24 * 60 * 60;
  const now = (queue: string) => {
    for (const id of ids.get(queue) ?? []) boss.notifyWorker(id);
  };
  return {
    now,
    add: (queue: string, workerId: string) => void ids.set(queue, [...(ids.get(queue) ?? []), workerId]),
    remove: (queue: string) => void ids.delete(queue),
    after(queue: string, seconds: number): void {
      if (seconds > longestSeconds) return;
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          now(queue);
        },
        seconds * 1000 + 50,
      );
      timer.unref();
      timers.add(timer);
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
