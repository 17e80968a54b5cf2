import type { PartStatus } from '@sidetone/contract/entities/documentation.ts';

/** A part that was never asked for, or was deleted. */
export type PartPlace = PartStatus | 'missing';

/** What happens to a part of a call's documentation. */
export type PartAct =
  /** It is wanted and can be made. */
  | 'begin'
  /** It is wanted and cannot be made: its plan says why. */
  | 'decline'
  /** Somebody is at work on it. */
  | 'work'
  /** It is made. */
  | 'result'
  /** Work found out that it cannot be made. */
  | 'refusal'
  /** The last try failed. */
  | 'failure'
  /** A user wants none, perhaps before the call is over. */
  | 'skip'
  /** A user wants no more of it. */
  | 'cancel'
  /** A user wants it after all. */
  | 'resume';

/**
 * What becomes of a part by each, and from where. Whatever is not named stays as it is: so what was deleted or skipped does not come
 * back by work that was still going on, and what is made stays when a user stops the rest.
 */
export const partActs: Readonly<Record<PartAct, { readonly to: PartStatus; readonly from: readonly PartPlace[] }>> = {
  begin: { to: 'waiting', from: ['missing'] },
  decline: { to: 'disabled', from: ['missing'] },
  work: { to: 'loading', from: ['waiting', 'loading'] },
  result: { to: 'success', from: ['waiting', 'loading'] },
  refusal: { to: 'disabled', from: ['waiting', 'loading'] },
  failure: { to: 'error', from: ['waiting', 'loading'] },
  skip: { to: 'disabled', from: ['missing', 'waiting', 'loading', 'error'] },
  cancel: { to: 'disabled', from: ['waiting', 'loading'] },
  resume: { to: 'waiting', from: ['disabled', 'error'] },
};

/** Where a part is after an act. */
export function placeAfter(place: PartPlace, act: PartAct): PartPlace {
  const { to, from } = partActs[act];
  return from.includes(place) ? to : place;
}
