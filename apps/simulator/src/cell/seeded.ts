/** Chance that is the same for the same seed. */
export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  is(probability: number): boolean;
  of<One>(all: readonly One[]): One;
}

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    is: (probability) => next() < probability,
    of(all) {
      const one = all[between(0, all.length - 1)];
      if (one === undefined) throw new Error('nothing to choose from');
      return one;
    },
  };
}
