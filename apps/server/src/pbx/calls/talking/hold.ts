import type { Caller, Fork } from '../call.ts';
import type { CallFact } from '../call-facts.ts';
import { afterHold, isHeldBy } from '../leg-hold.ts';
import { afterOffer, hasAudio } from '../leg-media.ts';
import { legOf, type Turn } from '../turn.ts';
import { isHeld, playToHeld } from '../waiting.ts';

export function holdAsked(turn: Turn, legId: string, held: boolean): void {
  const leg = legOf(turn.call, legId);
  if (!leg || !isUp(leg)) return;
  leg.hold = afterHold(leg.hold, 'user', held);
  orderHold(turn, leg);
}

/** A re-INVITE of a device: hold, a new address, a new codec. Without SDP we offer and the ACK answers. */
export function reoffered(turn: Turn, legId: string, sdp: string | undefined): void {
  const leg = legOf(turn.call, legId);
  if (!leg || !isUp(leg) || !hasAudio(leg.media)) {
    turn.orders.push({ do: 'leg', order: { do: 'refuseReoffer', legId, status: 481 } });
  } else {
    turn.orders.push(sdp === undefined ? { do: 'reoffer', legId } : { do: 'answerReoffer', legId, sdp });
  }
}

/** RFC 3264 §8.4: a device that offers `sendonly` or `inactive` has put the other side on hold. */
export function reofferReady(turn: Turn, fact: Extract<CallFact, { type: 'reofferReady' }>): void {
  const leg = legOf(turn.call, fact.legId);
  if (!leg || !isUp(leg)) return;
  turn.orders.push({ do: 'leg', order: { do: 'answerReoffer', legId: fact.legId, sdp: fact.sdp } });
  if (fact.farDirection === undefined) leg.media = afterOffer(leg.media);
  // Where the offer is ours it says `sendrecv`: a device that had held and asks for it takes the other side back.
  const held = fact.farDirection === 'sendonly' || fact.farDirection === 'inactive';
  if (held === isHeldBy(leg.hold, 'device')) return;
  leg.hold = afterHold(leg.hold, 'device', held);
  orderHold(turn, leg);
}

const orderHold = (turn: Turn, leg: Caller | Fork): void => {
  turn.orders.push({ do: 'hold', legId: leg.legId, held: isHeld(leg) });
  playToHeld(turn);
};

const isUp = ({ state }: Caller | Fork): boolean => state === 'talking' || state === 'answered' || state === 'asked';
