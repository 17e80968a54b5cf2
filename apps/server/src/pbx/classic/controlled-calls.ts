import { calledName } from '@sidetone/contract/rules/sip-invite.ts';
import type { LegFact } from '../calls/legs.ts';
import { CallCommandError } from '../commands.ts';
import type { ControlledFloor } from './controlled-floor.ts';
import { aboutCall, type ControlledLeg, newControlledLeg } from './controlled-leg.ts';

/** Whose command it is. */
interface Commander {
  readonly userId: string;
  readonly accountId: string;
}

/** What a call of a classic client begins with. */
interface ControlledCall {
  readonly number: string;
  /** The own number to show; null for the phone's own. */
  readonly ownNumber: string | null;
  readonly channelId: string | null;
  readonly sessionId: string;
  readonly phoneId: string | null;
  readonly deviceId: string;
  readonly clientId: string;
  readonly address: string;
}

/**
 * The calls of classic clients, by what they command. `callId` is the one their events carry. Methods throw or reject
 * with `CallCommandError`.
 */
export interface ControlledCalls {
  /** A client of the user hears events from now on: it learns of the calls that ring, and calls may ring it. */
  clientCame(userId: string): void;
  /** Gives the Call-ID of the new leg. */
  start(who: Commander, call: ControlledCall): string;
  /** Gives our offer. A leg whose audio is up already is taken over by who asks (reload, another tab). */
  openPeer(who: Commander, deviceId: string, callId: string): Promise<string>;
  answerPeer(userId: string, deviceId: string, sdp: string): void;
  /** ICE restart: gives our answer. */
  restartPeer(userId: string, deviceId: string, sdp: string): Promise<string>;
  /** The leg is kept 30 s for another device. */
  closePeer(userId: string, deviceId: string): void;
  accept(userId: string, callId: string, clientId: string): void;
  /** `busy` counts for one sign-in: the call goes on ringing for the others. */
  reject(userId: string, callId: string, reason: 'busy' | 'declined', signIn: string): void;
  hangUp(userId: string, callId: string): void;
  /** The live leg of this Call-ID; null when there is none. */
  find(userId: string, callId: string): { readonly sipCallId: string; readonly sessionId: string } | null;
  tellOfTransfer(
    userId: string,
    callId: string,
    what: 'transferring' | 'transferred' | 'transfer-failed',
    transferId: string | null,
  ): void;
}

/** Calls of one user at a time: more than anybody can lead, and each takes a port. */
const mostCallsOfUser = 20;
const offerWithinMs = 10_000;
const answerWithinMs = 10_000;

interface CallsParts {
  readonly newId: () => string;
  readonly signInsOf: (userId: string) => ReadonlySet<string> | null;
  readonly onClient: (userId: string) => void;
}

export const controlledCalls = (floor: ControlledFloor, parts: CallsParts): ControlledCalls => ({
  ...clients(floor, parts),
  ...beginning(floor, parts),
  ...peers(floor, parts),
  ...ringing(floor, parts),
});

const legOf = (floor: ControlledFloor, userId: string, callId: string): ControlledLeg => {
  const leg = floor.byCallId(callId);
  if (leg?.userId !== userId) throw new CallCommandError('NO_SUCH_CALL', 'You have no such call.');
  floor.heard(leg);
  return leg;
};

const legOfDevice = (floor: ControlledFloor, userId: string, deviceId: string): ControlledLeg => {
  const leg = floor.byDevice(userId, deviceId);
  if (!leg) throw new CallCommandError('NO_SUCH_CALL', 'This device has no call.');
  floor.heard(leg);
  return leg;
};

