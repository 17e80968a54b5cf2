/** How long the database has been there without a gap, as one who looks again and again knows. */
interface Unbroken {
  /** A look begins; gives how many milliseconds it has been there by now. */
  look(): number;
  /** A look failed. */
  broken(): void;
}

/**
 * `mostMs`: looks are never further apart, unless this process or its machine slept. By the clock on the wall: the other one stands
 * still while a machine sleeps.
 */
export function unbroken(mostMs: number, now: () => number = Date.now): Unbroken {
  let since = now();
  let last = since;
  return {
    look() {
      const at = now();
      if (at - last > mostMs || at < last) since = at;
      last = at;
      return at - since;
    },
    broken() {
      since = now();
    },
  };
}
