import { z } from 'zod';
import { queueBoard } from '../entities/queue-board.ts';
import { defineLiveQuery } from './live-query.ts';

/** What members of a queue and administrators watch of it. */
export const queueBoardQueries = {
  /** One row. */
  queueBoard: defineLiveQuery({
    name: 'queueBoard',
    params: z.object({ channelId: z.string().min(1).max(64) }),
    row: queueBoard.extend({ rev: z.number() }),
  }),
} as const;
