import type { EngineFact } from '../call-engine.ts';
import type { FactTap } from '../fact-tap.ts';

/** The facts of a call that may go on in another page. */
export interface FakeTap extends FactTap {
  /** The page that listened is told this, and nothing more; whoever listens next goes on. */
  passOn(...last: readonly EngineFact[]): void;
}

export function createFakeTap(): FakeTap {
  const early: EngineFact[] = [];
  let hear: ((fact: EngineFact) => void) | null = null;
  let ended = false;
  return {
    tell(fact) {
      if (ended) return;
      ended = fact.type === 'ended';
      if (hear === null) early.push(fact);
      else hear(fact);
    },
    listen(listener) {
      if (hear !== null) throw new Error('a call has one listener');
      hear = listener;
      for (const fact of early.splice(0)) listener(fact);
    },
    passOn(...last) {
      const before = hear;
      hear = null;
      for (const fact of last) before?.(fact);
    },
    get isEnded() {
      return ended;
    },
  };
}
