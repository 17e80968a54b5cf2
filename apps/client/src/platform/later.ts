/** What waits until the first sight of the app is over; null once that is. */
let waiting: (() => unknown)[] | null = [];

/**
 * Does this once the phone is registered or a user does something, whichever is first; immediately where that is over. For
 * parts that no first sight shows, so that they are there before they are wanted, also without a connection later.
 */
export function later(load: () => unknown): void {
  if (waiting === null) load();
  else if (!waiting.includes(load)) waiting.push(load);
}

/** The first sight is over. */
export function laterIsNow(): void {
  const loads = waiting ?? [];
  waiting = null;
  for (const load of loads) load();
}
