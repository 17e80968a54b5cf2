import type { MediaFact } from '../media.ts';

/** Endpoints that nobody adopts are closed after this time. */
const adoptWithinMs = 60_000;
/** Told after an adoption; more than this nobody reads. */
const mostMissed = 10_000;

/**
 * The time between the loss of signalling and its return: calls go on, what happens is kept to be told later, and if
 * nobody comes the endpoints end.
 */
export class Orphans {
  readonly #close: (endpointId: string) => void;
  #ids: ReadonlySet<string> = new Set();
  #missed: MediaFact[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(close: (endpointId: string) => void) {
    this.#close = close;
  }

  /** Signalling is gone, and these endpoints are left. The next client must adopt them or close all. */
  leave(endpointIds: Iterable<string>): void {
    this.#ids = new Set(endpointIds);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const ids = this.#ids;
      this.#ids = new Set();
      for (const id of ids) this.#close(id);
    }, adoptWithinMs);
  }

  /** Whether this endpoint still waits to be adopted, so that the present client doesn't know it yet. */
  has(endpointId: string): boolean {
    return this.#ids.has(endpointId);
  }

  /** Keeps a fact that nobody could hear. */
  keep(fact: MediaFact): void {
    if (this.#missed.length < mostMissed) this.#missed.push(fact);
  }

  /** The same for facts that were told before all of those, at a connection that may not have brought them. */
  keepBefore(facts: readonly MediaFact[]): void {
    this.#missed = [...facts, ...this.#missed].slice(0, mostMissed);
  }

  /**
   * Somebody is there again and knows which endpoints live. Gives what that one should still hear: what became of
   * recordings in any case, of endpoints that live the rest too, but no digits, which were meant for a moment ago.
   */
  end(alive: ReadonlySet<string>): MediaFact[] {
    clearTimeout(this.#timer);
    this.#ids = new Set();
    const missed = this.#missed;
    this.#missed = [];
    return missed.filter((fact) => {
      if (fact.type === 'recorded' || fact.type === 'recordingFailed') return true;
      return fact.type !== 'dtmf' && fact.type !== 'lost' && alive.has(fact.endpointId);
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
