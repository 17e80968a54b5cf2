import type { CallFact } from '../../calls/call-facts.ts';
import type { Follower } from '../followers.ts';

type Ending = Extract<CallFact, { type: 'ended' | 'mediaFailed' }>;

/** What became of the leg while it was away: how it ended, or null where it is still there. */
type Comeback = () => Ending | null;

/**
 * Users whose far side is about to go on to somebody else, while it is looked up to whom. RFC 3515 ties the BYE of a phone
 * that asked for a transfer to nothing: it may come right behind its REFER, and must not end the far side.
 */
export interface Absences extends Follower {
  /** From now on the end of this leg is kept back, until the function that it gives is called. Null where it is already. */
  begin(legId: string): Comeback | null;
}

export function absences(): Absences {
  const endings = new Map<string, Ending | null>();
  return {
    begin(legId) {
      if (endings.has(legId)) return null;
      endings.set(legId, null);
      return () => {
        const ending = endings.get(legId) ?? null;
        endings.delete(legId);
        return ending;
      };
    },
    // The end of such a leg, and nothing else.
    fact(_running, fact) {
      if (fact.type !== 'ended' && fact.type !== 'mediaFailed') return false;
      if (!endings.has(fact.legId)) return false;
      // The BYE says more than audio that failed before it.
      if (endings.get(fact.legId)?.type !== 'ended') endings.set(fact.legId, fact);
      return true;
    },
  };
}
