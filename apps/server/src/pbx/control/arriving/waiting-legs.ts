import type { LegFact } from '../../calls/legs.ts';
import type { OfLeg } from '../call-table.ts';

type Invited = Extract<LegFact, { type: 'invited' }>;

/** One leg that waits. */
export interface Waiting {
  /** What was said of it meanwhile and was not asked for by `next`. */
  readonly facts: readonly OfLeg[];
  /** The next thing that is said of it. */
  next(): Promise<OfLeg>;
  /** It waits no longer: facts of it go to its call. */
  end(): void;
}

/** Legs between two calls, and INVITEs whose steps still run: what is said of them waits. */
export interface WaitingLegs {
  /** INVITEs of the same, for those who count calls. */
  readonly invites: ReadonlyMap<string, Invited>;
  has(legId: string): boolean;
  begin(legId: string, invited?: Invited): Waiting;
  /** False for a leg that does not wait. */
  fact(fact: OfLeg): boolean;
}

export function waitingLegs(): WaitingLegs {
  const waiting = new Map<string, { readonly facts: OfLeg[]; wake(): void }>();
  const invites = new Map<string, Invited>();
  return {
    invites,
    has: (legId) => waiting.has(legId),
    begin(legId, invited) {
      const facts: OfLeg[] = [];
      const leg = { facts, wake: () => {} };
      waiting.set(legId, leg);
      if (invited) invites.set(legId, invited);
      return {
        facts,
        async next() {
          for (;;) {
            const fact = facts.shift();
            if (fact) return fact;
            await new Promise<void>((resolve) => {
              leg.wake = resolve;
            });
          }
        },
        end() {
          waiting.delete(legId);
          invites.delete(legId);
        },
      };
    },
    fact(fact) {
      const leg = waiting.get(fact.legId);
      leg?.facts.push(fact);
      leg?.wake();
      return leg !== undefined;
    },
  };
}
