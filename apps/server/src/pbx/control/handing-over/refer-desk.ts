import { type Call, type Caller, isUp, type ReturnTo } from '../../calls/call.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import type { LegFact, Legs } from '../../calls/legs.ts';
import { isOpen, legOf, partnerOf } from '../../calls/turn.ts';
import { type CallCommandCode, CallCommandError } from '../../commands.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { CallTable, Leg } from '../call-table.ts';
import type { Follower } from '../followers.ts';
import type { MediaQueue } from '../media-orders.ts';
import { park, parkRulesOf, parkWish } from '../parking/park.ts';
import type { RunningCall } from '../running-call.ts';
import type { Absences } from './absences.ts';
import { beginHandOver, cameInOnOf, giveBack, handOver, returnToOf, takesOthers } from './hand-over.ts';
import { notifyOf, type ReferWaiting, referWaiting } from './refer-waiting.ts';
import { routeHandOver, withCaller } from './route-line.ts';
import type { Transfers } from './transfers.ts';

type Referred = Extract<LegFact, { type: 'referred' }>;

/** Transfers that a phone asks for by REFER. They are always done here, whatever the far side could do itself. */
export interface ReferDesk extends Follower {
  /** Nobody took it: gives the leg back to the phone that asked, where that still waits; false when it has gone. */
  takeBack(from: RunningCall, caller: Caller, to: ReturnTo): boolean;
}

export interface ReferParts {
  readonly table: CallTable;
  readonly transfers: Transfers;
  readonly legs: Pick<Legs, 'order'>;
  readonly audio: MediaQueue;
  readonly desk: InviteDesk;
  readonly absences: Absences;
  readonly clock: Pick<ExchangeClock, 'now'>;
  /** The caller, who left this call, rings the user. */
  ringBack(from: RunningCall, caller: Caller, to: ReturnTo): void;
  handedOver(running: RunningCall, userLeg: Leg, to: { number: string | null; name: string | null }): void;
  warn(error: unknown, what: string): void;
}

interface Asked {
  readonly running: RunningCall;
  readonly userLeg: Leg;
  readonly fact: Referred;
}

type UserAsked = Asked & { readonly userLeg: { readonly userId: string } };

export function referDesk(parts: ReferParts): ReferDesk {
  const { legs, transfers, warn } = parts;
  const waiting = referWaiting(parts);
  return {
    fact(running, fact) {
      if (fact.type !== 'referred') return false;
      const { legId, referId, replacesLegId } = fact;
      const userLeg = legOf(running.call, legId);
      if (!userLeg || userLeg.userId === null || !isUp(running.call)) {
        legs.order({ do: 'refuseRefer', legId, referId, status: 403 });
      } else if (transfers.ofCall(running.call.callId)) {
        legs.order({ do: 'refuseRefer', legId, referId, status: 491 });
      } else if (replacesLegId !== undefined) {
        attended(parts, { running, userLeg, fact }, replacesLegId);
      } else {
        const asked = { running, userLeg: { ...userLeg, userId: userLeg.userId }, fact };
        const slot = parkWish(fact.number);
        if (slot !== undefined) {
          parked(parts, asked, slot).catch((error: unknown) => warn(error, 'park'));
          return true;
        }
        blind(parts, asked, waiting).catch((error: unknown) => warn(error, 'refer'));
      }
      return true;
    },
    changed: waiting.changed,
    takeBack: waiting.takeBack,
  };
}

/** The far side waits in a place, and the phone that asked is done. */
async function parked(parts: ReferParts, asked: UserAsked, slot: number | null): Promise<void> {
  const { running, userLeg, fact } = asked;
  const notify = notifyOf(parts.legs);
  // Its BYE may come right behind, and must not end the far side.
  const comeBack = parts.absences.begin(userLeg.legId);
  accept(parts, fact);
  if (!comeBack) return notify(fact, 491, 'Request Pending');
  const accountId = userLeg.event?.accountId ?? running.call.accountId;
  const rules = await parkRulesOf(parts, accountId).catch((error: unknown) => refusalOf(error, parts.warn));
  const ending = comeBack();
  const isThere = isUp(running.call) && !parts.transfers.ofCall(running.call.callId);
  const place = 'refusal' in rules || !isThere ? null : park(parts, { running, leg: userLeg, accountId, slot, rules });
  if (place === null) notify(fact, 486, 'No Free Place');
  else notify(fact, 200, 'OK');
  if (ending) running.take(ending);
  else if (place !== null) running.take({ type: 'hungUp', legId: userLeg.legId });
}

const accept = ({ legs }: ReferParts, { legId, referId }: Referred) =>
  legs.order({ do: 'acceptRefer', legId, referId });

