import { type Call, isInRoom, type Remote, type RoomSeat, type Serving } from '../call.ts';
import type { Turn } from '../turn.ts';
import { startService } from './service.ts';

/** How the caller is in a conference room from now on. */
export function seated({ call }: Turn<Serving>, seat: RoomSeat): void {
  if (call.service !== 'echo' && call.service.kind === 'room') call.service = { ...call.service, seat };
}

/** Signalling was restarted, or a page was reloaded, while the caller was in a conference room: they come back to their seat. */
export function roomGoesOn(turn: Turn<Serving>): void {
  if (!isInRoom(turn.call as Call)) return;
  turn.call.isServed = false;
  startService(turn);
}

/** Somebody else is the caller, who has no seat yet: they are asked for the PIN. */
export function visitInstead({ call }: Turn<Serving>, seenAs: Remote | null): void {
  const { service, caller, events } = call;
  if (service === 'echo' || service.kind !== 'room') return;
  const accountId = events.findLast(({ direction }) => direction === 'INCOMING')?.accountId ?? call.accountId;
  // Colleagues are known by their name, callers of another company by their number.
  const userId = caller.event?.accountId === accountId ? caller.userId : null;
  const visitor = { userId, number: seenAs?.number ?? null, name: userId === null ? null : (seenAs?.name ?? null) };
  call.service = { kind: 'room', channelId: service.channelId, visitor };
}
