import { openSupervisions } from './identity/supervisions.ts';
import { busyBoard } from './pbx/busy-board.ts';
import { lampBoard } from './pbx/lamps.ts';
import { ongoingBoard } from './pbx/ongoing-board.ts';
import { parkedCalls } from './pbx/parked-calls.ts';
import { queueBoard } from './pbx/queue-board.ts';
import { supervisionBoard } from './pbx/supervision.ts';

/** Where lamps of phones, boards of queues, presence and apps look for live calls, and who may listen to them. */
export const openBoards = async (keeper: Parameters<typeof openSupervisions>[0]) => ({
  lamps: lampBoard(),
  board: queueBoard(),
  ongoing: ongoingBoard(),
  busy: busyBoard(),
  parked: parkedCalls(),
  supervised: supervisionBoard(),
  supervisions: await openSupervisions(keeper),
});

export type Boards = Awaited<ReturnType<typeof openBoards>>;