/** RFC 5589 §7: the phone has two calls and wants their other sides joined. */
function attended(parts: ReferParts, { running, userLeg, fact }: Asked, replacesLegId: string): void {
  const { table, transfers, legs, handedOver } = parts;
  const notify = notifyOf(legs);
  const target = table.ofLeg(replacesLegId);
  const place = target && legOf(target.call, replacesLegId);
  const isFree = target && target !== running && !transfers.ofCall(target.call.callId);
  accept(parts, fact);
  if (!isFree || !place || !canBeReplaced(place, userLeg) || !takesOthers(target.call)) {
    notify(fact, 481, 'Call/Transaction Does Not Exist');
    return;
  }
  notify(fact, 200, 'OK');
  const [seenThere, seenHere] = [place.remote, userLeg.remote];
  const ending = { type: 'hungUp', legId: userLeg.legId } as const;
  if (!handOver({ initial: running, userLeg, target, place, ending })) return;
  handedOver(running, userLeg, seenThere);
  handedOver(target, place, seenHere);
}

/** RFC 5589 §6: the far side rings the target, and the phone that asked waits to hear of it, or has gone meanwhile. */
async function blind(parts: ReferParts, asked: UserAsked, waiting: ReferWaiting): Promise<void> {
  const { transfers, legs, desk, absences, ringBack, warn } = parts;
  const { running, userLeg, fact } = asked;
  const notify = notifyOf(legs);
  const far = partnerOf(running.call, userLeg.legId);
  const comeBack = far && absences.begin(userLeg.legId);
  accept(parts, fact);
  if (!far) return notify(fact, 481, 'Call/Transaction Does Not Exist');
  if (!comeBack) return notify(fact, 491, 'Request Pending');
  const returnTo = returnToOf(running, userLeg, far);
  const routed = await routeHandOver(askedFor(asked, far, returnTo), desk).catch((error: unknown) =>
    refusalOf(error, warn),
  );
  const ending = comeBack();
  if ('callId' in routed) ringTarget(parts, asked, routed, waiting);
  else notify(fact, ...routed.refusal);
  if (!ending) return;
  // Nobody can be called, or not like this: the side that was to be handed over goes back to the user, whose phone has gone.
  if (!('callId' in routed)) giveBack({ initial: running, userLeg, returnTo, ending, ringBack });
  else if (!transfers.fact(running, ending)) running.take(ending);
}

function ringTarget(parts: ReferParts, { running, userLeg, fact }: Asked, routed: Call, waiting: ReferWaiting): void {
  const { table, transfers, legs, audio, warn } = parts;
  const still = legOf(running.call, userLeg.legId);
  const far = partnerOf(running.call, userLeg.legId);
  const isThere = isUp(running.call) && still?.state !== 'over';
  if (!isThere || !far || transfers.ofCall(running.call.callId)) {
    notifyOf(legs)(fact, 487, 'Request Terminated');
    return;
  }
  const { legId, referId } = fact;
  waiting.begin(routed.callId, { initial: running, legId, referId, farLegId: far.legId });
  audio.inTurn([userLeg.mediaId], () => audio.media.unbridge(userLeg.mediaId)).catch((e) => warn(e, 'unbridge'));
  beginHandOver({ table, initial: running, userLeg, far, call: withCaller(routed, far) });
}

/** RFC 3891 §3: a call of the same user, and not one that rings in and that nobody has taken. */
const canBeReplaced = (place: Leg, userLeg: Leg): boolean =>
  place.userId === userLeg.userId && place.state !== 'over' && !('target' in place && isOpen(place));

/** What the phone asks for: another call of whom it talks with, in its user's name. */
const askedFor = ({ running, userLeg, fact }: UserAsked, far: Leg, returnTo: ReturnType<typeof returnToOf>) => ({
  accountId: userLeg.event?.accountId ?? running.call.accountId,
  userLeg,
  number: fact.number,
  channelId: null,
  sessionId: null,
  far,
  returnTo,
  cameInOn: cameInOnOf(running, userLeg),
});

/** What a phone hears of a transfer that could not begin; only faults of ours are logged. */
function refusalOf(error: unknown, warn: ReferParts['warn']): { readonly refusal: readonly [number, string] } {
  const said = error instanceof CallCommandError ? referAnswers[error.code] : undefined;
  if (!said) warn(error, 'refer');
  return { refusal: said ?? [503, 'Service Unavailable'] };
}

/** What a phone is told of a number that it may not hand a call to. */
const referAnswers: Partial<Record<CallCommandCode, readonly [status: number, phrase: string]>> = {
  BAD_TARGET: [404, 'Not Found'],
  DESTINATION_BARRED: [403, 'Destination Barred'],
  LIMIT_REACHED: [503, 'Call Limit Reached'],
};
