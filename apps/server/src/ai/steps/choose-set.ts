import type { Direction } from '@sidetone/contract/entities/common.ts';

/** What decides whose questions are answered for a call. */
export interface CallOfSomebody {
  /** Whose call it is; of a message on the machine of somebody's own line, that person; null for one of a shared channel. */
  readonly userId: string | null;
  readonly direction: Direction;
  readonly isVoicemail: boolean;
}

/** Sets that a user assigned to a channel. */
export interface AssignedSets {
  readonly inboundSetId: string | null;
  readonly outboundSetId: string | null;
}

/**
 * The set that answers for a user's call, by its direction; a message on the machine came in. Null where the call is nobody's:
 * then nothing is answered until somebody asks. CONST-066
 */
export function assignedSet(call: CallOfSomebody, assigned: AssignedSets | null): string | null {
  if (call.userId === null || assigned === null) return null;
  return call.isVoicemail || call.direction === 'INCOMING' ? assigned.inboundSetId : assigned.outboundSetId;
}
