import type { Legs } from '../../calls/legs.ts';
import type { OfLeg } from '../call-table.ts';

/** A leg of a call that is long over: whatever it still opens is closed again. */
export function strayFact(legs: Pick<Legs, 'order'>, fact: OfLeg): void {
  if (fact.type === 'answered') legs.order({ do: 'bye', legId: fact.legId });
  if (fact.type === 'reoffered') legs.order({ do: 'refuseReoffer', legId: fact.legId, status: 481 });
  if (fact.type === 'referred') {
    legs.order({ do: 'refuseRefer', legId: fact.legId, referId: fact.referId, status: 481 });
  }
}
