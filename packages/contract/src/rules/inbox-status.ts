import type { InboxCall } from '../entities/inbox-event.ts';
import type { TerminationReason } from './termination-reasons.ts';

/** How an ended call reads in the inbox. A reason keeps its name, so that a label can say what happened. */
export type InboxStatus = 'ACCEPTED' | 'MISSED' | 'UNKNOWN' | TerminationReason;

type Ended = Pick<InboxCall, 'establishedAt' | 'terminatedReason' | 'state'>;

/**
 * Accepted once it was established; else its reason; else by state: missed and rejected as they say, finished as
 * accepted, anything else unknown.
 */
export function inboxStatus(call: Ended): InboxStatus {
  if (call.establishedAt !== null) return 'ACCEPTED';
  if (call.terminatedReason !== null) return call.terminatedReason;
  switch (call.state) {
    case 'MISSED':
      return 'MISSED';
    case 'REJECTED':
      return 'REJECTED';
    case 'FINISHED':
      return 'ACCEPTED';
    default:
      return 'UNKNOWN';
  }
}

/**
 * Whether an incoming call was missed: it was cancelled, or it is in the state missed and no other device took it. An
 * outgoing call never is.
 */
export function isMissed(call: Pick<InboxCall, 'direction' | 'terminatedReason' | 'state'>): boolean {
  if (call.direction !== 'INCOMING') return false;
  return (
    call.terminatedReason === 'CANCELLED' || (call.state === 'MISSED' && call.terminatedReason !== 'ACCEPTED_ELSEWHERE')
  );
}

/** The four labels of an inbox row. */
export type InboxLabel = 'incoming' | 'outgoing' | 'missed' | 'missedWithVoicemail';

/** The label of a call; `hasVoicemail` says whether the caller left a message. */
export function inboxLabel(
  call: Pick<InboxCall, 'direction' | 'terminatedReason' | 'state'>,
  hasVoicemail: boolean,
): InboxLabel {
  if (isMissed(call)) return hasVoicemail ? 'missedWithVoicemail' : 'missed';
  return call.direction === 'INCOMING' ? 'incoming' : 'outgoing';
}
