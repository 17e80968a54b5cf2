import type { Fork, Ringing } from '../call.ts';
import type { Turn } from '../turn.ts';

/** A page that is reloaded, or another tab of the same browser, has registered again well within this time. */
const returnWithinMs = 8_000;

/**
 * The connection of a page is gone in the middle of its ringing. Whether its user left or only reloaded the page nobody
 * can tell, so the caller goes on hearing that it rings, and a device of the user that registers soon is rung.
 */
export function awaitReturn(turn: Turn<Ringing>, fork: Fork): void {
  const { call, orders } = turn;
  const { userId, mediaKind, state } = fork;
  if (state !== 'ringing' || mediaKind !== 'webrtc') return;
  if (userId === null || !call.rings.includes(userId)) return;
  call.awaited = [...awaitedBut(turn, userId), userId];
  orders.push({ do: 'startTimer', timer: 'return', ms: returnWithinMs });
}

/** This user is not waited for: they are back, they declined, or they may not have the call. */
export function stopAwaiting(turn: Turn<Ringing>, userId: string | null): void {
  if (turn.call.awaited && userId !== null) turn.call.awaited = awaitedBut(turn, userId);
}

/** Nobody is waited for any longer. */
export function stopAwaitingAll(turn: Turn<Ringing>): void {
  const { call, orders } = turn;
  if (!call.awaited) return;
  call.awaited = null;
  orders.push({ do: 'stopTimer', timer: 'return' });
}

/** Mobiles of this user that have not begun to ring stay quiet: the user is gone, or wants no call. */
export function dropAlong({ call }: Turn<Ringing>, userId: string | null): void {
  if (call.along) call.along = call.along.filter((each) => each.userId !== userId);
}

const awaitedBut = ({ call }: Turn<Ringing>, userId: string): readonly string[] =>
  (call.awaited ?? []).filter((each) => each !== userId);
