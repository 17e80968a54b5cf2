import { z } from 'zod';
import { defineLiveQuery } from './live-query.ts';

/** A caller who waits in a place from where anybody of the account may take them. */
const parkedCall = z.object({
  slot: z.number().int().min(1).max(9),
  number: z.string().nullable(),
  name: z.string().nullable(),
  /** Web user who parked the call. */
  parkedBy: z.string(),
  since: z.iso.datetime(),
});
export type ParkedCallRow = z.infer<typeof parkedCall>;

export const parkedCallsQueries = {
  /** The calls of the account that are parked, by their places: one row. */
  parkedCalls: defineLiveQuery({
    name: 'parkedCalls',
    params: z.object({}),
    row: z.object({ id: z.string(), rev: z.number(), calls: z.array(parkedCall) }),
  }),
} as const;
