import type { Call } from '../../calls/call.ts';
import { winnerOf } from '../../calls/turn.ts';
import { isHeld } from '../../calls/waiting.ts';
import type { SupervisedName } from '../../supervision.ts';
import type { Leg } from '../call-table.ts';
import type { Transfers } from '../handing-over/transfers.ts';

/** The two who talk in a call of a queue, and the inbox event of it. */
export interface Supervisable extends SupervisedName {
  readonly callId: string;
  readonly accountId: string;
  readonly agent: Leg & { readonly userId: string };
  readonly caller: Leg;
}

/** Null for every call that a channel did not bring to one of its members, and for calls that do not talk. */
export function supervisableIn(call: Call): Supervisable | null {
  const agent = winnerOf(call);
  if (call.state !== 'talking' || call.isForHelp) return null;
  if (agent?.event?.direction !== 'INCOMING' || agent.userId === null) return null;
  const { channelId, docId, accountId } = agent.event;
  const { callId, caller } = call;
  if (caller.state === 'over' || agent.state === 'over' || caller.virtual) return null;
  return { callId, accountId, channelId, docId, caller, agent: { ...agent, userId: agent.userId } };
}

/** Whether the two talk with each other alone: no transfer has one of them elsewhere, and neither keeps the other waiting. */
export function areTogether(transfers: Pick<Transfers, 'ofCall'>, { callId, agent, caller }: Supervisable): boolean {
  const transfer = transfers.ofCall(callId);
  const areAlone = !transfer || (transfer.lines.length === 1 && transfer.lines[0] === 'INITIAL');
  return areAlone && !isHeld(agent) && !isHeld(caller);
}
