import type { Life, Machine } from '../machine.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Chance } from '../seeded.ts';
import type { Store } from './store.ts';

/** How long a client waits for an answer that does not come. */
const patienceMs = 5_000;

/** The way to the database: it may be away, cut off from a machine, slow, or lose its answer after it has done what was asked. */
export class DatabaseLine {
  readonly store: Store;
  readonly #time: Scheduler;
  readonly #chance: Chance;
  readonly #listeners = new Map<Life, () => void>();
  #awayUntil = 0;
  readonly #cutUntil = new Map<Machine, number>();

  constructor(store: Store, time: Scheduler, chance: Chance) {
    this.store = store;
    this.#time = time;
    this.#chance = chance;
  }

  goAway(ms: number): void {
    this.#awayUntil = Math.max(this.#awayUntil, this.#time.now + ms);
  }

  cut(machine: Machine, ms: number): void {
    this.#cutUntil.set(machine, this.#time.now + ms);
  }

  isThere(machine: Machine): boolean {
    return this.#time.now >= this.#awayUntil && this.#time.now >= (this.#cutUntil.get(machine) ?? 0);
  }

  /** Has a statement done for a process. */
  ask<Answer>(life: Life, statement: (store: Store) => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      const fail = (ms: number) =>
        this.#time.after(ms, () =>
          life.take(() => {
            if (isOver) return;
            isOver = true;
            reject(new Error('the database does not answer'));
          }),
        );
      const arrive = (): void => {
        if (!this.isThere(life.machine)) return void fail(this.#chance.between(1, 200));
        let answer: Answer;
        try {
          answer = statement(this.store);
        } catch (error) {
          return void this.#time.after(1, () => life.take(() => reject(error)));
        }
        this.#time.after(this.#delay(), () => {
          // It was done, and nobody learns of it.
          if (!this.isThere(life.machine)) return void fail(patienceMs);
          life.take(() => {
            if (isOver) return;
            isOver = true;
            resolve(answer);
          });
        });
      };
      // What has left the machine arrives, whatever becomes of the process.
      this.#time.after(this.#delay(), arrive);
    });
  }

  /** Has the process hear of changes. */
  listen(life: Life, hear: () => void): void {
    this.#listeners.set(life, hear);
    life.atEnd(() => this.#listeners.delete(life));
  }

  /** An operator's statement, which says what it changed. */
  change(statement: (store: Store) => void): void {
    statement(this.store);
    for (const [life, hear] of this.#listeners) this.#time.after(this.#delay(), () => life.take(hear));
  }

  #delay(): number {
    return this.#chance.is(0.02) ? this.#chance.between(20, 400) : this.#chance.between(1, 4);
  }
}
