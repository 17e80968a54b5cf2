/**
 * Whole seconds from `now` until then, both in milliseconds since 1970; the current one counts. 0 once it is reached.
 */
export function secondsUntil(then: number, now: number): number {
  return Math.max(0, Math.ceil((then - now) / 1000));
}
