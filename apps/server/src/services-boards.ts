import { busyBoard } from './pbx/busy-board.ts';
import { lampBoard } from './pbx/lamps.ts';
import { ongoingBoard } from './pbx/ongoing-board.ts';
import { queueBoard } from './pbx/queue-board.ts';

/** Where lamps of phones, boards of queues, presence and users look for live calls. */
export const openBoards = () => ({
  lamps: lampBoard(),
  board: queueBoard(),
  ongoing: ongoingBoard(),
  busy: busyBoard(),
});

export type Boards = ReturnType<typeof openBoards>;
