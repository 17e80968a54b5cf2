/** Runs tasks later; given from outside so that tests can move time. */
export interface Timers {
  /** Runs `task` once after `ms`; gives the way to cancel it. */
  after(ms: number, task: () => void): () => void;
}

/** Round-trip estimate (RFC 3261 §17.1.1.1), in milliseconds like all of these. */
export const t1 = 500;
/** Longest interval between retransmissions of a non-INVITE request or an INVITE response. */
export const t2 = 4000;
/** Longest time a message stays in the network. */
export const t4 = 5000;
/** Timers B, F, H, J, L and M. */
export const transactionTimeout = 64 * t1;
/** RFC 3261 §17.1.1.2: timer D for unreliable transports. */
export const timerD = 32_000;
/** RFC 3261 §17.2.1: a server INVITE transaction says 100 by itself when nothing was said for this long. */
export const tryingDelay = 200;

/** Retransmits at `first`, then at intervals that double up to `longest`; gives the way to stop. */
export function retransmit(timers: Timers, first: number, longest: number, task: () => void): () => void {
  let interval = first;
  let cancel: () => void;
  const again = () => {
    task();
    interval = Math.min(interval * 2, longest);
    cancel = timers.after(interval, again);
  };
  cancel = timers.after(interval, again);
  return () => cancel();
}
