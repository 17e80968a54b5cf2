import type { Clock } from '../core/clock.ts';

/** A clock that only moves when a test moves it. */
export interface HandClock extends Clock {
  /** Lets time pass; everything that falls due happens in its order. */
  pass(ms: number): Promise<void>;
}

export function handClock(): HandClock {
  let now = 1_000_000;
  let tasks: { at: number; task: () => void }[] = [];
  return {
    now: () => now,
    after(ms, task) {
      const entry = { at: now + ms, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((each) => each !== entry);
      };
    },
    async pass(ms) {
      const until = now + ms;
      for (;;) {
        await settle();
        const next = tasks.filter((each) => each.at <= until).sort((one, other) => one.at - other.at)[0];
        if (next === undefined) break;
        now = Math.max(now, next.at);
        tasks = tasks.filter((each) => each !== next);
        next.task();
      }
      now = until;
      await settle();
    },
  };
}

/** Lets all promises settle that need no clock. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
