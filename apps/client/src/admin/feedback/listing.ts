/** Which feedback is listed. */
export type FeedbackState = 'open' | 'done' | 'all';

/** The parameters of both lists. */
export interface Listing {
  readonly typed: string;
  readonly state: FeedbackState;
  readonly limit: number;
  onMore(): void;
}

/** The number loaded at a time, and at most. */
export const feedbackPage = 200;
export const mostFeedback = 1000;

/** Whether feedback with this state is listed. */
export function passes(state: FeedbackState, doneAt: string | null): boolean {
  return state === 'all' || (state === 'open') === (doneAt === null);
}
