/** What the permission to log a call depends on. */
export interface LogSituation {
  readonly isOwner: boolean;
  /** An incoming call that counts as missed. */
  readonly isMissed: boolean;
  readonly isMember: boolean;
}

/** Who may say what a call is logged to: its owner, and any member of the channel where it was missed. SPERM-021, SPERM-024 */
export const mayLogCall = ({ isOwner, isMissed, isMember }: LogSituation): boolean => isOwner || (isMissed && isMember);
