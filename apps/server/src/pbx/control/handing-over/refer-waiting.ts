import { type Caller, isUp, type ReturnTo } from '../../calls/call.ts';
import type { LegOrder, Legs } from '../../calls/legs.ts';
import { legOf } from '../../calls/turn.ts';
import type { Leg } from '../call-table.ts';
import type { Follower } from '../followers.ts';
import type { RunningCall } from '../running-call.ts';

/** A phone that asked and waits for how it ends; `farLegId` left its call for the one that rings. */
interface WaitingPhone {
  readonly initial: RunningCall;
  readonly legId: string;
  readonly referId: string;
  readonly farLegId: string;
}

/** Phones that asked for a transfer and wait until somebody takes it. */
export interface ReferWaiting extends Required<Pick<Follower, 'changed'>> {
  /** It waits for what becomes of this call. */
  begin(callId: string, phone: WaitingPhone): void;
  /** Nobody took it: gives the leg back to the phone that asked, where that still waits; false when it has gone. */
  takeBack(from: RunningCall, caller: Caller, to: ReturnTo): boolean;
}

/** Tells a phone how its transfer stands. */
export const notifyOf =
  (legs: Pick<Legs, 'order'>) =>
  (phone: Pick<Extract<LegOrder, { do: 'notifyRefer' }>, 'legId' | 'referId'>, status: number, phrase: string): void =>
    legs.order({ do: 'notifyRefer', legId: phone.legId, referId: phone.referId, status, phrase });

export function referWaiting({
  legs,
  handedOver,
}: {
  readonly legs: Pick<Legs, 'order'>;
  handedOver(running: RunningCall, userLeg: Leg, to: { number: string | null; name: string | null }): void;
}): ReferWaiting {
  /** By the call that rings the target. */
  const waiting = new Map<string, WaitingPhone>();
  /** Those of them whose phone knows that it rings. */
  const rang = new Set<string>();
  const notify = notifyOf(legs);
  const end = (callId: string): void => {
    waiting.delete(callId);
    rang.delete(callId);
  };
  /** The phone that asked is no longer needed. */
  const dismiss = ({ initial, legId }: WaitingPhone) => initial.take({ type: 'hungUp', legId });

  return {
    begin: (callId, phone) => void waiting.set(callId, phone),

    changed(running) {
      const { callId, state, forks, caller } = running.call;
      const phone = waiting.get(callId);
      if (!phone) return;
      if (isUp(running.call)) {
        end(callId);
        notify(phone, 200, 'OK');
        const userLeg = legOf(phone.initial.call, phone.legId);
        if (userLeg) handedOver(phone.initial, userLeg, caller.remote);
        dismiss(phone);
      } else if (state === 'over') {
        // The one who was handed over gave up waiting.
        end(callId);
        notify(phone, 487, 'Request Terminated');
        dismiss(phone);
      } else if (!rang.has(callId) && forks.some((fork) => fork.state === 'ringing')) {
        rang.add(callId);
        notify(phone, 180, 'Ringing');
      }
    },

    takeBack(from, caller, to) {
      const phone = waiting.get(from.call.callId);
      if (!phone) return false;
      end(from.call.callId);
      const isBusy = from.call.forks.some(({ outcome }) => outcome === 'busy' || outcome === 'declined');
      notify(phone, isBusy ? 486 : 480, isBusy ? 'Busy Here' : 'Temporarily Unavailable');
      return giveLegBack(phone, from, caller, to);
    },
  };
}

/** The leg that was to be handed over is in its old call again; false where the phone has left that. */
function giveLegBack(
  { initial, legId, farLegId }: WaitingPhone,
  from: RunningCall,
  caller: Caller,
  to: ReturnTo,
): boolean {
  const userLeg = legOf(initial.call, legId);
  if (!userLeg || userLeg.state === 'over' || !isUp(initial.call)) return false;
  const by = { ...caller, remote: to.seenAs };
  initial.take({ type: 'placeTaken', legId: farLegId, by, returnTo: null, seenAs: null });
  const name = (event: Leg['event']) => event && { channelId: event.channelId, docId: event.docId };
  from.book.handedOver(
    {
      from: from.call.callId,
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
}
