/** Calls that may be begun at the same time, at least and at most. */
const [fewest, most] = [8, 100];
/** A call that takes longer to begin than this, in ms, and longer than `timesQuickest` of the quickest, waited for others. */
const briefMs = 60;
const timesQuickest = 3;
/** How far the number goes down when calls wait for each other, at most once in `calmMs`. */
const cut = 0.7;
const calmMs = 100;
/** For how long the quickest call counts, in ms: what surrounds a server changes. */
const quickestCountsMs = 60_000;
/**
 * So few are begun at the same time where calls have been refused for longer than `crowdMs`, without a pause of `pauseMs`: then no moment
 * in which several come together has to be borne, and with more all of them would ring late.
 */
const fewestInCrowd = 3;
const [crowdMs, pauseMs] = [1000, 2000];
/** For how long after it began a call counts as one that is being begun, in ms. */
const busyMs = 1000;

/**
 * How many calls are begun at the same time. With more than a server can bear each of them waits for all others, and in the end
 * nobody is rung in time; so callers who come then are refused immediately, and are let in again later.
 */
export interface CallPace {
  /** Whether a call is being begun, or has been in the last second. */
  isBusy(): boolean;
  /** Whether those that are being begun are as many as may be, or none may be. */
  isFull(): boolean;
  /** While it is held, no call begins except those for help. */
  hold(isHeld: boolean): void;
  readonly isHeld: boolean;
  /**
   * Counts one that is being begun; gives the way to say that this is over, and whether the call has begun. One that was refused
   * says nothing of how long calls take.
   */
  begin(): (hasBegun: boolean) => void;
  /** How many may be begun at the same time now. */
  readonly limit: number;
}

/**
 * Finds the number by how long calls take to begin, as congestion control does: it grows by one in each round in which none waits,
 * and goes down by a third as soon as one does. `now` in ms.
 */
export function callPace(now: () => number = () => performance.now()): CallPace {
  const crowd = crowds();
  let [limit, beginning] = [most / 5, 0];
  let isHeld = false;
  let [lastAt, cutAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  /** Of this span of time and of the one before. */
  let quickest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let spanAt = now();
  const mayBegin = (at: number): number => Math.floor(Math.max(limit, crowd.least(at)));

  const takeTime = (ms: number, at: number): void => {
    if (at - spanAt > quickestCountsMs) {
      quickest = [Number.POSITIVE_INFINITY, quickest[0]];
      spanAt = at;
    }
    quickest[0] = Math.min(quickest[0], ms);
  };

  const begun = (since: number, together: number): void => {
    const at = now();
    const ms = at - since;
    takeTime(ms, at);
    if (ms > Math.max(briefMs, timesQuickest * Math.min(...quickest))) {
      if (at - cutAt < calmMs) return;
      cutAt = at;
      limit = Math.max(crowd.least(at), limit * cut);
    } else if (together > limit / 2) limit = Math.min(most, limit + 1 / limit);
  };

  return {
    isFull() {
      if (isHeld) return true;
      const isFull = beginning >= mayBegin(now());
      if (isFull) crowd.refused(now());
      return isFull;
    },
    hold(wanted) {
      isHeld = wanted;
    },
    get isHeld() {
      return isHeld;
    },
    isBusy: () => beginning > 0 || now() - lastAt < busyMs,
    begin() {
      beginning += 1;
      const [since, together] = [now(), beginning];
      lastAt = since;
      let isOver = false;
      return (hasBegun) => {
        if (isOver) return;
        isOver = true;
        beginning -= 1;
        if (hasBegun) begun(since, together);
      };
    },
    get limit() {
      return mayBegin(now());
    },
  };
}

/** How few calls may be begun at the same time, by how long calls have been refused. */
function crowds() {
  let refusedAt = Number.NEGATIVE_INFINITY;
  let since = Number.NEGATIVE_INFINITY;
  return {
    refused(at: number): void {
      if (at - refusedAt > pauseMs) since = at;
      refusedAt = at;
    },
    least: (at: number): number => (at - refusedAt < pauseMs && at - since > crowdMs ? fewestInCrowd : fewest),
  };
}
