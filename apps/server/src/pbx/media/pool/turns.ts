/** Tasks that concern the same endpoints run one after the other; one that waits for nobody begins immediately. */
export class Turns {
  readonly #tails = new Map<string, Promise<unknown>>();

  take<T>(ids: readonly string[], task: () => Promise<T>): Promise<T> {
    const before = ids.flatMap((id) => this.#tails.get(id) ?? []);
    const done = before.length === 0 ? task() : Promise.allSettled(before).then(task);
    for (const id of ids) this.#tails.set(id, done);
    const leave = () => {
      for (const id of ids) if (this.#tails.get(id) === done) this.#tails.delete(id);
    };
    done.then(leave, leave);
    return done;
  }
}
