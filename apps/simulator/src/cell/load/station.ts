import type { Scheduler } from '../scheduler.ts';

/** Servers that work on what comes in its order. */
export class Station {
  readonly name: string;
  readonly #time: Scheduler;
  readonly #servers: number;
  readonly #waiting: { readonly ms: number; done(): void }[] = [];
  #first = 0;
  #busy = 0;
  #busyMs = 0;

  constructor(name: string, servers: number, time: Scheduler) {
    this.name = name;
    this.#servers = servers;
    this.#time = time;
  }

  do(ms: number, done: () => void = () => {}): void {
    if (this.#busy >= this.#servers) this.#waiting.push({ ms, done });
    else this.#begin(ms, done);
  }

  /** The share of the time in which a server worked. */
  utilisation(): number {
    return this.#busyMs / (this.#servers * this.#time.now);
  }

  get queue(): number {
    return this.#waiting.length - this.#first;
  }

  #begin(ms: number, done: () => void): void {
    this.#busy += 1;
    this.#time.after(ms, () => {
      this.#busyMs += ms;
      this.#busy -= 1;
      const next = this.#waiting[this.#first];
      if (next) {
        this.#first += 1;
        this.#begin(next.ms, next.done);
      }
      done();
    });
  }
}
