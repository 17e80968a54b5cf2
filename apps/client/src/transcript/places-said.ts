import type { Utterance } from './talk-share.ts';

/** The utterances of a transcript by the ids that points rest on. Older transcripts have none: there they are counted. */
export function utterancesById(items: readonly Utterance[]): ReadonlyMap<string, Utterance> {
  return new Map(items.map((item, at) => [item.id ?? `s${at + 1}`, item]));
}

/** Where what a point rests on was said, in the order of the call; ids that the transcript does not have are left out. */
export function placesSaid(utterances: ReadonlyMap<string, Utterance>, ids: readonly string[]): Utterance[] {
  return [...new Set(ids)]
    .flatMap((id) => utterances.get(id) ?? [])
    .sort((one, other) => one.startTime - other.startTime);
}
