import { type Caller, type Fork, isUntaken, isUp, type LegBase, type Remote } from './call.ts';
import type { CallFact } from './call-facts.ts';
import { joinTheTwo, joinWhoWaits } from './talking/answer-call.ts';
import { visitInstead } from './talking/room.ts';
import { serveInstead } from './talking/service.ts';
import { closeMedia, isIn, legOf, type Turn } from './turn.ts';
import { hear } from './waiting.ts';

/** A call that was handed over rings this long before it goes back. */
export const handOverRingMs = 30_000;

type PlaceTaken = Extract<CallFact, { type: 'placeTaken' }>;

/** Another call has this leg from now on: nothing is said to it, and its media stays. */
export function legTaken({ call }: Turn, legId: string): void {
  const leg = legOf(call, legId);
  if (!leg || leg.state === 'over') return;
  leg.state = 'over';
  leg.media = 'closed';
  if (call.state === 'talking') call.bridged = false;
}

/**
 * A leg that talks already comes into this call in place of another one, which ends. With `returnTo`
 * it hears the callee ring and goes back to that user when nobody answers.
 */
export function placeTaken(turn: Turn, { legId, by, returnTo, seenAs, seesNow }: PlaceTaken): void {
  const { call, orders } = turn;
  const old = legOf(call, legId);
  if (!old) return;
  letGo(turn, old);
  if (call.state === 'talking') call.bridged = false;
  call.steered = false;
  if (old === call.caller) call.caller = asCaller(by);
  else call.forks = call.forks.map((fork) => (fork === old ? asFork(by, fork.codec) : fork));
  const joined = legOf(call, by.legId);
  if (!joined) return;
  introduce(turn, joined, { seesNow: seesNow ?? old.remote, isSeenAs: seenAs });
  if (isIn(turn, 'serving') && joined === turn.call.caller) {
    // A user who goes on with their own second line is still the same caller.
    if (by.userId === null || by.userId !== old.userId) visitInstead(turn, seenAs);
    serveInstead(turn);
    return;
  }
  if (isUp(call)) {
    hear(turn, joined, 'nothing');
    if (isIn(turn, 'talking')) joinTheTwo(turn);
    return;
  }
  if ('returnTo' in call) call.returnTo = returnTo;
  // A user who goes on with their own second line hears their client's tone.
  if (returnTo) hear(turn, joined, 'ringback');
  if (isIn(turn, 'answering')) joinWhoWaits(turn);
  // What is left to try comes first.
  if (returnTo && 'plan' in call && isUntaken(call) && call.plan === null)
    orders.push({ do: 'startTimer', timer: 'ring', ms: handOverRingMs });
}

/** Both sides learn whom they talk to now. */
function introduce(
  { call, orders }: Turn,
  joined: Caller | Fork,
  { seesNow, isSeenAs }: { seesNow: Remote; isSeenAs: Remote | null },
): void {
  const identify = (leg: Caller | Fork, remote: Remote): void => {
    leg.remote = remote;
    if (leg.state !== 'talking') return;
    const user = remote.number ?? remote.name;
    const named = { user: user ?? '', ...(remote.name === null ? {} : { name: remote.name }) };
    orders.push({
      do: 'leg',
      order: { do: 'identify', legId: leg.legId, remote: user === null ? 'anonymous' : named },
    });
  };
  if (!isSeenAs) return;
  identify(joined, seesNow);
  for (const other of joined === call.caller ? call.forks : [call.caller]) identify(other, isSeenAs);
}

function letGo(turn: Turn, leg: Caller | Fork): void {
  if (leg.state === 'over') return;
  if ('virtual' in leg && leg.virtual) return;
  const { legId } = leg;
  const waits = leg.state === 'waiting' || leg.state === 'answering';
  turn.orders.push({
    do: 'leg',
    order: waits ? { do: 'refuse', legId, status: 487, phrase: 'Request Terminated' } : { do: 'bye', legId },
  });
  closeMedia(turn, leg);
}

/** A leg of another call as the one that waits for an answer here. */
export const asCaller = (leg: Caller | Fork): Caller => ({
  ...baseOf(leg),
  state: 'talking',
  virtual: 'virtual' in leg && leg.virtual,
  offer: null,
  alerted: true,
  sdp: null,
});

/** Its audio is there; that the callee of this place had agreed on theirs still counts. */
const asFork = (leg: Caller | Fork, codec: Fork['codec']): Fork => ({
  ...baseOf(leg),
  target: 'target' in leg ? leg.target : null,
  state: 'talking',
  codec,
  outcome: null,
  cancelReason: null,
});

const baseOf = (leg: Caller | Fork): LegBase => ({
  legId: leg.legId,
  sipCallId: leg.sipCallId,
  formerCallIds: leg.formerCallIds,
  userId: leg.userId,
  endpointId: leg.endpointId,
  mediaKind: leg.mediaKind,
  ...(leg.srtp && { srtp: leg.srtp }),
  address: leg.address,
  mediaId: leg.mediaId,
  event: leg.event,
  remote: leg.remote,
  media: leg.media,
  hold: leg.hold,
  hears: leg.hears,
});
