/** Which feedback is listed. */
export type FeedbackState = 'open' | 'done' | 'all';

/** What both lists are asked for. */
export interface Listing {
  readonly typed: string;
  readonly state: FeedbackState;
  readonly limit: number;
  onMore(): void;
}

/** How many are loaded at once, and how many at most. */
export const feedbackPage = 200;
export const mostFeedback = 1000;

/** Whether feedback that was dealt with then, or not yet, is listed. */
export function passes(state: FeedbackState, doneAt: string | null): boolean {
  return state === 'all' || (state === 'open') === (doneAt === null);
}
