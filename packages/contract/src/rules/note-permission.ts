/** What a note's permission depends on. */
export interface NoteSituation {
  /** The connected integration takes notes; with none connected, the local address book does. */
  readonly integrationSupportsNotes: boolean;
  /** The asker took or placed the call. */
  readonly isOwner: boolean;
  /** The call counts as missed. */
  readonly isMissed: boolean;
  /** The asker is a member of the call's channel. */
  readonly isMember: boolean;
}

/** Whether someone may write a call's note: its owner where notes are supported, and any member where it was missed. */
export function mayWriteNote({ integrationSupportsNotes, isOwner, isMissed, isMember }: NoteSituation): boolean {
  return (integrationSupportsNotes && isOwner) || (isMissed && isMember);
}
