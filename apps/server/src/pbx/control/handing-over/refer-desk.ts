import { type Call, type Caller, isUp, type ReturnTo } from '../../calls/call.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import type { LegFact, Legs } from '../../calls/legs.ts';
import { isOpen, legOf, partnerOf } from '../../calls/turn.ts';
import { type CallCommandCode, CallCommandError } from '../../commands.ts';
import type { CallTable, Leg } from '../call-table.ts';
import type { MediaQueue } from '../media-orders.ts';
import type { RunningCall } from '../running-call.ts';
import type { Absences } from './absences.ts';
import { beginHandOver, cameInOnOf, giveBack, handOver, returnToOf } from './hand-over.ts';
import { routeHandOver, withCaller } from './route-line.ts';
import type { Transfers } from './transfers.ts';

type Referred = Extract<LegFact, { type: 'referred' }>;

/** Transfers that a phone asks for by REFER. They are always done here, whatever the far side could do itself. */
export interface ReferDesk {
  referred(running: RunningCall, fact: Referred): void;
  callChanged(running: RunningCall): void;
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
  /** The caller, who left this call, rings the user. */
  ringBack(from: RunningCall, caller: Caller, to: ReturnTo): void;
  handedOver(running: RunningCall, userLeg: Leg, to: { number: string | null; name: string | null }): void;
  warn(error: unknown, what: string): void;
}

/** A phone that asked and waits for how it ends; `farLegId` left its call for the one that rings. */
interface Waiting {
  readonly initial: RunningCall;
  readonly legId: string;
  readonly referId: string;
  readonly farLegId: string;
  rang: boolean;
}

interface Asked {
  readonly running: RunningCall;
  readonly userLeg: Leg;
  readonly fact: Referred;
}

type UserAsked = Asked & { readonly userLeg: { readonly userId: string } };

export function referDesk(parts: ReferParts): ReferDesk {
  const { table, transfers, legs, audio, desk, absences, ringBack, handedOver, warn } = parts;
  /** By the call that rings the target. */
  const waiting = new Map<string, Waiting>();

  const accept = ({ legId, referId }: Referred) => legs.order({ do: 'acceptRefer', legId, referId });
  const notify = ({ legId, referId }: { legId: string; referId: string }, status: number, phrase: string) =>
    legs.order({ do: 'notifyRefer', legId, referId, status, phrase });

  /** RFC 5589 §7: the phone has two calls and wants their other sides joined. */
  function attended(running: RunningCall, userLeg: Leg, fact: Referred, replacesLegId: string): void {
    const target = table.ofLeg(replacesLegId);
    const place = target && legOf(target.call, replacesLegId);
    const isFree = target && target !== running && !transfers.ofCall(target.call.callId);
    accept(fact);
    if (!isFree || !place || !canBeReplaced(place, userLeg)) {
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
  async function blind(running: RunningCall, userLeg: Leg & { userId: string }, fact: Referred): Promise<void> {
    const far = partnerOf(running.call, userLeg.legId);
    const comeBack = far && absences.begin(userLeg.legId);
    accept(fact);
    if (!far) return notify(fact, 481, 'Call/Transaction Does Not Exist');
    if (!comeBack) return notify(fact, 491, 'Request Pending');
    const returnTo = returnToOf(running, userLeg, far);
    const routed = await routeHandOver(askedFor({ running, userLeg, fact }, far, returnTo), desk).catch(
      (error: unknown) => refusalOf(error, warn),
    );
    const ending = comeBack();
    if ('callId' in routed) ringTarget({ running, userLeg, fact }, routed);
    else notify(fact, ...routed.refusal);
    if (!ending) return;
    // Nobody can be called, or not like this: whoever was to be handed over goes back to the user, whose phone has gone.
    if (!('callId' in routed)) giveBack({ initial: running, userLeg, returnTo, ending, ringBack });
    else if (!transfers.legFact(running, ending)) running.take(ending);
  }

  function ringTarget({ running, userLeg, fact }: Asked, routed: Call): void {
    const still = legOf(running.call, userLeg.legId);
    const farNow = partnerOf(running.call, userLeg.legId);
    const isThere = isUp(running.call) && still?.state !== 'over';
    if (!isThere || !farNow || transfers.ofCall(running.call.callId)) {
      notify(fact, 487, 'Request Terminated');
      return;
    }
    waiting.set(routed.callId, {
      initial: running,
      legId: fact.legId,
      referId: fact.referId,
      farLegId: farNow.legId,
      rang: false,
    });
    audio.inTurn([userLeg.mediaId], () => audio.media.unbridge(userLeg.mediaId)).catch((e) => warn(e, 'unbridge'));
    beginHandOver({ table, initial: running, userLeg, far: farNow, call: withCaller(routed, farNow) });
  }

  /** The phone that asked is not needed any more. */
  const letGo = ({ initial, legId }: Waiting) => initial.take({ type: 'hungUp', legId });

  return {
    referred(running, fact) {
      const leg = legOf(running.call, fact.legId);
      if (!leg || leg.userId === null || !isUp(running.call)) {
        legs.order({ do: 'refuseRefer', legId: fact.legId, referId: fact.referId, status: 403 });
      } else if (transfers.ofCall(running.call.callId)) {
        legs.order({ do: 'refuseRefer', legId: fact.legId, referId: fact.referId, status: 491 });
      } else if (fact.replacesLegId !== undefined) {
        attended(running, leg, fact, fact.replacesLegId);
      } else {
        blind(running, { ...leg, userId: leg.userId }, fact).catch((error: unknown) => warn(error, 'refer'));
      }
    },

    callChanged(running) {
      const { callId, state, forks, caller } = running.call;
      const asked = waiting.get(callId);
      if (!asked) return;
      if (isUp(running.call)) {
        waiting.delete(callId);
        notify(asked, 200, 'OK');
        const userLeg = legOf(asked.initial.call, asked.legId);
        if (userLeg) handedOver(asked.initial, userLeg, caller.remote);
        letGo(asked);
      } else if (state === 'over') {
        // The one who was handed over gave up waiting.
        waiting.delete(callId);
        notify(asked, 487, 'Request Terminated');
        letGo(asked);
      } else if (!asked.rang && forks.some((fork) => fork.state === 'ringing')) {
        asked.rang = true;
        notify(asked, 180, 'Ringing');
      }
    },

    takeBack(from, caller, to) {
      const { callId } = from.call;
      const asked = waiting.get(callId);
      if (!asked) return false;
      waiting.delete(callId);
      const { initial, legId, farLegId } = asked;
      const isBusy = from.call.forks.some(({ outcome }) => outcome === 'busy' || outcome === 'declined');
      notify(asked, isBusy ? 486 : 480, isBusy ? 'Busy Here' : 'Temporarily Unavailable');
      const userLeg = legOf(initial.call, legId);
      if (!userLeg || userLeg.state === 'over' || !isUp(initial.call)) return false;
      const by = { ...caller, remote: to.seenAs };
      initial.take({ type: 'placeTaken', legId: farLegId, by, returnTo: null, seenAs: null });
      const name = (event: Leg['event']) => event && { channelId: event.channelId, docId: event.docId };
      from.book.handedOver(
        {
          from: callId,
          into: initial.call.callId,
          legId: caller.legId,
          event: name(caller.event),
          closes: [],
          transferredTo: null,
          transferredFrom: null,
          reopens: name(userLeg.event),
        },
        initial.book,
      );
      return true;
    },
  };
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
