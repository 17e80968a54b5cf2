import type { OngoingCall, OngoingRecording } from '@sidetone/contract/entities/ongoing-call.ts';
import type { Busy } from '../../busy-board.ts';
import { type Call, isUp, servedKind } from '../../calls/call.ts';
import type { Transfer } from '../../calls/transfer.ts';
import { isOpen, winnerOf } from '../../calls/turn.ts';
import { isHeld } from '../../calls/waiting.ts';
import type { LampLine } from '../../lamps.ts';
import type { ShownSupervision } from '../../supervision.ts';
import { isVirtual, type Leg, legsOf, sessionOf } from '../call-table.ts';

/** A live call from where one user stands, without the times that only the clock knows. */
export interface OngoingView {
  /** One for each session and user, whatever call the leg is in by now. */
  readonly id: string;
  readonly userId: string;
  readonly callId: string;
  readonly body: Omit<OngoingCall, 'startedAt' | 'establishedAt' | 'transfer'> & {
    readonly transfer: Omit<NonNullable<OngoingCall['transfer']>, 'establishedAt'> | null;
  };
}

export interface ViewedCall {
  readonly call: Call;
  readonly transfer: Transfer | undefined;
  /** TARGET of the transfer. */
  readonly target: Call | undefined;
  recordingOf(legId: string): OngoingRecording | null;
  /** What is said on this leg is captured for its documentation. */
  isDocumented(legId: string): boolean;
  /** Who listens to the call; null: nobody. */
  readonly supervised: ShownSupervision | null;
  /** What its user listens to, where it is the call of a supervisor. */
  supervisedBy(userId: string): ShownSupervision | null;
}

/** What the users of a call see of it. Their second lines are part of the transfer and no rows of their own. */
export function ongoingViews(viewed: ViewedCall): OngoingView[] {
  const views = new Map<string, OngoingView>();
  for (const leg of legsOf(viewed.call)) {
    if (leg.userId === null || isVirtual(leg) || !isShown(leg, viewed.call)) continue;
    const view = viewOf({ ...leg, userId: leg.userId }, viewed);
    if (!views.has(view.id)) views.set(view.id, view);
  }
  return [...views.values()];
}

/** What a lamp of a phone needs of it. */
export const lampLineOf = ({ userId, body }: OngoingView): LampLine => ({
  userId,
  channelIds: [...new Set([body.channelId, body.originalChannelId])].filter((id) => id !== null),
  direction: body.direction === 'OUTGOING' ? 'initiator' : 'recipient',
  state: body.state === 'talking' ? 'confirmed' : 'early',
});

/** Who talks in it and whom it rings. Who called talks from the beginning, and who took it once that is in the book. */
export function busyIn(call: Call): ReadonlyMap<string, Busy> {
  const users = new Map<string, Busy>();
  const winner = winnerOf(call);
  for (const leg of legsOf(call)) {
    if (leg.userId === null || !isShown(leg, call)) continue;
    if (leg === call.caller || (leg === winner && isUp(call))) users.set(leg.userId, 'IN_CALL');
    else if (!users.has(leg.userId)) users.set(leg.userId, 'RINGING');
  }
  return users;
}

const isShown = (leg: Leg, call: Call): boolean => {
  if (call.state === 'over' || leg.state === 'over' || leg.state === 'cancelled') return false;
  return leg === call.caller || leg === winnerOf(call) || ('target' in leg && isOpen(leg));
};

function viewOf(leg: Leg & { userId: string }, viewed: ViewedCall): OngoingView {
  const { call, transfer } = viewed;
  const sessionId = sessionOf(leg, call);
  const { event, userId } = leg;
  const isRinging = 'target' in leg && isOpen(leg);
  const isMine = transfer?.userLegId === leg.legId;
  const talks = isUp(call) ? leg.state === 'talking' || leg.state === 'answered' : waitsInTalk(leg, call);
  return {
    id: `${sessionId}:${userId}`,
    userId,
    callId: call.callId,
    body: {
      id: sessionId,
      callId: isRinging ? null : leg.sipCallId,
      docId: event?.docId ?? `pbx-${sessionId}`,
      channelId: event?.channelId ?? null,
      direction: event?.direction ?? ('target' in leg ? 'INCOMING' : 'OUTGOING'),
      state: talks ? 'talking' : 'ringing',
      number: leg.remote.number,
      name: leg.remote.name,
      ownNumber: event?.onPhoneNumber ?? null,
      originalChannelId: event?.direction === 'INCOMING' ? (call.cameInOn ?? event.channelId) : null,
      endpointId: isRinging ? null : leg.endpointId,
      onHold: isHeld(leg),
      recording: viewed.recordingOf(leg.legId),
      isDocumented: viewed.isDocumented(leg.legId),
      supervision: supervisionOf(leg, viewed),
      transfer: isMine ? transferOf(transfer, viewed.target) : null,
      transferredTo: null,
    },
  };
}

/** Those who are listened to see who listens; whispering is between the supervisor and the member of the queue. */
function supervisionOf(leg: Leg & { userId: string }, viewed: ViewedCall): OngoingCall['supervision'] {
  const { call, supervised } = viewed;
  const isOwn = servedKind(call) === 'supervise';
  const shown = isOwn ? viewed.supervisedBy(leg.userId) : supervised;
  if (!shown) return null;
  const { name, channelId, docId, mode, state } = shown;
  const isKept = isOwn || leg.event?.channelId === channelId || mode === 'join';
  return { role: isOwn ? 'supervisor' : 'supervised', name, channelId, docId, mode: isKept ? mode : 'listen', state };
}

/**
 * Who waits to be handed over has long been talking. Whose first line has left brought a talking leg as well, but waits
 * like any caller until somebody takes the call that they began themselves.
 */
function waitsInTalk(leg: Leg, call: Call): boolean {
  const { event } = leg;
  const began = call.events.some(({ channelId, docId }) => channelId === event?.channelId && docId === event.docId);
  return leg.state === 'talking' && !(began && !('target' in leg));
}

function transferOf(transfer: Transfer, target: Call | undefined) {
  const line = target?.caller;
  const { transferId: id, phase, outcome, reason, lines } = transfer;
  const state = phase !== 'over' ? phase : outcome === 'failed' ? ('failed' as const) : ('ended' as const);
  const sessionId = target ? sessionOf({ event: line?.event ?? null }, target) : transfer.targetSessionId;
  return {
    id,
    sessionId,
    state,
    reason,
    docId: line?.event?.docId ?? `pbx-${sessionId}`,
    number: line?.remote.number ?? transfer.number,
    name: line?.remote.name ?? null,
    activeLines: [...lines],
  };
}
