import type { Beats } from '../storage/node-lease.ts';

/** A process that stood still for longer was frozen, or its machine slept. Less than a lease has left when it is renewed. */
const standstillMs = 3_000;
const beatMs = 1_000;
/** A database whose machine is gone may say nothing for minutes; as long as getting a connection takes at most. */
const mostHeldMs = 10_000;

/** Does a task now, or once it is sure whose the node is. */
export type WhenAwake = (task: () => void) => void;

/**
 * Holds back what a process that wakes up would do, until it is sure that it still carries its node: otherwise timers that are long due
 * and messages from before would have it hang up calls of another carrier. Where the database is away, or says nothing, it goes on.
 */
export function awake(sure: () => Promise<void>, { now, every }: Beats): WhenAwake {
  let last = now();
  let held: (() => void)[] | undefined;
  let heldMs = 0;
  const goOn = (): void => {
    const tasks = held ?? [];
    held = undefined;
    for (const task of tasks) task();
  };
  const hold = (): void => {
    const asked: typeof held = [];
    [held, heldMs] = [asked, 0];
    // What is answered too late says nothing of a later standstill.
    const answered = () => void (held === asked && goOn());
    sure().then(answered, answered);
  };
  const look = (): void => {
    const at = now();
    const stoodMs = Math.abs(at - last);
    last = at;
    const stoodStill = stoodMs > standstillMs;
    if (held) {
      // Nothing could be answered while it stood still.
      if (!stoodStill) heldMs += stoodMs;
      if (heldMs >= mostHeldMs) goOn();
    } else if (stoodStill) hold();
  };
  every(beatMs, look);
  return (task) => {
    look();
    if (held) held.push(task);
    else task();
  };
}

/** The same clock, whose tasks wait likewise. */
export const clockAwake = <Clock extends { after(ms: number, task: () => void): () => void }>(
  clock: Clock,
  whenAwake: WhenAwake,
): Clock => ({
  ...clock,
  after(ms, task) {
    let isCancelled = false;
    const cancel = clock.after(ms, () => whenAwake(() => isCancelled || task()));
    return () => {
      isCancelled = true;
      cancel();
    };
  },
});
