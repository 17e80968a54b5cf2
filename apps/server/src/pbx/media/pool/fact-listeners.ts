import type { Logger } from 'pino';
import type { MediaFact } from '../media.ts';

/** Who hears facts of media. One that fails is logged, and the others hear them all the same. */
export class FactListeners {
  readonly #all = new Set<(fact: MediaFact) => void>();
  readonly #log: Logger | undefined;

  constructor(log: Logger | undefined) {
    this.#log = log;
  }

  /** Gives the way to stop listening. */
  add(listener: (fact: MediaFact) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  tell(fact: MediaFact): void {
    for (const listener of this.#all) {
      try {
        listener(fact);
      } catch (error) {
        this.#log?.error({ err: error, fact: fact.type }, 'media: handling an event failed');
      }
    }
  }
}
