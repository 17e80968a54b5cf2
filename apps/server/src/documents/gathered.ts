export interface Gathered<T> {
  add(one: T): void;
  /** Forgets what was not handed on yet. */
  stop(): void;
}

/** Hands on together what comes within so long after the first of it. */
export function gathered<T>(ms: number, hand: (all: readonly T[]) => void): Gathered<T> {
  let all: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  return {
    add(one) {
      all.push(one);
      timer ??= setTimeout(() => {
        const now = all;
        all = [];
        timer = undefined;
        hand(now);
      }, ms);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      all = [];
    },
  };
}
