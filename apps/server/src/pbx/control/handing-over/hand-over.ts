import { type Call, type Caller, isUp, type ReturnTo, servedKind } from '../../calls/call.ts';
import type { CallFact } from '../../calls/call-facts.ts';
import { seenBy } from '../../calls/seen-by.ts';
import { asCaller } from '../../calls/take-place.ts';
import { partnerOf } from '../../calls/turn.ts';
import type { EventName, HandOver } from '../../ports.ts';
import { type CallTable, isVirtual, type Leg, sessionOf } from '../call-table.ts';
import type { RunningCall } from '../running-call.ts';

/** The far side of a user's leg goes over to another call, in place of the user's leg there. */
export interface Joining {
  readonly initial: RunningCall;
  /** The user's leg in INITIAL. */
  readonly userLeg: Leg;
  readonly target: RunningCall;
  /** The user's leg or line in TARGET. */
  readonly place: Leg;
  /** What the leg of the user ends with: their own BYE, which came already, or a command. */
  readonly ending: CallFact;
}

/** Whether somebody may be handed over to this call: a right to listen or to page, and the own line, are nobody else's. */
export const takesOthers = (target: Call): boolean => !isForOneself(target);

/** A service that is for the user alone who dialled it. */
export const isForOneself = (call: Call): boolean => ownServices.has(servedKind(call));
const ownServices: ReadonlySet<ReturnType<typeof servedKind>> = new Set([
  'supervise',
  'page',
  'switch',
  'lastCaller',
  'sayAnnouncement',
]);

/** Joins the far sides of two calls of a user, whose own legs end. False when INITIAL has nobody to hand over, or TARGET takes nobody. */
export function handOver({ initial, userLeg, target, place, ending }: Joining): boolean {
  const far = partnerOf(initial.call, userLeg.legId);
  if (!far || !takesOthers(target.call)) return false;
  const isTaken = isUp(target.call);
  const move = moveOf({ initial, userLeg, target, place, far });
  initial.take({ type: 'legTaken', legId: far.legId });
  const returnTo = isTaken ? null : returnToOf(initial, userLeg, far);
  const other = partnerOf(target.call, place.legId) ?? target.call.forks[0];
  const accountId = userLeg.event?.accountId;
  const seenAs = other ? seenBy(other, far, accountId, userLeg.remote, other.remote) : userLeg.remote;
  const seesNow = other ? seenBy(far, other, accountId, place.remote, far.remote) : place.remote;
  target.take({ type: 'placeTaken', legId: place.legId, by: far, returnTo, seenAs, seesNow });
  initial.book.handedOver(move, target.book);
  initial.take(ending);
  return true;
}

/** To whom the far side goes back when nobody takes it. */
export const returnToOf = ({ call }: RunningCall, { userId, event }: Leg, far: Leg): ReturnTo | null =>
  userId === null ? null : { userId, event, sessionId: sessionOf({ event }, call), seenAs: far.remote };

/** The channel on which this user was called, or where the call came in before it was handed to them; null for their own call. */
export const cameInOnOf = ({ call }: RunningCall, { event }: Leg): string | null =>
  event?.direction === 'INCOMING' ? (call.cameInOn ?? event.channelId) : null;

interface Move extends Omit<Joining, 'ending' | 'place'> {
  readonly far: Leg;
  /** None in a blind transfer, where the user never was in TARGET. */
  readonly place: Leg | null;
}

/** What the inbox keeps: the user's event says where the call went, those of the target where it came from. */
function moveOf({ initial, userLeg, target, place, far }: Move): HandOver {
  const { event } = userLeg;
  const other = place ? partnerOf(target.call, place.legId) : undefined;
  const calledEvent = (other ?? target.call.forks[0] ?? { event: calledLast(target) }).event;
  // Ids of another account's events are no business of this one, nor ours of theirs.
  const known = calledEvent?.accountId === event?.accountId ? calledEvent : null;
  const targetEvent = known ?? place?.event ?? null;
  const remoteNumber = place ? place.remote.number : target.call.shown.number;
  return {
    from: initial.call.callId,
    into: target.call.callId,
    legId: far.legId,
    event: nameOf(far),
    closes: [userLeg, ...(place && place.legId !== userLeg.legId ? [place] : [])].flatMap((leg) => nameOf(leg) ?? []),
    transferredTo:
      event && targetEvent
        ? { event: name(event), partner: { ...partner(targetEvent), remotePhoneNumber: remoteNumber } }
        : null,
    transferredFrom: event
      ? {
          events: [known, place?.event ?? null].flatMap((each) => (each ? [name(each)] : [])),
          partner: { ...partner(event), remotePhoneNumber: userLeg.remote.number },
        }
      : null,
    reopens: null,
  };
}

/** Of the channel that was called last, where no device of anybody rings: a queue, or a voicemail. */
const calledLast = ({ call }: RunningCall) => call.events.findLast(({ direction }) => direction === 'INCOMING') ?? null;

const name = ({ channelId, docId }: EventName): EventName => ({ channelId, docId });
const nameOf = (leg: Leg): EventName | null => leg.event && name(leg.event);
const partner = ({ accountId, channelId, docId }: { accountId: string; channelId: string; docId: string }) => ({
  accountId,
  channelId,
  docId,
});

/** INITIAL left: the user's own leg takes the place of their line in TARGET. */
export function goOnWithTarget(initial: RunningCall, userLeg: Leg, target: RunningCall): void {
  const line = target.call.caller;
  if (!isVirtual(line)) return;
  initial.take({ type: 'legTaken', legId: userLeg.legId });
  const by: Caller | Leg = { ...userLeg, event: line.event, remote: line.remote };
  target.take({ type: 'placeTaken', legId: line.legId, by, returnTo: null, seenAs: null });
  initial.book.handedOver(
    {
      from: initial.call.callId,
      into: target.call.callId,
      legId: userLeg.legId,
      event: null,
      closes: [],
      transferredTo: null,
      transferredFrom: null,
      reopens: null,
    },
    target.book,
  );
}

/** The far side of a user's leg waits in a new call for a target; what becomes of the user's leg is up to who asks. */
export function beginHandOver({
  table,
  initial,
  userLeg,
  far,
  call,
}: {
  readonly table: Pick<CallTable, 'begin'>;
  readonly initial: RunningCall;
  readonly userLeg: Leg;
  readonly far: Leg;
  readonly call: Call;
}): void {
  initial.take({ type: 'legTaken', legId: far.legId });
  const target = table.begin(call);
  initial.book.handedOver(moveOf({ initial, userLeg, target, place: null, far }), target.book);
}

/** The user left before their far side was handed over, and it cannot be: it rings them back instead of being cut off. */
export function giveBack({
  initial,
  userLeg,
  returnTo,
  ending,
  ringBack,
}: {
  readonly initial: RunningCall;
  readonly userLeg: Leg;
  readonly returnTo: ReturnTo | null;
  /** How the leg of the user ended. */
  readonly ending: CallFact;
  ringBack(from: RunningCall, caller: Caller, to: ReturnTo): void;
}): void {
  const far = partnerOf(initial.call, userLeg.legId);
  if (!far || !returnTo || !isUp(initial.call)) {
    initial.take(ending);
    return;
  }
  initial.take({ type: 'legTaken', legId: far.legId });
  initial.take(ending);
  ringBack(initial, asCaller(far), returnTo);
}
