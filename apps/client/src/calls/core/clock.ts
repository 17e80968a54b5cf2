/** Time as the calls see it, so that tests can move it. */
export interface Clock {
  now(): number;
  /** Runs `task` once after `ms`; returns the way to cancel it. */
  after(ms: number, task: () => void): () => void;
}
