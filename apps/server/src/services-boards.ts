import { busyBoard } from './pbx/busy-board.ts';
import { lampBoard } from './pbx/lamps.ts';
import { liveRooms } from './pbx/live-rooms.ts';
import { ongoingBoard } from './pbx/ongoing-board.ts';
import { parkedCalls } from './pbx/parked-calls.ts';
import { queueBoard } from './pbx/queue-board.ts';

/** Where lamps of phones, boards of queues, presence and apps look for live calls. */
export const openBoards = () => ({
  lamps: lampBoard(),
  board: queueBoard(),
  ongoing: ongoingBoard(),
  busy: busyBoard(),
  parked: parkedCalls(),
  rooms: liveRooms(),
});

export type Boards = ReturnType<typeof openBoards>;
