import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import type { LegFact } from '../calls/legs.ts';
import type { ExchangeClock } from '../ports.ts';
import { aboutCall, type ControlledLeg, closeLeg, isReplaced, type TellUser } from './controlled-leg.ts';
import type { ControlledMemory } from './controlled-memory.ts';

/** What orders of the exchange and commands of clients both work on: the controlled legs that live. */
export interface ControlledFloor {
  readonly listeners: Set<(fact: LegFact) => void>;
  readonly tell: TellUser;
  readonly clock: ExchangeClock;
  byLegId(legId: string): ControlledLeg | undefined;
  /** By the Call-ID that clients know. */
  byCallId(callId: string): ControlledLeg | undefined;
  ofUser(userId: string): readonly ControlledLeg[];
  /** The user's legs that ring. */
  ringing(userId: string): readonly ControlledLeg[];
  byDevice(userId: string, deviceId: string): ControlledLeg | undefined;
  keep(leg: ControlledLeg): void;
  /** What a restart of signalling needs to know of the leg may be different now. */
  changed(leg: ControlledLeg): void;
  /** Fulfils once a restart would find the legs as they are now; also when the store fails or takes too long. */
  written(): Promise<void>;
  emit(fact: LegFact): void;
  /** Facts never come while an order is still being given. */
  emitLater(fact: LegFact): void;
  /** Runs `task` after `ms` unless the leg ends before; gives the way to cancel it. */
  after(leg: ControlledLeg, ms: number, task: () => void): () => void;
  /** The leg is over for the exchange; its user's clients are told unless another leg goes on for it. */
  finish(leg: ControlledLeg, reason: TerminationReason): void;
  /** The user's side ended it: the exchange is told as well. */
  leave(leg: ControlledLeg, reason: TerminationReason): void;
  /** The leg has no audio: it ends in 30 s unless a device takes it. */
  reserve(leg: ControlledLeg): void;
  /** A client of the leg's user is there: a leg of before a restart whose audio went on is reserved no longer. */
  heard(leg: ControlledLeg): void;
}

const reservedMs = 30_000;

/** The legs that live, and under which names. */
function livingLegs() {
  const legs = new Map<string, ControlledLeg>();
  const named = new Map<string, ControlledLeg>();
  const ofUser = (userId: string) => [...named.values()].filter((leg) => leg.userId === userId);
  const found: Pick<ControlledFloor, 'byLegId' | 'byCallId' | 'ofUser' | 'ringing' | 'byDevice' | 'keep'> = {
    byLegId: (legId) => legs.get(legId),
    byCallId: (callId) => named.get(callId),
    ofUser,
    ringing: (userId) => ofUser(userId).filter(({ side, state }) => side === 'callee' && state === 'waiting'),
    byDevice: (userId, deviceId) =>
      [...named.values()].findLast((leg) => leg.userId === userId && leg.peer.deviceId === deviceId),
    keep(leg) {
      legs.set(leg.legId, leg);
      named.set(leg.callId, leg);
    },
  };
  return {
    ...found,
    drop(leg: ControlledLeg): void {
      legs.delete(leg.legId);
      if (named.get(leg.callId) === leg) named.delete(leg.callId);
    },
  };
}

export function openControlledFloor(
  clock: ExchangeClock,
  tell: TellUser,
  memory: Pick<ControlledMemory, 'changed' | 'gone' | 'written'>,
): ControlledFloor {
  const { drop, ...living } = livingLegs();
  const listeners = new Set<(fact: LegFact) => void>();
  const emit = (fact: LegFact) => {
    for (const listener of listeners) listener(fact);
  };
  const after: ControlledFloor['after'] = (leg, ms, task) => {
    const cancel = clock.after(ms, task);
    leg.cancelTimers.add(cancel);
    return () => {
      cancel();
      leg.cancelTimers.delete(cancel);
    };
  };
  const finish: ControlledFloor['finish'] = (leg, reason) => {
    if (leg.state === 'over') return;
    const about = aboutCall(leg);
    closeLeg(leg);
    memory.gone(leg.legId);
    drop(leg);
    if (isReplaced(leg)) return;
    // A take-over that failed leaves the leg whose place it wanted.
    if (leg.replaces && leg.replaces.state !== 'over') living.keep(leg.replaces);
    else tell(leg.userId, 'terminated', { ...about, reason });
  };
  const leave: ControlledFloor['leave'] = (leg, reason) => {
    const { legId, state, side } = leg;
    if (state === 'over') return;
    finish(leg, reason);
    if (state === 'talking') emit({ type: 'ended', legId });
    else if (side === 'caller' || leg.replaces) emit({ type: 'cancelled', legId });
    else emit({ type: 'refused', legId, status: 480, phrase: 'Temporarily Unavailable' });
  };
  const reserve: ControlledFloor['reserve'] = (leg) => {
    leg.peer.cancelReservation?.();
    leg.peer.cancelReservation = after(leg, reservedMs, () =>
      leave(leg, leg.state === 'talking' ? 'HANGUP' : 'CANCELLED'),
    );
  };
  const emitLater = (fact: LegFact) => queueMicrotask(() => emit(fact));
  const { changed, written } = memory;
  return { ...living, listeners, tell, clock, emit, emitLater, after, finish, leave, changed, written, reserve, heard };
}

function heard({ peer }: ControlledLeg): void {
  if (!peer.isUnheard) return;
  peer.isUnheard = false;
  // A leg that no device has still waits for one.
  if (peer.deviceId !== null) peer.cancelReservation?.();
}
