import type { EngineFact } from './call-engine.ts';

/** Keeps facts until there is a listener, and makes sure that nothing follows `ended`. */
export interface FactTap {
  tell(fact: EngineFact): void;
  listen(listener: (fact: EngineFact) => void): void;
  readonly isEnded: boolean;
}

export function createFactTap(): FactTap {
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
    get isEnded() {
      return ended;
    },
  };
}
