import type { CallFact } from '../calls/call-facts.ts';
import type { MediaFact } from '../media/media.ts';
import type { SeenSince } from '../ports.ts';
import type { OfLeg } from './call-table.ts';
import type { CallSnapshot } from './last-life.ts';
import type { RunningCall } from './running-call.ts';

/** What is said of a leg that is in a call. */
export type FactOfLeg = OfLeg | Extract<CallFact, { type: 'mediaFailed' }>;

/** A call of an earlier life that goes on. */
export interface Life {
  readonly running: RunningCall;
  readonly snapshot: CallSnapshot;
  /** Since when its users saw it. */
  readonly seen: readonly SeenSince[];
}

/** Somebody who follows the calls that run. */
export interface Follower {
  /** True where the fact means something else here than the call itself would make of it. */
  fact?(running: RunningCall, fact: FactOfLeg): boolean;
  /** True for facts that are about nothing else. */
  mediaFact?(fact: MediaFact): boolean;
  /** After each fact that the call took. */
  changed?(running: RunningCall): void;
  /** Comes once those before in the list have taken up every call. */
  takeUp?(life: Life): void;
}

/** All of them as one, who hear in the order of the list; what one takes, those behind it do not hear. */
export const inOrder = (followers: readonly Follower[]): Required<Omit<Follower, 'takeUp'>> & TakesUp => ({
  fact: (running, fact) => followers.some((each) => each.fact?.(running, fact) ?? false),
  mediaFact: (fact) => followers.some((each) => each.mediaFact?.(fact) ?? false),
  changed(running) {
    for (const each of followers) each.changed?.(running);
  },
  takeUp(lives) {
    for (const each of followers) for (const life of lives) each.takeUp?.(life);
  },
});

interface TakesUp {
  takeUp(lives: readonly Life[]): void;
}
