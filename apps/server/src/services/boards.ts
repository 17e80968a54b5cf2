import { openSupervisions } from '../identity/supervisions.ts';
import { busyBoard } from '../pbx/busy-board.ts';
import { callPace } from '../pbx/call-pace.ts';
import { lampBoard } from '../pbx/lamps.ts';
import { liveRooms } from '../pbx/live-rooms.ts';
import { ongoingBoard } from '../pbx/ongoing-board.ts';
import { parkedCalls } from '../pbx/parked-calls.ts';
import { queueBoard } from '../pbx/queue-board.ts';
import { supervisionBoard } from '../pbx/supervision.ts';

/** Where lamps, boards, presence and apps look for live calls, who may listen to them, and how many calls may be begun. */
export const openBoards = async (keeper: Parameters<typeof openSupervisions>[0]) => ({
  lamps: lampBoard(),
  board: queueBoard(),
  ongoing: ongoingBoard(),
  busy: busyBoard(),
  parked: parkedCalls(),
  rooms: liveRooms(),
  pace: callPace(),
  supervised: supervisionBoard(),
  supervisions: await openSupervisions(keeper),
});

export type Boards = Awaited<ReturnType<typeof openBoards>>;
