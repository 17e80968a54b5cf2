import { readCalledName } from '@sidetone/contract/rules/sip-invite.ts';
import type { Logger } from 'pino';
import type { LegOrder, Legs, LegTarget, RegisteredContact, SipReason } from '../calls/legs.ts';
import { CallCommandError } from '../commands.ts';
import type { ExchangeClock } from '../ports.ts';
import { type ControlledCalls, controlledCalls } from './controlled-calls.ts';
import { openControlledFloor } from './controlled-floor.ts';
import {
  aboutCall,
  type ControlledLeg,
  isReplaced,
  newControlledLeg,
  offerIsThere,
  reasonOfStatus,
  type TellUser,
} from './controlled-leg.ts';
import { type ControlledLegStore, openControlledMemory } from './controlled-memory.ts';

/**
 * Legs without SIP: a user's clients hear of them by realtime events and steer them by commands, and their audio is a
 * peer that the server offers to (classic generation).
 */
export function openControlledLegs(given: {
  readonly clock: ExchangeClock;
  readonly log: Logger;
  /** Keeps what a restart of signalling needs. */
  readonly store: ControlledLegStore;
  readonly newId: () => string;
  readonly tell: TellUser;
  /** Sign-ins of a user whose clients hear events now; null where that cannot be known. */
  readonly signInsOf: (userId: string) => ReadonlySet<string> | null;
  /** Those of these users who have clients of the classic generation. */
  readonly classicAmong: (userIds: readonly string[]) => Promise<readonly string[]>;
}): { readonly legs: Legs; readonly calls: ControlledCalls } {
  const { clock, log, store, newId, tell, signInsOf, classicAmong } = given;
  const isReachable = (userId: string) => signInsOf(userId)?.size !== 0;
  const memory = openControlledMemory(store, clock, log);
  const floor = openControlledFloor(clock, tell, memory);
  const { emitLater, finish } = floor;
  const contactListeners = new Set<(contact: RegisteredContact) => void>();

  const invite = (order: Extract<LegOrder, { do: 'invite' }>) => {
    const { legId, sipCallId: callId, sessionId, target, from, to } = order;
    const userId = target.kind === 'device' ? target.contact.userId : null;
    if (userId === null || !isReachable(userId)) return emitLater({ type: 'unreachable', legId });
    const leg = newControlledLeg({
      legId,
      sipCallId: callId,
      callId,
      sessionId,
      userId,
      side: 'callee',
      clientId: null,
      from: from === 'anonymous' ? null : from.user,
      to: to.user,
      names: { from: from === 'anonymous' ? null : (from.name ?? null), to: null },
      channelId: readCalledName(to.name ?? '').targetChannelId,
    });
    offerIsThere(leg, order.offer);
    floor.keep(leg);
    tell(leg.userId, 'incoming', aboutCall(leg));
    emitLater({ type: 'provisional', legId, status: 180 });
  };

  /** The far side answered, or the exchange let this leg take another one's place. */
  const answered = (leg: ControlledLeg, sdp: string) => {
    const { legId, peer, replaces } = leg;
    leg.state = 'talking';
    if (replaces) leg.replaces = null;
    else tell(leg.userId, 'accepted', { ...aboutCall(leg), clientId: leg.clientId });
    floor.changed(leg);
    if (peer.hasOffer || sdp === '') return emitLater({ type: 'acknowledged', legId });
    peer.isAckDue = true;
    offerIsThere(leg, sdp);
  };

  const leftByFarSide = (leg: ControlledLeg, reason: SipReason | undefined) => {
    const isElsewhere = reason?.cause === 200;
    const wasTalking = leg.state === 'talking';
    if (wasTalking && !isReplaced(leg) && !isElsewhere) tell(leg.userId, 'remote-hangup', aboutCall(leg));
    finish(leg, isElsewhere ? 'ACCEPTED_ELSEWHERE' : wasTalking ? 'HANGUP' : 'CANCELLED');
  };

  const order = (wanted: LegOrder) => {
    if (wanted.do === 'invite') return invite(wanted);
    const leg = floor.byLegId(wanted.legId);
    if (!leg) return;
    const { legId, peer } = leg;
    switch (wanted.do) {
      case 'provisional':
        if (wanted.sdp !== undefined && !peer.hasOffer) offerIsThere(leg, wanted.sdp);
        else if (wanted.status === 180) tell(leg.userId, 'ringing', aboutCall(leg));
        return;
      case 'answer':
        return answered(leg, wanted.sdp);
      case 'refuse':
        return finish(leg, reasonOfStatus(wanted.status));
      case 'cancel': {
        const cause = wanted.reason?.cause;
        finish(leg, cause === 200 ? 'ACCEPTED_ELSEWHERE' : cause === 603 ? 'DECLINED' : 'CANCELLED');
        return emitLater({ type: 'refused', legId, status: 487, phrase: 'Request Terminated' });
      }
      case 'bye':
        return leftByFarSide(leg, wanted.reason);
      case 'reinvite':
        // A client's peer takes an offer only when it opens.
        return emitLater({ type: 'reofferRefused', legId, status: 488 });
      case 'answerReoffer':
        peer.restart?.resolve(wanted.sdp);
        peer.restart = null;
        return emitLater({ type: 'acknowledged', legId });
      case 'refuseReoffer':
        peer.restart?.reject(new CallCommandError('WRONG_STATE', 'The audio cannot be renegotiated now.'));
        peer.restart = null;
        return;
      default:
      // What is about REFER concerns desk phones; who the far side is, clients read from their live calls.
    }
  };

  return {
    legs: {
      order,
      onFact(listener) {
        floor.listeners.add(listener);
        return () => floor.listeners.delete(listener);
      },
      async contactsOf(userIds) {
        const reachable = userIds.filter(isReachable);
        return reachable.length === 0 ? [] : (await classicAmong(reachable)).map(clientsOf);
      },
      onContact(listener) {
        contactListeners.add(listener);
        return () => contactListeners.delete(listener);
      },
      async adopt(legIds) {
        const legs = await memory.recall(legIds);
        for (const leg of legs) {
          floor.keep(leg);
          floor.reserve(leg);
        }
        return legs.map(({ legId }) => legId);
      },
    },
    calls: controlledCalls(floor, {
      newId,
      signInsOf,
      onClient(userId) {
        void classicAmong([userId]).then(
          (classic) => {
            for (const one of classic) for (const listener of contactListeners) listener(clientsOf(one));
          },
          // Who cannot be read now rings with the next call.
          () => undefined,
        );
      },
    }),
  };
}

const clientPrefix = 'client:';

/** The clients of a user as one contact: whichever of them takes a call has it. */
const clientsOf = (userId: string): RegisteredContact => ({
  contactId: `${clientPrefix}${userId}`,
  endpointId: `${clientPrefix}${userId}`,
  userId,
  media: 'webrtc',
  address: '',
  alive: true,
  sharesRing: true,
});

/** Whether a target is steered by commands. */
export const isControlled = (target: LegTarget): boolean =>
  target.kind === 'device' && target.contact.contactId.startsWith(clientPrefix);