/** Clients that come, and what they are told. */
function clients(
  floor: ControlledFloor,
  { onClient }: CallsParts,
): Pick<ControlledCalls, 'clientCame' | 'find' | 'tellOfTransfer'> {
  const { tell } = floor;
  return {
    clientCame(userId) {
      const legs = floor.ofUser(userId);
      // Its audio went on without us, and ends the call by itself where the client that had it is gone.
      for (const leg of legs) floor.heard(leg);
      // A client that knows the call already takes no harm from hearing of it again.
      for (const leg of floor.ringing(userId)) tell(userId, 'incoming', aboutCall(leg));
      onClient(userId);
    },

    find(userId, callId) {
      const leg = floor.byCallId(callId);
      if (leg?.userId === userId) floor.heard(leg);
      return leg?.userId === userId ? { sipCallId: leg.sipCallId, sessionId: leg.sessionId } : null;
    },

    tellOfTransfer(userId, callId, what, transferId) {
      const leg = floor.byCallId(callId);
      if (leg?.userId === userId) tell(userId, what, { ...aboutCall(leg), transferId });
    },
  };
}

function beginning(floor: ControlledFloor, { newId }: CallsParts): Pick<ControlledCalls, 'start'> {
  const { emit } = floor;
  return {
    start(who, call) {
      const { number, ownNumber, channelId, sessionId, phoneId, deviceId, clientId, address } = call;
      const { userId, accountId } = who;
      if (floor.ofUser(userId).length >= mostCallsOfUser) {
        throw new CallCommandError('WRONG_STATE', 'You have too many calls.');
      }
      const callId = newId();
      const leg = newControlledLeg({
        legId: newId(),
        sipCallId: callId,
        callId,
        sessionId,
        userId,
        side: 'caller',
        clientId,
        channelId,
        from: ownNumber,
        to: number,
        names: { from: null, to: null },
      });
      leg.peer.deviceId = deviceId;
      floor.keep(leg);
      floor.reserve(leg);
      emit({
        type: 'invited',
        legId: leg.legId,
        sipCallId: callId,
        sessionId,
        from: { endpointId: deviceId, accountId, userId, kind: 'client' },
        called: number,
        media: 'webrtc',
        address,
        controlled: true,
        ...(channelId === null ? {} : { calledName: calledName(null, channelId) }),
        ...(phoneId === null ? {} : { phoneId }),
        ...(ownNumber === null ? {} : { ownNumber }),
      });
      return callId;
    },
  };
}

/** The audio of a call. */
function peers(
  floor: ControlledFloor,
  parts: CallsParts,
): Pick<ControlledCalls, 'openPeer' | 'answerPeer' | 'restartPeer' | 'closePeer'> {
  const { emit } = floor;
  return {
    async openPeer(who, deviceId, callId) {
      const leg = legOf(floor, who.userId, callId);
      if (leg.state === 'waiting' && leg.side === 'callee' && !leg.replaces) {
        throw new CallCommandError('WRONG_STATE', 'The call is not accepted yet.');
      }
      const taken = leg.peer.isAnswered ? takeOver(floor, parts, leg, { deviceId, accountId: who.accountId }) : leg;
      taken.peer.deviceId = deviceId;
      return await offerOf(floor, taken);
    },

    answerPeer(userId, deviceId, sdp) {
      const leg = legOfDevice(floor, userId, deviceId);
      const { legId, peer } = leg;
      if (!peer.hasOffer || peer.isAnswered) throw new CallCommandError('WRONG_STATE', 'No offer waits for an answer.');
      peer.isAnswered = true;
      peer.cancelReservation?.();
      if (peer.isAckDue) emit({ type: 'acknowledged', legId, sdp });
      else if (leg.side === 'callee' && !leg.replaces) {
        leg.state = 'talking';
        emit({ type: 'answered', legId, sdp });
      } else emit({ type: 'earlyAnswered', legId, sdp });
      floor.changed(leg);
    },

    async restartPeer(userId, deviceId, sdp) {
      const leg = legOfDevice(floor, userId, deviceId);
      if (leg.state !== 'talking' || !leg.peer.isAnswered || leg.peer.restart) {
        throw new CallCommandError('WRONG_STATE', 'The audio cannot be renegotiated now.');
      }
      const restart = Promise.withResolvers<string>();
      leg.peer.restart = restart;
      leg.peer.cancelReservation?.();
      emit({ type: 'reoffered', legId: leg.legId, sdp });
      return await restart.promise;
    },

    closePeer(userId, deviceId) {
      const leg = floor.byDevice(userId, deviceId);
      if (!leg) return;
      leg.peer.deviceId = null;
      leg.peer.isUnheard = false;
      floor.reserve(leg);
      floor.changed(leg);
    },
  };
}

