import { type Call, isInRoom, type RoomSeat, type Serving } from '../call.ts';
import type { Turn } from '../turn.ts';
import { startService } from './service.ts';

/** How the caller is in a conference room from now on. */
export function seated({ call }: Turn<Serving>, seat: RoomSeat): void {
  if (call.service !== 'echo' && call.service.kind === 'room') call.service = { ...call.service, seat };
}

/** The caller was in a conference room before signalling, or their page, began once more: they come back to their seat. */
export function roomGoesOn(turn: Turn<Serving>): void {
  if (!isInRoom(turn.call as Call)) return;
  turn.call.isServed = false;
  startService(turn);
}
