import { readCalledName } from '@sidetone/contract/rules/sip-invite.ts';
import type { Logger } from 'pino';
import type { LegOrder, Legs, LegTarget, RegisteredContact, SipReason } from '../calls/legs.ts';
import { CallCommandError } from '../commands.ts';
import type { ExchangeClock } from '../ports.ts';
import { type ControlledCalls, controlledCalls } from './controlled-calls.ts';
import { type ControlledFloor, openControlledFloor } from './controlled-floor.ts';
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

interface ControlledParts {
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
}

/**
 * Legs without SIP: a user's clients hear of them by realtime events and steer them by commands, and their audio is a
 * peer that the server offers to (classic generation).
 */
export function openControlledLegs(given: ControlledParts): { readonly legs: Legs; readonly calls: ControlledCalls } {
  const { clock, log, store, newId, tell, signInsOf, classicAmong } = given;
  const isReachable = (userId: string) => signInsOf(userId)?.size !== 0;
  const memory = openControlledMemory(store, clock, log);
  const floor = openControlledFloor(clock, tell, memory);
  const contactListeners = new Set<(contact: RegisteredContact) => void>();
  return {
    legs: {
      order: (order) => (order.do === 'invite' ? invite(floor, isReachable, order) : orderLeg(floor, order)),
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
          // A user who cannot be read now rings with the next call.
          () => undefined,
        );
      },
    }),
  };
}

/** The clients of a user hear that somebody calls. */
function invite(
  floor: ControlledFloor,
  isReachable: (userId: string) => boolean,
  { legId, sipCallId, sessionId, target, from, to, offer }: Extract<LegOrder, { do: 'invite' }>,
): void {
  const userId = target.kind === 'device' ? target.contact.userId : null;
  if (userId === null || !isReachable(userId)) {
    floor.emitLater({ type: 'unreachable', legId });
    return;
  }
  const leg = newControlledLeg({
    legId,
    sipCallId,
    callId: sipCallId,
    sessionId,
    userId,
    side: 'callee',
    clientId: null,
    from: from === 'anonymous' ? null : from.user,
    to: to.user,
    names: { from: from === 'anonymous' ? null : (from.name ?? null), to: null },
    channelId: readCalledName(to.name ?? '').targetChannelId,
  });
  offerIsThere(leg, offer);
  floor.keep(leg);
  floor.tell(leg.userId, 'incoming', aboutCall(leg));
  floor.emitLater({ type: 'provisional', legId, status: 180 });
}

function orderLeg(floor: ControlledFloor, order: Exclude<LegOrder, { do: 'invite' }>): void {
  const { emitLater, finish, tell } = floor;
  const leg = floor.byLegId(order.legId);
  if (!leg) return;
  const { legId, peer } = leg;
  switch (order.do) {
    case 'provisional':
      if (order.sdp !== undefined && !peer.hasOffer) offerIsThere(leg, order.sdp);
      else if (order.status === 180) tell(leg.userId, 'ringing', aboutCall(leg));
      break;
    case 'answer':
      answered(floor, leg, order.sdp);
      break;
    case 'refuse':
      finish(leg, reasonOfStatus(order.status));
      break;
    case 'cancel': {
      const cause = order.reason?.cause;
      finish(leg, cause === 200 ? 'ACCEPTED_ELSEWHERE' : cause === 603 ? 'DECLINED' : 'CANCELLED');
      emitLater({ type: 'refused', legId, status: 487, phrase: 'Request Terminated' });
      break;
    }
    case 'bye':
      leftByFarSide(floor, leg, order.reason);
      break;
    case 'reinvite':
      // A client's peer takes an offer only when it opens.
      emitLater({ type: 'reofferRefused', legId, status: 488 });
      break;
    case 'answerReoffer':
      peer.restart?.resolve(order.sdp);
      peer.restart = null;
      emitLater({ type: 'acknowledged', legId });
      break;
    case 'refuseReoffer':
      peer.restart?.reject(new CallCommandError('WRONG_STATE', 'The audio cannot be renegotiated now.'));
      peer.restart = null;
      break;
    default:
    // Orders about REFER concern desk phones; clients read from their live calls who the far side is.
  }
}

/** The far side answered, or the exchange let this leg take another one's place. */
function answered(floor: ControlledFloor, leg: ControlledLeg, sdp: string): void {
  const { legId, peer, replaces } = leg;
  leg.state = 'talking';
  leg.replaces = null;
  floor.changed(leg);
  if (!replaces) void tellOnceKept(floor, leg);
  if (peer.hasOffer || sdp === '') {
    floor.emitLater({ type: 'acknowledged', legId });
    return;
  }
  peer.isAckDue = true;
  offerIsThere(leg, sdp);
}

/** The user's clients hear of an answer that a restart goes on with. */
async function tellOnceKept(floor: ControlledFloor, leg: ControlledLeg): Promise<void> {
  const about = { ...aboutCall(leg), clientId: leg.clientId };
  await floor.written();
  if (leg.state === 'talking') floor.tell(leg.userId, 'accepted', about);
}

function leftByFarSide(floor: ControlledFloor, leg: ControlledLeg, reason: SipReason | undefined): void {
  const isElsewhere = reason?.cause === 200;
  const wasTalking = leg.state === 'talking';
  if (wasTalking && !isReplaced(leg) && !isElsewhere) floor.tell(leg.userId, 'remote-hangup', aboutCall(leg));
  floor.finish(leg, isElsewhere ? 'ACCEPTED_ELSEWHERE' : wasTalking ? 'HANGUP' : 'CANCELLED');
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