async function offerOf({ clock }: ControlledFloor, leg: ControlledLeg): Promise<string> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(offerWithinMs, () =>
    late.reject(new CallCommandError('MEDIA_FAILED', 'The audio could not be set up.')),
  );
  try {
    return await Promise.race([leg.peer.offer.promise, late.promise]);
  } finally {
    cancel();
  }
}

/** A new leg of the same user in the place of one whose device is gone: RFC 3891 for clients without SIP. */
function takeOver(
  floor: ControlledFloor,
  { newId }: CallsParts,
  old: ControlledLeg,
  { deviceId, accountId }: { readonly deviceId: string; readonly accountId: string },
): ControlledLeg {
  const leg = newControlledLeg({ ...old, legId: newId(), sipCallId: newId() }, old);
  leg.peer.deviceId = deviceId;
  old.successor = leg;
  floor.keep(leg);
  floor.reserve(leg);
  floor.emit({
    type: 'invited',
    legId: leg.legId,
    sipCallId: leg.sipCallId,
    sessionId: leg.sessionId,
    from: { endpointId: deviceId, accountId, userId: leg.userId, kind: 'client' },
    called: (old.side === 'caller' ? old.to : old.from) ?? '',
    media: 'webrtc',
    address: '',
    replacesLegId: old.legId,
    controlled: true,
  });
  return leg;
}

/** What users say to calls that ring, and the end of any. */
function ringing(
  floor: ControlledFloor,
  { signInsOf }: CallsParts,
): Pick<ControlledCalls, 'accept' | 'reject' | 'hangUp'> {
  const { tell } = floor;
  return {
    accept(userId, callId, clientId) {
      const leg = legOf(floor, userId, callId);
      if (leg.side === 'caller' || leg.state === 'talking') {
        throw new CallCommandError('WRONG_STATE', 'The call is not ringing here.');
      }
      if (leg.state === 'claimed') {
        if (leg.clientId === clientId) return;
        throw new CallCommandError('WRONG_STATE', 'The call was accepted elsewhere.');
      }
      leg.state = 'claimed';
      leg.clientId = clientId;
      tell(userId, 'accepted', { ...aboutCall(leg), clientId });
      floor.after(leg, answerWithinMs, () => {
        if (leg.state !== 'claimed') return;
        const { sessionId } = leg;
        tell(userId, 'error', { callId, sessionId, code: 'CALL_ACCEPTING_ERROR' });
        floor.leave(leg, 'TERMINATED');
      });
    },

    reject(userId, callId, reason, signIn) {
      const leg = legOf(floor, userId, callId);
      if (leg.side === 'caller' || leg.state !== 'waiting') {
        throw new CallCommandError('WRONG_STATE', 'The call is not ringing here.');
      }
      leg.busy.add(signIn);
      const others = [...(signInsOf(userId) ?? [])].filter((one) => !leg.busy.has(one));
      if (reason === 'declined' || others.length === 0) refuse(floor, leg, reason);
    },

    hangUp(userId, callId) {
      const leg = legOf(floor, userId, callId);
      if (leg.side === 'callee' && leg.state === 'waiting') refuse(floor, leg, 'declined');
      else floor.leave(leg, leg.state === 'talking' ? 'HANGUP' : 'CANCELLED');
    },
  };
}

function refuse({ finish, emit }: ControlledFloor, leg: ControlledLeg, reason: 'busy' | 'declined'): void {
  const { legId } = leg;
  finish(leg, reason === 'busy' ? 'BUSY_HERE' : 'DECLINED');
  const fact: LegFact = { type: 'refused', legId, status: 486, phrase: 'Busy Here' };
  // The cause stops all devices of the user; without it only this leg is busy.
  emit(reason === 'busy' ? fact : { ...fact, reason: { cause: 603, text: 'Declined' } });
}
