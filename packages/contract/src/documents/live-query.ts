import type { z } from 'zod';

/**
 * A named live query: `params` names what is asked for, every row has an `id` (unique in the answer)
 * and a `rev` that grows with each change of that row. The server sends one snapshot, then deltas.
 */
export interface LiveQuery {
  readonly name: string;
  readonly params: z.ZodType;
  readonly row: z.ZodType<{ id: string; rev: number }>;
}

/** Keeps the literal types of a live query. */
export function defineLiveQuery<const Q extends LiveQuery>(query: Q): Q {
  return query;
}

export type LiveParams<Q extends LiveQuery> = z.output<Q['params']>;
export type LiveRow<Q extends LiveQuery> = z.output<Q['row']>;

/**
 * What travels on the wire. `ids` is the order of the answer; a row that is not in it any more is gone. Clients that say so
 * when they connect (`deltas: 'short'`) get no `ids` where order and membership are what they were.
 */
export type LiveMessage<Row> =
  | { readonly type: 'snapshot'; readonly rows: readonly Row[] }
  | { readonly type: 'delta'; readonly changed: readonly Row[]; readonly ids?: readonly string[] };
