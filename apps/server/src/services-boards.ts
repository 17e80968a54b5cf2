import { busyBoard } from './pbx/busy-board.ts';
import { callPace } from './pbx/call-pace.ts';
import { lampBoard } from './pbx/lamps.ts';
import { ongoingBoard } from './pbx/ongoing-board.ts';
import { parkedCalls } from './pbx/parked-calls.ts';
import { queueBoard } from './pbx/queue-board.ts';

/** Where lamps of phones, boards of queues, presence and apps look for live calls, and how many may be begun. */
export const openBoards = () => ({
  lamps: lampBoard(),
  board: queueBoard(),
  ongoing: ongoingBoard(),
  busy: busyBoard(),
  parked: parkedCalls(),
  pace: callPace(),
});

export type Boards = ReturnType<typeof openBoards>;
