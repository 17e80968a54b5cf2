/** How long the database has been there without a gap, as one who looks again and again knows. */
interface Unbroken {
  /** It answered with its own time, in ms; gives for how many milliseconds it has been there by now. */
  look(theirs: number): number;
  /** A look failed. */
  broken(): void;
}

/**
 * `mostMs`: looks are never further apart, unless this process or its machine slept, or the clock of the database was set: then leases
 * have run out that are renewed in a moment. By the clocks on the wall: the other one stands still while a machine sleeps.
 */
export function unbroken(mostMs: number, now: () => number = Date.now): Unbroken {
  let since = now();
  let last = since;
  let theirLast: number | undefined;
  const isGap = (ms: number): boolean => ms > mostMs || ms < 0;
  return {
    look(theirs) {
      const at = now();
      if (isGap(at - last) || isGap(theirs - (theirLast ?? theirs))) since = at;
      last = at;
      theirLast = theirs;
      return at - since;
    },
    broken() {
      since = now();
    },
  };
}
