import { isOpened } from '../booking.ts';
import type { Answering, Ringing, Shown } from '../call.ts';
import type { CallFact } from '../call-facts.ts';
import { cancelLosers } from '../endings/cancel-forks.ts';
import { calleeAgreed } from '../talking/answer-call.ts';
import { become, kept, legOf, type Turn } from '../turn.ts';
import { stopAwaitingAll } from './await-return.ts';

/**
 * A device that was not rung has called us to take the call: it is answered and wins, as if it had been rung and taken the
 * call first. Where the call goes on in another channel, the one that it leaves has missed it.
 */
export function pickedUp(
  turn: Turn<Ringing>,
  { by, codec, sdp, moved, isSeenAs }: Extract<CallFact, { type: 'pickedUp' }>,
): void {
  const { call, orders } = turn;
  const { legId, remote } = by;
  if (!isOpened(call.booking) || call.nobody || legOf(call, legId)) return;
  const fork = { ...by, state: 'answered' as const };
  call.forks = [...call.forks, fork];
  if (moved) {
    call.events = [...call.events, moved.event];
    call.cameInOn ??= moved.leaves?.channelId ?? null;
    call.shown = shownIn(call.shown, moved.event.channelId);
  }
  const { event, leaves } = moved ?? {};
  orders.push({ do: 'bookStage', legIds: [legId], events: event ? [event] : [], leaves: leaves ?? null });
  orders.push({ do: 'leg', order: { do: 'answer', legId, sdp } });
  // It dialled a code, and is to show who calls.
  const user = remote.number ?? remote.name;
  const named = { user: user ?? '', ...(remote.name !== null && { name: remote.name }) };
  orders.push({ do: 'leg', order: { do: 'identify', legId, remote: user === null ? 'anonymous' : named } });
  if (isSeenAs) {
    call.caller.remote = isSeenAs;
    const { number, name } = isSeenAs;
    const callee = { user: number ?? '', ...(name !== null && { name }) };
    orders.push({ do: 'leg', order: { do: 'identify', legId: call.caller.legId, remote: callee } });
  }
  orders.push({ do: 'stopTimer', timer: 'ring' });
  stopAwaitingAll(turn);
  cancelLosers(turn, fork);
  const answering = become<Answering>(turn, { ...kept(call), state: 'answering' });
  calleeAgreed(answering, legId, codec);
}

const shownIn = (shown: Shown, channelId: string): Shown => ({ ...shown, channelId });
