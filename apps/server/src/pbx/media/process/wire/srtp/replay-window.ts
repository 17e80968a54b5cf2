/** RFC 3711 §3.3.2 asks for 64 at least; packets that come later than 128 others are of no use to anybody. */
const size = 128;

/** Which packet indices were used already: each counts once, and what lies too far back counts as used. */
export class ReplayWindow {
  readonly #slots = new Float64Array(size).fill(-1);
  #highest = -1;

  /** Whether nothing with this index was used before, as far as anybody can tell. */
  isFresh(index: number): boolean {
    return index > this.#highest - size && index >= 0 && this.#slots[index % size] !== index;
  }

  use(index: number): void {
    this.#slots[index % size] = index;
    if (index > this.#highest) this.#highest = index;
  }

  /** -1 before the first. */
  get highest(): number {
    return this.#highest;
  }
}

/**
 * The index of a packet, whose upper bits are not sent (RFC 3711 §3.3.1 and appendix A): of all with these 16 lower bits
 * the one nearest to the highest that was used. The first packet's roll-over counter is 0. Negative where the packet
 * would lie before the first round.
 */
export function indexOf(sequence: number, highest: number): number {
  if (highest < 0) return sequence;
  const last = highest & 0xffff;
  const round = highest - last;
  if (last < 0x8000) return sequence - last > 0x8000 ? round - 0x1_0000 + sequence : round + sequence;
  return last - 0x8000 > sequence ? round + 0x1_0000 + sequence : round + sequence;
}
