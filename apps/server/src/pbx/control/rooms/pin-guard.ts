/** Somebody enters the PIN of a room, or of a mailbox. `caller` null: nobody knows their number; `isOurs`: they are signed in here. */
export interface Attempt {
  readonly roomId: string;
  readonly caller: string | null;
  readonly isOurs: boolean;
}

/** Slows down those who guess PINs: each caller, and outside callers of a room together, however many calls they make. */
export interface PinGuard {
  /**
   * How long the answer to a PIN waits; null: it is not checked at all. It counts as wrong from now on, so that calls at the
   * same time gain nothing.
   */
  tried(attempt: Attempt): number | null;
  /** The PIN was right: the attempt is taken back. */
  succeeded(attempt: Attempt): void;
}

const forgottenMs = 60 * 60_000;
/** Wrong PINs that cost nothing, as people mistype. */
const free = { caller: 3, room: 10 };
const mostFailures = 12;
const longestMs = { caller: 30_000, room: 15_000 };
/** How many callers and rooms are remembered, however many lines somebody guesses from. */
const mostRemembered = 10_000;
/** An answer that would take longer is not given. */
const patienceMs = 60_000;

interface Failures {
  count: number;
  lastAt: number;
}

/** `now` in ms since 1970. */
export function pinGuard(now: () => number): PinGuard {
  const failures = new Map<string, Failures>();
  /** When the last answer of a room that is slowed down is due. */
  const due = new Map<string, number>();
  const keyOf = ({ roomId, caller }: Attempt) => (caller === null ? `nobody ${roomId}` : `from ${caller}`);

  const countOf = (key: string): number => {
    const known = failures.get(key);
    if (known && now() - known.lastAt < forgottenMs) return known.count;
    failures.delete(key);
    return 0;
  };
  const count = (key: string): void => {
    const known = countOf(key);
    failures.delete(key);
    failures.set(key, { count: known + 1, lastAt: now() });
    if (failures.size > mostRemembered) failures.delete(failures.keys().next().value ?? '');
  };
  const uncount = (key: string): void => {
    const known = failures.get(key);
    if (!known) return;
    known.count -= 1;
    if (known.count === 0) failures.delete(key);
  };
  /** Doubles with each failure beyond those that are free. */
  const slowness = (failed: number, kind: 'caller' | 'room'): number =>
    failed < free[kind] ? 0 : Math.min(1000 * 2 ** (failed - free[kind]), longestMs[kind]);

  const waitMs = (attempt: Attempt): number | null => {
    const { roomId, isOurs } = attempt;
    const byCaller = countOf(keyOf(attempt));
    if (byCaller >= mostFailures) return null;
    const own = slowness(byCaller, 'caller');
    const ofRoom = isOurs ? 0 : slowness(countOf(roomId), 'room');
    if (ofRoom === 0) return own;
    // One answer after the other: calls at the same time are not answered faster.
    const at = Math.max(due.get(roomId) ?? 0, now()) + ofRoom;
    const wait = Math.max(own, at - now());
    if (wait > patienceMs) return null;
    due.set(roomId, at);
    return wait;
  };
  const keysOf = (attempt: Attempt) => [keyOf(attempt), ...(attempt.isOurs ? [] : [attempt.roomId])];

  return {
    tried(attempt) {
      const wait = waitMs(attempt);
      if (wait !== null) for (const key of keysOf(attempt)) count(key);
      return wait;
    },
    succeeded(attempt) {
      for (const key of keysOf(attempt)) uncount(key);
    },
  };
}
