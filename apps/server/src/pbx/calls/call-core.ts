import type { Call } from './call.ts';
import type { CallFact, CallOrder } from './call-facts.ts';
import { callStates, nameOf } from './call-states.ts';
import { beginTurn, type Turn } from './turn.ts';

/** The call after a fact, and what is to be done. Pure: the call given stays as it was. */
export function step(call: Call, fact: CallFact): { readonly call: Call; readonly orders: readonly CallOrder[] } {
  const turn = beginTurn(call);
  // The row is that of the state, and the step that of the fact: the table's own types say so.
  const take = callStates[call.state][nameOf(fact)] as (turn: Turn, fact: CallFact) => void;
  take(turn, fact);
  return turn;
}

/** True once nothing more can come of this call: it may be forgotten. */
export const isDone = (call: Call): boolean =>
  call.state === 'over' && call.caller.state === 'over' && call.forks.every((fork) => fork.state === 'over');
