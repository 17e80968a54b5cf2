import type { MediaFact } from '../media.ts';

/** More than a carrier leaves unheard between two signs of life. */
const mostKept = 1_000;

/**
 * What a connection was given and has not been heard of since. Only where the carrier says now and then how much it has heard: a
 * socket of this machine brings everything.
 */
export class ToldFacts {
  #count = 0;
  #heard: number | undefined;
  #recent: MediaFact[] = [];

  told(fact: MediaFact): void {
    this.#count += 1;
    if (this.#heard === undefined) return;
    this.#recent.push(fact);
    if (this.#recent.length > mostKept) this.#recent.shift();
  }

  /** So many of all that were told have been heard. */
  heard(count: number): void {
    this.#heard = count;
    const unheard = Math.max(0, this.#count - count);
    this.#recent = unheard === 0 ? [] : this.#recent.slice(-unheard);
  }

  get unheard(): readonly MediaFact[] {
    return this.#recent;
  }
}
