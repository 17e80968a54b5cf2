interface Task {
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

/** The only time there is. Whatever is due runs in the order of its time; promises settle in between. */
export class Scheduler {
  /** In ms since the beginning. */
  now = 0;
  /** How many tasks have run. */
  steps = 0;
  readonly #heap: Task[] = [];
  #order = 0;

  /** Gives the way to cancel it. */
  after(ms: number, run: () => void): () => void {
    const task: Task = { at: this.now + Math.max(0, ms), order: this.#order, run };
    this.#order += 1;
    this.#push(task);
    return () => {
      task.run = undefined;
    };
  }

  /** Runs what is due until then, or until `isOver`; `afterEach` is asked after every task. */
  async runUntil(until: number, afterEach: () => boolean): Promise<void> {
    for (let task = this.#heap[0]; task && task.at <= until; task = this.#heap[0]) {
      this.#pop();
      if (!task.run) continue;
      this.now = task.at;
      this.steps += 1;
      task.run();
      await settled();
      if (afterEach()) return;
    }
    this.now = until;
  }

  /** The same where nothing waits for promises. */
  runAll(until: number): void {
    for (let task = this.#heap[0]; task && task.at <= until; task = this.#heap[0]) {
      this.#pop();
      this.now = task.at;
      task.run?.();
    }
    this.now = until;
  }

  #push(task: Task): void {
    const heap = this.#heap;
    let at = heap.push(task) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (!above || isFirst(above, task)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = task;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (!left) break;
      if (right && isFirst(right, left)) child += 1;
      const below = heap[child];
      if (!below || isFirst(last, below)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
  }
}

const isFirst = (one: Task, other: Task): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** A turn of the event loop: everything has run that waits for no time. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
