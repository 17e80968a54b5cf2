import type { CallFact } from '../call-facts.ts';
import { afterHold } from '../leg-hold.ts';
import { afterAck } from '../leg-media.ts';
import { isIn, legOf, type Turn } from '../turn.ts';
import { isHeld } from '../waiting.ts';
import { joinTheTwo } from './answer-call.ts';
import { roomGoesOn } from './room.ts';

type Replaced = Extract<CallFact, { type: 'legReplaced' }>;

/**
 * Another dialog of the same user speaks for this leg from now on (RFC 3891). To everybody else nothing happened: the
 * leg keeps its place, its event and its recording, and goes by its old Call-ID as well.
 */
export function legReplaced(turn: Turn, { legId, by }: Replaced): void {
  const { call, orders } = turn;
  const old = legOf(call, legId);
  // A second line follows its user's leg also while it still rings: its callee is to be heard at the new endpoint.
  if (!old || old.state === 'over') return;
  const formerCallIds = old.sipCallId === by.sipCallId ? old.formerCallIds : [...old.formerCallIds, old.sipCallId];
  const now = { ...by, formerCallIds, hold: afterHold(old.hold, 'device', false), media: afterAck(old.media) };
  if (old === call.caller) call.caller = { ...call.caller, ...now };
  else call.forks = call.forks.map((fork) => (fork === old ? { ...fork, ...now } : fork));
  const leg = legOf(call, legId);
  if (!leg || ('virtual' in leg && leg.virtual)) return;
  // The new endpoint knows nothing of holds and music.
  if (isHeld(leg)) orders.push({ do: 'hold', legId, held: true });
  leg.hears = 'nothing';
  if (isIn(turn, 'serving')) roomGoesOn(turn);
  if (!isIn(turn, 'talking')) return;
  turn.call.bridged = false;
  joinTheTwo(turn);
}
