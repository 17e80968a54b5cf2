import type { ExchangeClock } from '../../../server/src/pbx/ports.ts';
import type { Beats } from '../../../server/src/storage/node-lease.ts';
import type { Scheduler } from './scheduler.ts';

/** When the simulation begins, by a clock that is right. */
export const beganAt = Date.UTC(2026, 10, 20, 9);

/** A machine that runs one process at a time. Its clock may be set; its process may be frozen, killed and started again. */
export class Machine {
  readonly name: string;
  /** The node that its processes carry by their name; undefined: they are spares. */
  readonly node: string | undefined;
  readonly #time: Scheduler;
  life: Life | undefined;
  /** How far the clock on its wall is off, in ms. */
  skewMs = 0;
  #frozenUntil = 0;
  #waiting: (() => void)[] = [];

  constructor(name: string, node: string | undefined, time: Scheduler) {
    this.name = name;
    this.node = node;
    this.#time = time;
  }

  get isFrozen(): boolean {
    return this.#time.now < this.#frozenUntil;
  }

  freeze(ms: number): void {
    this.#frozenUntil = Math.max(this.#frozenUntil, this.#time.now + ms);
    this.#time.after(ms, () => this.#wake());
  }

  begin(): Life {
    this.#waiting = [];
    this.#frozenUntil = 0;
    this.life = new Life(this, this.#time);
    return this.life;
  }

  kill(): void {
    this.life?.end();
    this.life = undefined;
  }

  /** What comes while the process is frozen waits in the kernel. */
  take(task: () => void): void {
    if (this.isFrozen) this.#waiting.push(task);
    else task();
  }

  #wake(): void {
    if (this.isFrozen) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    // One after the other, each with what it brings.
    for (const task of waiting) this.#time.after(0, () => this.take(task));
  }
}

/** One process: what is sent to it after its end is lost. */
export class Life {
  readonly machine: Machine;
  readonly #time: Scheduler;
  readonly #atEnd: (() => void)[] = [];
  isOver = false;
  readonly clock: ExchangeClock;
  readonly beats: Beats;

  constructor(machine: Machine, time: Scheduler) {
    this.machine = machine;
    this.#time = time;
    this.clock = {
      now: () => new Date(this.wallMs),
      after: (ms, task) => this.after(ms, task),
    };
    this.beats = { now: () => this.wallMs, every: (ms, task) => this.every(ms, task) };
  }

  get wallMs(): number {
    return beganAt + this.#time.now + this.machine.skewMs;
  }

  /** By a clock that nobody sets. */
  get steadyMs(): number {
    return this.#time.now;
  }

  after(ms: number, task: () => void): () => void {
    let isOff = false;
    const cancel = this.#time.after(ms, () => this.take(() => isOff || task()));
    return () => {
      isOff = true;
      cancel();
    };
  }

  every(ms: number, task: () => void): () => void {
    let stop = () => {};
    const again = (): void => {
      stop = this.after(ms, () => {
        again();
        task();
      });
    };
    again();
    return () => stop();
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Something arrives. */
  take(task: () => void): void {
    if (this.isOver) return;
    this.machine.take(() => {
      if (!this.isOver) task();
    });
  }

  /** What the kernel does when the process ends, however it ends. */
  atEnd(task: () => void): void {
    this.#atEnd.push(task);
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const task of this.#atEnd) task();
  }
}
