import type { ExchangeClock } from '../../ports.ts';

/** Time that stands still until a test moves it. */
export class FakeClock implements ExchangeClock {
  #now = Date.UTC(2026, 10, 20, 9);
  #next = 0;
  readonly #tasks = new Map<number, { at: number; task: () => void }>();

  now(): Date {
    return new Date(this.#now);
  }

  after(ms: number, task: () => void): () => void {
    const id = this.#next++;
    this.#tasks.set(id, { at: this.#now + ms, task });
    return () => this.#tasks.delete(id);
  }

  /** Moves on by `ms`; what is due meanwhile runs at its own time, in order. Promises settle in between. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await settle();
      const due = [...this.#tasks].filter(([, task]) => task.at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#tasks.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].task();
    }
    this.#now = until;
    await settle();
  }

  get pending(): number {
    return this.#tasks.size;
  }
}

/** Lets everything run that waits for no time and no wire. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 60; round += 1) await Promise.resolve();
}
