import type { EngineFact } from '../call-engine.ts';
import { createFactTap, type FactTap } from '../fact-tap.ts';

/** The facts of a call that may continue in another page. */
export interface FakeTap extends FactTap {
  /** The page that listened gets these last facts. The next page that listens continues. */
  passOn(...last: readonly EngineFact[]): void;
}

/** Each page has a tap of its own, which may end while the call continues. */
export function createFakeTap(): FakeTap {
  let page = createFactTap();
  return {
    tell: (fact) => page.tell(fact),
    listen: (listener) => page.listen(listener),
    passOn(...last) {
      for (const fact of last) page.tell(fact);
      page = createFactTap();
    },
    get isEnded() {
      return page.isEnded;
    },
  };
}
