import { z } from 'zod';
import type { Portion } from '../connector.ts';

/**
 * How far a mirror of several kinds of records is. `since`: what changed since then is asked for, by the clock of the CRM; null:
 * everything. `walk`: where a walk through the kinds was cut off, and when it began.
 */
export const walkShape = {
  since: z.iso.datetime().nullable(),
  walk: z
    .object({ kind: z.number().int().min(0), last: z.string().max(30), begun: z.iso.datetime().nullable() })
    .nullable(),
  /** Kinds that the connection could not see, by their place among the kinds: once it can, they are read as a whole. */
  hidden: z.array(z.number().int().min(0)).max(10).default([]),
};
interface WalkState {
  readonly since: string | null;
  readonly walk: Walk | null;
  readonly hidden: readonly number[];
}

/** A place in a walk: the kind, by its place among the kinds, the last id that was read of it, and when the walk began. */
export interface Walk {
  readonly kind: number;
  readonly last: string;
  readonly begun: string | null;
}

/** A page of one kind, and the place after it. */
export type WalkPage = Pick<Portion, 'written' | 'gone'> & { readonly walk: Walk };

interface Walking<Kind, Fields, State extends WalkState> {
  readonly kinds: readonly Kind[];
  /** Where an earlier synchronisation left off. */
  readonly state: State;
  /** What the connection may read of a kind; null where it may not see the kind. */
  fieldsOf(kind: Kind): Promise<Fields | null>;
  /** The pages of a kind, by id from `begin` on; of all its records where `since` is null. */
  pagesOf(kind: Kind, fields: Fields, begin: Walk, since: string | null): AsyncIterable<WalkPage>;
  /** A kind of which something is mirrored may no longer be seen: the ids that are known to be gone, and the state then. */
  whenHidden(kind: Kind, state: State): Promise<{ readonly gone: readonly string[]; readonly state: State }>;
}

/**
 * Reads kinds of records one after the other, and can be cut off at every page. Gives the state after the last one, in which
 * `since` is when the walk began: what changes during it is found by the next one.
 */
export async function* walkKinds<Kind, Fields, State extends WalkState>(
  walking: Walking<Kind, Fields, State>,
): AsyncGenerator<Portion, State> {
  let { state } = walking;
  const from = state.walk?.kind ?? 0;
  const [isFirst, wasCutOff] = [state.since === null, state.walk !== null];
  /** Whether something of a kind was read before. */
  const wasRead = (at: number) => !isFirst || (wasCutOff && at === from);
  const firstOf = (at: number) => (at === from ? (walking.state.walk?.last ?? '') : '');
  let begun = state.walk?.begun ?? null;
  for (const [at, kind] of walking.kinds.entries()) {
    if (at < from) continue;
    const fields = await walking.fieldsOf(kind);
    const wasHidden = state.hidden.includes(at);
    if (fields === null) {
      if (wasHidden) continue;
      const left = wasRead(at) ? await walking.whenHidden(kind, state) : { gone: [], state };
      state = { ...left.state, hidden: [...state.hidden, at] };
      yield { written: [], gone: left.gone, state, total: null };
      continue;
    }
    const since = wasHidden ? null : state.since;
    for await (const page of walking.pagesOf(kind, fields, { kind: at, last: firstOf(at), begun }, since)) {
      begun = page.walk.begun;
      state = { ...state, walk: page.walk };
      yield { written: page.written, gone: page.gone, state, total: null };
    }
    state = { ...state, hidden: state.hidden.filter((other) => other !== at) };
  }
  return { ...state, since: begun ?? state.since, walk: null };
}
