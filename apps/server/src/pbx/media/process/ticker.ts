export const tickMs = 10;

/** Calls its members every 10 ms, or more, on absolute deadlines, so that delays never add up; sleeps while it has none. */
export class Ticker {
  readonly #periodMs: number;
  readonly #members = new Set<(now: number) => void>();
  #timer: NodeJS.Timeout | undefined;
  #next = 0;

  constructor(periodMs = tickMs) {
    this.#periodMs = periodMs;
  }

  add(member: (now: number) => void): void {
    this.#members.add(member);
    if (this.#timer !== undefined) return;
    this.#next = performance.now();
    this.#arm();
  }

  remove(member: (now: number) => void): void {
    this.#members.delete(member);
  }

  #arm(): void {
    this.#next += this.#periodMs;
    this.#timer = setTimeout(() => this.#run(), Math.max(0, this.#next - performance.now()));
  }

  #run(): void {
    const now = performance.now();
    // After a long stall the missed ticks are dropped: a burst of old sound helps nobody.
    if (now - this.#next > 200) this.#next = now;
    for (const member of this.#members) member(now);
    if (this.#members.size > 0) this.#arm();
    else this.#timer = undefined;
  }
}
