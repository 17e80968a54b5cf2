/** That a call to the outside is somebody else's, whom one of ours sends there. Numbers in E.164. */
export interface Diverted {
  /** The number of ours that was called. */
  readonly by: string;
  readonly reason: 'unconditional' | 'user-busy' | 'no-answer' | 'unavailable' | 'deflection' | 'follow-me';
  /** Who sent the call elsewhere before it came to us, the first one first. */
  readonly before: readonly string[];
  /** Who calls; null: they show no number, or are one of ours. */
  readonly caller: string | null;
}
